/**
 * The keepalives of a trace as arrows, from the box or place that refers to a box to that box; and the notifications.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Keepalive } from '../../../simulation/kernel/lease/leases.ts';
import type { Program } from '../../../simulation/kernel/run.ts';
import type { StepRecord } from '../../../simulation/play/recording/timeline.ts';
import { nameIn } from '../step-text.ts';
import type { Arrow, Instant, TraceNotice } from './trace.ts';
import { t } from '../../../model/common/translation.ts';

type OpenArrow = { -readonly [Field in keyof Arrow]: Arrow[Field] };

/** Collects the keepalives of consecutive steps. */
export function createKeepalives() {
  const arrows: OpenArrow[] = [];
  const open = new Map<string, OpenArrow>();
  const begin = (keepalive: Keepalive, sent?: Instant): OpenArrow => {
    const [to, from] = [keepalive.box, senderOf(keepalive)];
    const arrow: OpenArrow = {
      ...{ number: arrows.length, text: 'keepalive', to, outcome: 'under way', isDuplicate: false },
      ...(from !== undefined && { from }),
      ...(sent !== undefined && { sent }),
    };
    arrows.push(arrow);
    open.set(keyOf(keepalive), arrow);
    return arrow;
  };
  return {
    take: ({ step, at, effects }: StepRecord): void => {
      const instant: Instant = { step, at };
      for (const effect of effects) {
        if (effect.kind !== 'keepalive') continue;
        const { what, keepalive } = effect;
        if (what === 'sent') begin(keepalive, instant);
        else if (what !== 'fell back') {
          // One that was sent before the first step is known by its end only.
          const arrow = open.get(keyOf(keepalive)) ?? begin(keepalive);
          Object.assign(arrow, { outcome: outcomes[what], end: instant });
          open.delete(keyOf(keepalive));
        }
      }
    },
    all: (): readonly Arrow[] => arrows,
  };
}

/** A keepalive that finds no box any more is as a message to the dead. */
const outcomes = { lost: 'lost', processed: 'received', dropped: 'dropped', stray: 'dead' } as const;

/** Returns the box that refers to this one; none for the first box of a round, which a place refers to. */
const senderOf = ({ visited }: Keepalive): EntityId | undefined => visited.at(-1);

const keyOf = ({ box, from, to, origin, sequence, visited }: Keepalive): string =>
  [box, from, to, origin, sequence, ...visited].join(' ');

/** Returns the notifications of some steps. */
export function noticesOf(program: Program, records: readonly StepRecord[]): readonly TraceNotice[] {
  return records.flatMap(({ step, at, effects }) =>
    effects.flatMap((effect): readonly TraceNotice[] => {
      if (effect.kind !== 'notified') return [];
      const { entity, of, action } = effect;
      return [
        { step, at, entity, text: t`${nameIn(program, entity)} is notified of ${nameIn(program, of)}: ${action}` },
      ];
    }),
  );
}
