/**
 * Runs in which PDs and nodes fail and are repaired, as a process for importance splitting. A state in which nothing is
 * under way is kept with its successors, so that a run through known states is only a walk.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Check } from '../../model/scenario.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Judge } from '../explore/judgement/judge.ts';
import type { Draw } from '../kernel/draw.ts';
import { moveClock } from '../kernel/kernel.ts';
import type { Program, Run, State } from '../kernel/run.ts';
import type { Variant } from '../play/scenario.ts';
import { createKnownStates, type KnownStates, type QuietState } from './known-states.ts';
import { createRatedSteps, type RatedRun, type RatedMove, type RatedSteps } from './rated-steps.ts';
import type { Arrival, SplitProcess } from './splitting.ts';

/** What rated runs are made of. */
export interface Rated {
  readonly program: Program;
  readonly check: Check;
  readonly variant: Variant;
  readonly judge: Judge;
  /** The end of a run, in microseconds. */
  readonly horizon: number;
  /** Returns the importance of a state. */
  readonly importanceIn: (run: Run) => number;
}

/** A place in a run: a known state, or one in which something is under way and whose clock is right. */
export interface RatedPlace {
  readonly at: Known | { readonly state: State; readonly down: readonly EntityId[] };
  /** Microseconds since the start. */
  readonly now: number;
  readonly importance: number;
}

/** A state in which nothing is under way, and what may happen there. */
interface Known extends QuietState {
  readonly importance: number;
  readonly moves: readonly RatedMove[];
  /** By move: the sum of the rates up to it. */
  readonly sums: Float64Array;
  /** By move: the state after it; `failed` if it breaks the check, `open` if more than the move decides. */
  readonly next: (Known | 'failed' | 'open' | undefined)[];
}

/** The process of rated runs, and the number of steps that it has taken. */
export interface RatedProcess extends SplitProcess<RatedPlace> {
  readonly steps: () => number;
}

/** What the parts of a walk share. */
interface Walker {
  readonly steps: RatedSteps;
  readonly horizon: number;
  readonly placeOf: (position: RatedRun, now: number) => RatedPlace;
  /** The number of steps through known states. */
  walked: number;
}

/** Creates the process of rated runs. */
export function ratedProcess({ program, check, variant, judge, horizon, importanceIn }: Rated): RatedProcess {
  const steps = createRatedSteps(program, variant, judge, horizon);
  const states: KnownStates<Known> = createKnownStates(program, check);
  const know = (quiet: QuietState): Known => {
    const position = steps.positionAt(quiet.state, quiet.down);
    const moves = steps.movesOf(position);
    let sum = 0;
    const sums = Float64Array.from(moves, ({ rate }) => (sum += rate));
    return { ...quiet, importance: importanceIn(position.run), moves, sums, next: moves.map(() => undefined) };
  };
  const walker: Walker = {
    ...{ steps, horizon, walked: 0 },
    placeOf: ({ run, down }, now) => {
      const known = states.of(run, down, know);
      if (known !== undefined) return { at: known, now, importance: known.importance };
      return { at: { state: run.state, down }, now, importance: importanceIn(run) };
    },
  };
  let beginning: Arrival<RatedPlace> | undefined;
  return {
    begin: (draw) => {
      if (beginning !== undefined) return beginning;
      steps.chance.from(draw);
      steps.chance.forget();
      const position = steps.begin();
      states.begin(position.run);
      const begun: Arrival<RatedPlace> = position.hasFailed
        ? 'failed'
        : { place: walker.placeOf(position, position.run.state.now) };
      if (!steps.chance.isUsed()) beginning = begun;
      return begun;
    },
    importanceOf: ({ importance }) => importance,
    walk: (from, level, draw) => {
      steps.chance.from(draw);
      let place = from;
      while (place.importance < level) {
        const arrival =
          'next' in place.at ? walkKnown(walker, place, level, draw) : walkOpen(walker, place, level, draw);
        if (typeof arrival === 'string') return arrival;
        place = arrival.place;
      }
      return { place };
    },
    steps: () => steps.count() + walker.walked,
  };
}

/** Walks through known states, up to one that is not or has reached the level. */
function walkKnown(walker: Walker, from: RatedPlace, level: number, draw: Draw): Arrival<RatedPlace> {
  const { horizon } = walker;
  let { at, now } = from;
  while ('next' in at) {
    const { importance, sums } = at;
    if (importance >= level) return { place: { at, now, importance } };
    const total = sums.at(-1) ?? 0;
    now += waitOf(draw, total);
    if (!(now <= horizon)) return 'over';
    const index = indexIn(sums, uniform(draw) * total);
    const next: Known['next'][number] = at.next[index];
    if (next === undefined || next === 'open') {
      const arrival = follow(walker, at, index, now);
      if (typeof arrival === 'string') return arrival;
      at = arrival.place.at;
      if (!('next' in at)) return arrival;
    } else {
      walker.walked += 1;
      if (next === 'failed') return next;
      at = next;
    }
  }
  throw new Error('A walk through known states begins at one.');
}

/** Makes a move of a known state, and remembers what follows if the move alone decides it. */
function follow({ steps, placeOf }: Walker, from: Known, index: number, now: number): Arrival<RatedPlace> {
  const position = steps.positionAt({ ...from.state, now: Math.floor(now), steps: 0 }, from.down);
  steps.chance.forget();
  steps.make(position, itemAt(from.moves, index));
  const place = position.hasFailed ? undefined : placeOf(position, now);
  const isOpen = steps.chance.isUsed() || (place !== undefined && !('next' in place.at));
  from.next[index] ??= isOpen ? 'open' : place === undefined || !('next' in place.at) ? 'failed' : place.at;
  return place === undefined ? 'failed' : { place };
}

/** Walks while something is under way, which may come before the next failure or repair. */
function walkOpen(walker: Walker, { at, now: from }: RatedPlace, level: number, draw: Draw): Arrival<RatedPlace> {
  const { steps, horizon, placeOf } = walker;
  const position = steps.positionAt(at.state, at.down);
  const { run } = position;
  for (let now = from; ;) {
    const place = placeOf(position, now);
    if (place.importance >= level || 'next' in place.at) return { place };
    const moves = steps.movesOf(position);
    const total = moves.reduce((sum, { rate }) => sum + rate, 0);
    const due = Math.max(now, run.state.agenda[0]?.at ?? Number.POSITIVE_INFINITY);
    const next = now + waitOf(draw, total);
    now = Math.min(next, due);
    if (!(now <= horizon)) return 'over';
    if (next >= due) steps.takeDue(position);
    else {
      moveClock(run, Math.floor(now));
      let left = uniform(draw) * total;
      const move = moves.find(({ rate }) => (left -= rate) < 0) ?? moves.at(-1);
      if (move !== undefined) steps.make(position, move);
    }
    if (position.hasFailed) return 'failed';
  }
}

const halfBits = 2 ** 26;

/** Draws a number from 0 to 1, without 1, in steps of 2^-52. */
const uniform = (draw: Draw): number => (draw.pick(halfBits) * halfBits + draw.pick(halfBits)) / halfBits / halfBits;

/** Draws an exponentially distributed time. */
const waitOf = (draw: Draw, rate: number): number =>
  rate > 0 ? -Math.log1p(-uniform(draw)) / rate : Number.POSITIVE_INFINITY;

/** Returns the first index whose sum exceeds what was drawn. */
function indexIn(sums: Float64Array, drawn: number): number {
  const last = sums.length - 1;
  for (let index = 0; index < last; index++) if (drawn < itemAt(sums, index)) return index;
  return last;
}
