/**
 * Keyboard navigation along messages: through those of a lane one after another, and along one to its other end.
 */
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Arrow } from '../../../../language/src/view/run/trace/trace.ts';

/** An end of an arrow: its lane and step. */
export interface LaneEnd {
  readonly entity: EntityId;
  readonly step: number;
}

/** Returns the key of an arrow, which stays the same when its steps are loaded again. */
export const arrowKey = ({ number, to, isDuplicate }: Arrow): string =>
  `${number.toString()} ${to.toString()} ${isDuplicate ? 'again' : ''}`;

/** Returns the end of an arrow on a lane; nothing if it has none there. If both are, the end where it begins. */
export function endOn({ from, to, sent, end }: Arrow, entity: EntityId): LaneEnd | undefined {
  if (from === entity && sent !== undefined) return { entity, step: sent.step };
  return to === entity && end !== undefined ? { entity, step: end.step } : undefined;
}

/** Returns the end of an arrow on another lane; nothing if it comes from outside or is under way. */
export function otherLane({ from, to, sent, end }: Arrow, entity: EntityId): LaneEnd | undefined {
  if (from === entity) return end && { entity: to, step: end.step };
  return from === undefined || sent === undefined ? undefined : { entity: from, step: sent.step };
}

/**
 * Returns the arrow of a lane after or before another one in time; without another one, the next from a step on, or the
 * last before it. Stays at the end.
 */
export function nextArrow(
  arrows: readonly Arrow[],
  { entity, step, current, isBackward }: NextArrow,
): Arrow | undefined {
  const own = arrows
    .flatMap((arrow) => ({ arrow, at: endOn(arrow, entity)?.step ?? -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || a.arrow.number - b.arrow.number);
  const known = own.findIndex(({ arrow }) => current !== undefined && arrowKey(arrow) === arrowKey(current));
  if (known >= 0) return own[Math.max(0, Math.min(own.length - 1, known + (isBackward ? -1 : 1)))]?.arrow;
  const found = isBackward ? own.findLast(({ at }) => at <= step) : own.find(({ at }) => at >= step);
  return (found ?? own.at(isBackward ? 0 : -1))?.arrow;
}

interface NextArrow {
  readonly entity: EntityId;
  readonly step: number;
  readonly current: Arrow | undefined;
  readonly isBackward: boolean;
}
