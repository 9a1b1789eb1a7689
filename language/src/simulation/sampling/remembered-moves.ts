/**
 * What moves do in random runs, remembered: from states with the same core a move leads to the same core, whatever else
 * is under way and however late it is. So a run is a walk through cores with an agenda of its own.
 */
import type { Check } from '../../model/scenario.ts';
import { hasNodes } from '../explore/steps/remembered-steps.ts';
import type { Judge } from '../explore/judgement/judge.ts';
import type { Draw } from '../kernel/draw.ts';
import type { Program } from '../kernel/run.ts';
import type { Environment } from '../play/environment.ts';
import { createKernelMoves, NotRemembered } from './kernel-moves.ts';
import type { Branching, MoveEffect, MoveOutcome, RememberedMoves } from './move-effects.ts';

/** Returns the moves of a check; undefined if what they do depends on more than the core. */
export function rememberMoves(
  program: Program,
  check: Check,
  environment: Environment,
  judge: Judge,
): RememberedMoves | undefined {
  if (program.model.collectors.length > 0 || hasNodes(program.model)) return undefined;
  const kernel = orNothing(() => createKernelMoves(program, check, environment, judge));
  if (kernel === undefined) return undefined;
  let made = 0;
  return {
    start: kernel.start,
    made: () => made,
    effect: (from, keyed, agenda, draw) => {
      let known = from.effects.get(keyed.key);
      const given: number[] = [];
      while (known !== undefined && 'count' in known) {
        const answer = draw.pick(known.count, known.what);
        given.push(answer);
        known = known.next[answer];
      }
      if (known !== undefined) return known;
      made += 1;
      const asking = createAsking(given, draw);
      const found = orNothing(() => kernel.make(from, keyed.move, agenda, asking.draw));
      if (found !== undefined) keep(from.effects, keyed.key, asking.asked, found);
      return found;
    },
  };
}

/** Returns nothing where something depends on more than the core. */
function orNothing<T>(work: () => T | undefined): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotRemembered) return undefined;
    throw error;
  }
}

/** A question to chance in a move, and its answer. */
interface Asked extends Pick<Branching, 'count' | 'what'> {
  readonly answer: number;
}

/** Returns chance that gives the answers so far and then new ones, and notes them. */
function createAsking(
  given: readonly number[],
  chance: Draw,
): { readonly draw: Draw; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const pick: Draw['pick'] = (count, what) => {
    if (count <= 1) return 0;
    const answer = given[asked.length] ?? chance.pick(count, what);
    asked.push({ count, what, answer });
    return answer;
  };
  return { draw: { pick }, asked };
}

/** Keeps what a move does after these answers. */
function keep(effects: Map<number, MoveOutcome>, key: number, asked: readonly Asked[], effect: MoveEffect): void {
  let place = {
    get: (): MoveOutcome | undefined => effects.get(key),
    set: (outcome: MoveOutcome): void => {
      effects.set(key, outcome);
    },
  };
  for (const { count, what, answer } of asked) {
    const known = place.get();
    const branching: Branching = known !== undefined && 'count' in known ? known : { count, what, next: [] };
    if (known === undefined) place.set(branching);
    place = {
      get: () => branching.next[answer],
      set: (outcome) => {
        branching.next[answer] = outcome;
      },
    };
  }
  place.set(effect);
}
