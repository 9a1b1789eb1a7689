/**
 * The time at which the environment acts: with an exact clock any time until something else is due, or nothing may
 * happen any more; otherwise at once.
 */
import type { Model } from '../../model/model.ts';
import type { Check } from '../../model/scenario.ts';
import type { Run } from '../kernel/run.ts';

/** The bounds of the time at which the environment acts. */
export interface FreeTime {
  readonly clock: 'any' | 'exact';
  /** Microseconds; nothing happens later. */
  readonly horizon: number | undefined;
  /** Microseconds that the environment may wait where nothing is due and there is no horizon. */
  readonly patience: number;
}

/** Returns the bounds that a check sets: where there is no other one, its longest duration or that of the model. */
export const timesOf = (model: Model, check: Check): FreeTime => ({
  clock: check.clock,
  horizon: check.horizon === undefined ? undefined : Math.round(check.horizon * 1000),
  patience: Math.max(0, ...durationsIn(model, check)),
});

/**
 * Returns true if a move may wait: every move of the environment, except a message that overtakes another one that is
 * due.
 */
export const mayWait = ({ kind }: { readonly kind: string }): boolean =>
  kind !== 'due' && kind !== 'reorder' && kind !== 'plain';

/** The part of a state that says how long nothing is due. */
interface Moment {
  readonly now: number;
  readonly agenda: readonly { readonly at: number }[];
}

/** Returns how long the environment may wait before it acts, in microseconds. */
export function leeway({ now, agenda }: Moment, { clock, horizon, patience }: FreeTime): number {
  if (clock === 'any') return 0;
  const due = agenda[0]?.at ?? (horizon === undefined ? now + patience : Infinity);
  return Math.max(0, Math.min(due, horizon ?? Infinity) - now);
}

/** The first draw for a wait; each value is equally likely, so that coinciding times are reached as well. */
const ways = { atOnce: 0, asLateAsCanBe: 1, milliseconds: 2, microseconds: 3 } as const;
const wayCount = 4;

/** Draws the wait of the environment, if it may wait. */
export function drawWait({ draw }: Pick<Run, 'draw'>, most: number): number {
  if (most === 0) return 0;
  switch (draw.pick(wayCount)) {
    case ways.atOnce:
      return 0;
    case ways.asLateAsCanBe:
      return most;
    case ways.milliseconds:
      return 1000 * draw.pick(Math.floor(most / 1000) + 1);
    default:
      return draw.pick(most + 1);
  }
}

/** Returns the draws for a wait. */
export function drawsOfWait(wait: number, most: number): readonly number[] {
  if (most === 0) return [];
  if (wait === 0) return [ways.atOnce];
  if (wait === most) return [ways.asLateAsCanBe];
  return wait % 1000 === 0 ? [ways.milliseconds, wait / 1000] : [ways.microseconds, wait];
}

/**
 * Returns all durations that a model, as far as it is in use, and a check write, in microseconds; without duplicates,
 * and no 0.
 */
export function durationsIn(model: Model, check: Check): number[] {
  const used = new Set(model.entities.map(({ machine }) => machine));
  const found = new Set<number>();
  gather(
    [
      model.machines.filter((_, index) => used.has(index)),
      model.entities.map(({ settings, actions, destructor }) => [settings, actions, destructor]),
      model.channels,
      model.collectors,
      check,
    ],
    found,
  );
  if (check.horizon !== undefined) found.add(Math.round(1000 * check.horizon));
  found.delete(0);
  return [...found];
}

function gather(part: unknown, found: Set<number>): void {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && part.kind === 'duration' && 'milliseconds' in part && typeof part.milliseconds === 'number') {
    found.add(Math.round(1000 * part.milliseconds));
  }
  for (const each of Object.values(part)) gather(each, found);
}
