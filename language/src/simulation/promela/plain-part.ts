/**
 * The plain steps of a check before it is exported: they are carried out here, and the exported model begins where they
 * end. What they break, or leave to chance, is not covered.
 */
import type { Check } from '../../model/scenario.ts';
import type { Environment } from '../play/environment.ts';
import { createJudge } from '../explore/judgement/judge.ts';
import { expandNext } from '../explore/expand.ts';
import { begin, createSpace, onlyStateAhead } from '../explore/space.ts';
import type { Program, State } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { variantsOf } from '../play/scenario.ts';
import type { Pending } from './claims.ts';
import { NotCovered } from './terms/uncovered.ts';

/** Where the plain steps lead. */
export interface Begun {
  readonly state: State;
  readonly environment: Environment;
  /** How many states Aftermath counts before that one. */
  readonly before: number;
  /** For each `eventually` and `leads to`, in order. */
  readonly pending: readonly Pending[];
}

/**
 * Carries out the plain steps, of the combination of that number from 0 where there are several. Throws `NotCovered`
 * where they lead to no one state.
 */
export function carryOut(program: Program, check: Check, combination?: number): Begun {
  if (check.watched.length > 0) throw new NotCovered('"watch"');
  const judge = createJudge(program, check);
  try {
    const variants = variantsOf(program, check.steps);
    const variant = variants[combination ?? 0];
    if (variant === undefined || (combination === undefined && variants.length > 1))
      throw new NotCovered('"for" in the plain steps, unless one combination is asked for');
    const space = createSpace(program, check, variant, { judge, covered: new Set() });
    let found = begin(space);
    while (found === undefined) {
      const state = onlyStateAhead(space);
      // What a run waits for when it comes there depends on its way.
      if (state !== undefined && judge.lasting.length > 0 && space.transitions !== space.expanded) break;
      if (state !== undefined)
        return {
          state,
          environment: space.environment,
          before: space.states.size() - 1,
          pending: pendingOf(judge.lasting.length, space),
        };
      const isPlain = space.expanded < space.states.size() && space.states.at(space.expanded, 0) < 0;
      if (!isPlain) break;
      found = expandNext(space);
    }
    throw new NotCovered(
      found === undefined ? 'plain steps that do not lead to one state alone' : 'plain steps that break the check',
    );
  } catch (error) {
    if (error instanceof RunError) throw new NotCovered('plain steps that end with an error');
    throw error;
  }
}

function pendingOf(
  lasting: number,
  { bits, states }: Pick<ReturnType<typeof createSpace>, 'bits' | 'states'>,
): Pending[] {
  return Array.from({ length: lasting }, (_, index) => {
    let [isMet, isAwaited] = [false, false];
    // The last one is where the exported model begins.
    for (let state = 0; state < states.size() - 1; state++) {
      const [begins, comes] = [((bits[index]?.at(state) ?? 0) & 1) !== 0, ((bits[index]?.at(state) ?? 0) & 2) !== 0];
      isMet ||= comes;
      isAwaited = !comes && (isAwaited || begins);
    }
    return { isMet, isAwaited };
  });
}
