/** The bounds of a check: no run of it goes on from a state in which one of them fails. */
import type { Check } from '../../model/scenario.ts';
import { isTrue } from '../kernel/operators.ts';
import type { Program, Run } from '../kernel/run.ts';
import { compileExpression } from '../program/expressions.ts';
import { scenarioScope } from '../program/program.ts';
import { placed, RunError } from '../values/run-error.ts';

/** Returns a test whether all bounds hold; it throws a `RunError` where one has no value. */
export function boundsOf(program: Program, { bounds, place }: Check): (run: Run) => boolean {
  const compiled = bounds.map((bound) => compileExpression(bound, scenarioScope(program)));
  return (run) => {
    try {
      return compiled.every((holds) => isTrue(holds({ run, self: -1, locals: [] })));
    } catch (error) {
      throw placed(error, place);
    }
  };
}

/** Returns a test whether a run may go on from a state; one in which a bound has no value breaks the check anyway. */
export function mayGoOn(program: Program, check: Check): (run: Run) => boolean {
  const isWithin = boundsOf(program, check);
  return (run) => {
    try {
      return isWithin(run);
    } catch (error) {
      if (error instanceof RunError) return true;
      throw error;
    }
  };
}
