/**
 * The plain steps of a check before it is exported: they are executed here, in every order and with every fault, and
 * the exported model begins in one of the states that they lead to. A violation within them is not covered.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Check } from '../../model/scenario.ts';
import type { Environment, Spent } from '../play/environment.ts';
import { createJudge, type Judge } from '../explore/judgement/judge.ts';
import { expandNext } from '../explore/space/expand.ts';
import { takeNext } from '../explore/space/kept-ways.ts';
import { begin, createSpace, isMoment, type Space } from '../explore/space/space.ts';
import { stateWidth } from '../explore/state/stored-state.ts';
import { createGrid } from '../explore/steps/grid.ts';
import type { Program, State } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { variantsOf, type Variant } from '../play/scenario.ts';
import type { Pending } from './claims.ts';
import { NotCovered } from './terms/uncovered.ts';

/** One of the states that the exported model may begin in. */
export interface Beginning {
  readonly state: State;
  readonly spent: Spent;
  /** For each `eventually` and `leads to`, in order. */
  readonly pending: readonly Pending[];
}

/** The states that the plain steps lead to. */
export interface Begun {
  readonly first: Beginning;
  readonly others: readonly Beginning[];
  readonly environment: Environment;
  /** The number of states that Aftermath counts before these. */
  readonly before: number;
}

/** The most beginnings that are written out one by one. */
const mostBeginnings = 100;
/** The most states that are explored on the way. */
const mostBefore = 50_000;

/**
 * Executes the plain steps, of the combination with that index, from 0, where there are several. Throws `NotCovered`
 * where they break the check, or lead too far.
 */
export function carryOut(program: Program, check: Check, combination?: number): Begun {
  if (check.watched.length > 0) throw new NotCovered('"watch"');
  const judge = createJudge(program, check);
  try {
    const variants = variantsOf(program, check.steps);
    const variant = variants[combination ?? 0];
    if (variant === undefined || (combination === undefined && variants.length > 1))
      throw new NotCovered('"for" in the plain steps, unless one combination is selected');
    const space = gone(program, check, variant, judge);
    const [first, ...others] = beginningsIn(space);
    if (first === undefined) throw new NotCovered('plain steps that never end');
    if (others.length >= mostBeginnings)
      throw new NotCovered(`plain steps that lead to more than ${mostBeginnings} states`);
    return { first, others, environment: space.environment, before: space.moments.length };
  } catch (error) {
    if (error instanceof RunError) throw new NotCovered('plain steps that end with an error');
    throw error;
  }
}

/** Explores the plain steps, again with closer instants where some turned out too far apart. */
function gone(program: Program, check: Check, variant: Variant, judge: Judge): Space {
  const grid = createGrid(program.model, check);
  for (;;) {
    grid?.restart();
    const limits = { covered: new Set<PlaceId>(), remembers: false, symmetry: false, reduces: false };
    const space = createSpace(program, check, variant, { judge, grid, ...limits });
    let found = begin(space);
    while (found === undefined && space.expanded < space.states.size() && grid?.isTooCoarse() !== true) {
      if (isMoment(space, space.expanded)) found = expandNext(space);
      else takeNext(space);
      if (space.states.size() > mostBefore) throw new NotCovered(`plain steps with more than ${mostBefore} states`);
    }
    if (found === undefined && space.instants.cycle() !== undefined)
      throw new NotCovered('plain steps with an instant that does not end');
    if (found !== undefined) throw new NotCovered('plain steps that break the check');
    if (grid?.isTooCoarse() === true) continue;
    if (grid?.resolution() !== undefined) throw new NotCovered('plain steps explored at a resolution');
    return space;
  }
}

/**
 * Returns the states after the plain steps; one occurs more than once if what a run awaits there differs by its path.
 */
function beginningsIn(space: Space): Beginning[] {
  const { states, startCount, code, bits, offsets, targets } = space;
  const none = bits.map((): Pending => ({ isMet: false, isAwaited: false }));
  const known = new Map<string, readonly [state: number, pending: readonly Pending[]]>();
  const arrive = (state: number, pending: readonly Pending[]): void => {
    const key = `${state} ${JSON.stringify(pending)}`;
    if (!known.has(key)) known.set(key, [state, pending]);
  };
  // Where nothing is awaited, no transitions are kept, and the path to a state makes no difference.
  for (let state = 0; state < (bits.length === 0 ? states.size() : startCount); state++) arrive(state, none);
  const beginnings: Beginning[] = [];
  // The map grows while it is read.
  for (const [state, pending] of known.values()) {
    if (!isMoment(space, state)) {
      const row = new Int32Array(stateWidth);
      states.read(state, row);
      beginnings.push({ ...code.decode(row), pending });
      continue;
    }
    const then = pending.map(({ isMet, isAwaited }, index): Pending => {
      const bit = bits[index]?.at(state) ?? 0;
      const [begins, comes] = [(bit & 1) !== 0, (bit & 2) !== 0];
      return { isMet: isMet || comes, isAwaited: !comes && (isAwaited || begins) };
    });
    const end = state + 1 < offsets.size() ? offsets.at(state + 1) : targets.size();
    if (bits.length > 0) for (let way = offsets.at(state); way < end; way++) arrive(targets.at(way), then);
  }
  return beginnings;
}
