/**
 * The knowledge that the states of a check need: times, the order of the last end, the past. The expressions of the
 * model and the check decide.
 */
import type { Model } from '../../../model/model.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Relevance } from './relevance.ts';

/**
 * The knowledge of time in a state. Where timers fire in any order, and nobody reads the clock, none; with exact times
 * the time left until each entry; where the clock itself matters, its value.
 */
export type TimeKept = 'none' | 'relative' | 'absolute';

/** Returns what the states of a check have to know of time. */
export function timeKept(model: Model, check: Check, { readsClock: isRead }: Relevance): TimeKept {
  const readsClock = model.collectors.length > 0 || check.horizon !== undefined || isRead;
  if (readsClock) return 'absolute';
  return check.clock === 'exact' ? 'relative' : 'none';
}

/**
 * Returns true if no step depends on when anything else is due, as long as no clock stands still: nobody reads the
 * clock, none is set to another rate, nothing moves to another clock, and there are no leases.
 */
export const areTimesAside = (model: Model, check: Check, { readsClock }: Relevance): boolean =>
  !readsClock &&
  model.collectors.length === 0 &&
  !setsClocks(model, check, rates) &&
  !(hasNodes(model) && moves(model, check));

/**
 * Returns true if a model, as far as it is in use, or a check has expressions of one of these kinds. Cost: O(model).
 */
export function mentions(model: Model, check: Check, ...kinds: readonly string[]): boolean {
  const used = new Set(model.entities.map(({ machine }) => machine));
  const { properties, bounds, faults, possibilities } = check;
  const parts = [
    model.machines.filter((_, index) => used.has(index)),
    ...model.entities.map(({ settings, data, actions, destructor }) => [settings, data, actions, destructor]),
    model.channels,
    model.collectors,
    [properties, bounds, faults, possibilities],
  ];
  return parts.some((part) => hasKind(part, new Set(kinds)));
}

/** Returns true if a part of a model contains something of one of these kinds. Cost: O(part), once for each piece. */
export function hasKind(part: unknown, kinds: ReadonlySet<unknown>): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(part)) return part.some((each) => hasKind(each, kinds));
  const found = kindsIn(part);
  for (const kind of kinds) if (found.has(kind)) return true;
  return false;
}

/** The kinds of all that is in a piece of a model, such as a machine, or an action of an entity. */
const kindsIn = oncePer((piece: object): ReadonlySet<unknown> => {
  const kinds = new Set<unknown>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part) && 'kind' in part) kinds.add(part.kind);
    for (const each of Object.values(part)) collect(each);
  };
  collect(piece);
  return kinds;
});

const rates: ReadonlySet<unknown> = new Set(['clockRate']);
const ratesAndPauses: ReadonlySet<unknown> = new Set(['paused', 'clockRate']);

/**
 * Returns true if a clock is set to another rate, or stands still at times: it is a stopwatch then. Asks for some of
 * these settings only if they are given.
 */
export function setsClocks(model: Model, check: Check, asked: ReadonlySet<unknown> = ratesAndPauses): boolean {
  const used = new Set(model.entities.map(({ machine }) => machine));
  const parts = [
    model.machines.filter((_, index) => used.has(index)),
    ...model.entities.map(({ actions, destructor }) => [actions, destructor]),
    [check.steps, check.possibilities],
  ];
  const isSet = model.entities.some(({ settings }) => settings.some(({ name }) => asked.has(name)));
  const isPaused = asked.has('paused') && check.faults.some(({ kind }) => kind === 'pause');
  return isSet || isPaused || parts.some((part) => assigns(part, asked));
}

function assigns(part: unknown, settings: ReadonlySet<unknown>): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const target = 'target' in part ? part.target : undefined;
  if (typeof target === 'object' && target !== null && 'name' in target && settings.has(target.name)) return true;
  return Object.values(part).some((each) => assigns(each, settings));
}

/** Returns true if a model has nodes. */
export const hasNodes = ({ entities }: Model): boolean => entities.some(({ kind }) => kind === 'node');

/** Returns true if something may be moved to another node. */
export const moves = ({ machines, entities }: Model, { steps, possibilities }: Check): boolean =>
  hasKind(
    [machines, entities.map(({ actions, destructor }) => [actions, destructor]), steps, possibilities],
    new Set(['move']),
  );
