/**
 * Brings a trail of SPIN back: explores a check along its moves alone, until what SPIN found broken is broken here.
 */
import type { Check } from '../../model/scenario.ts';
import { exploreCheck } from '../explore/explore-check.ts';
import type { Guide } from '../explore/space/guide.ts';
import type { Broken, Limit, Progress } from '../explore/judgement/verdict.ts';
import type { Program } from '../kernel/run.ts';
import type { Move } from '../play/environment.ts';
import { isMeant, type MoveOrigin } from './move-origin.ts';

/** A run that SPIN shows, after the plain steps. */
export interface Trail {
  readonly moves: readonly MoveOrigin[];
  /** The index of the move from which on they repeat forever; absent for a run that ends. */
  readonly loopsTo?: number | undefined;
}

/** The most states along a trail whose moves are followed in any order. */
const mostStates = 100_000;

/**
 * Returns what is broken along a trail, each with its run: the moves in their order, or if that shows nothing, in any
 * order. Empty if nothing is. Cost: about that of the trail; a move that may be one of several branches it.
 */
export function* followTrail(
  program: Program,
  check: Check,
  variant: number | undefined,
  trail: Trail,
): Generator<Progress, readonly Broken[], Limit | undefined> {
  for (const guide of [inOrder(trail), inAnyOrder(trail)]) {
    const limits = { guide, variant, symmetry: false, remembers: false, states: mostStates };
    const { broken } = yield* exploreCheck(program, check, limits);
    if (broken.length > 0) return broken;
  }
  return [];
}

/** Knows for each state after how many moves of the trail it is. */
function inOrder({ moves, loopsTo }: Trail): Guide {
  const places = new Map<number, Set<number>>();
  const at = (state: number): Set<number> => {
    const known = places.get(state) ?? new Set(state < 0 ? [] : [0]);
    places.set(state, known);
    return known;
  };
  const after = (place: number): number => (place + 1 < moves.length ? place + 1 : (loopsTo ?? moves.length));
  const fits = (place: number, move: Move): boolean => {
    const origin = moves[place];
    return origin !== undefined && isMeant(origin, move);
  };
  return {
    accepts: (from, move) => [...at(from)].some((place) => fits(place, move)),
    followed(from, to, move) {
      // A state that a plain step leads to is at the beginning of the trail.
      const next = move === undefined ? [0] : [...at(from)].filter((place) => fits(place, move)).map(after);
      const known = places.get(to) ?? new Set();
      places.set(to, known);
      for (const place of next) known.add(place);
    },
  };
}

function inAnyOrder({ moves }: Trail): Guide {
  const accepts = (_: number, move: Move): boolean => moves.some((origin) => isMeant(origin, move));
  return { accepts, followed: () => undefined };
}
