/**
 * Judges a check in each state: its properties, its bounds, and the built-in properties of keepalive collection. It
 * judges one state or step at a time and knows nothing of the transitions between states.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { printExpression } from '../../../model/machines/print-expression.ts';
import type { Check, Property } from '../../../model/scenario.ts';
import { compileExpression } from '../../program/expressions.ts';
import { leaseProperties } from '../../kernel/lease/properties.ts';
import { isTrue } from '../../kernel/operators.ts';
import { boundsOf } from '../../play/bounds.ts';
import type { Played } from '../../play/player.ts';
import { scenarioScope } from '../../program/program.ts';
import type { Evaluate, Program, Run } from '../../kernel/run.ts';
import { placed, RunError } from '../../values/run-error.ts';
import type { Broken } from './verdict.ts';
import { type WatchedOfLeases, watchedOfLeases } from '../relevance/watched-leases.ts';
import { entityName } from '../../../model/model.ts';
import { t } from '../../../model/common/translation.ts';

/** A violation without the run that shows it. */
export type Violation = Omit<Broken, 'counterexample'>;

/** One condition that a check imposes on each state. */
export interface AskedCondition {
  /** `never app broken`, `S1`. */
  readonly name: string;
  readonly place: PlaceId | undefined;
  /** Throws a `RunError` where judging fails. */
  readonly faultIn: (run: Run) => Violation | undefined;
}

/** The compiled judge of a check. */
export interface Judge {
  /** All conditions on each state, in order. */
  readonly asked: readonly AskedCondition[];
  /** Returns the fault of a step: an error that ended it, an expectation, a property of its last state. */
  readonly faultAfter: (run: Run, played: Played) => Violation | undefined;
  /** Returns the fault of a state by itself. */
  readonly faultIn: (run: Run) => Violation | undefined;
  /** For each of `lasting`, in order: bit 0 is set if its condition holds, bit 1 if the awaited condition has come. */
  readonly bitsOf: (run: Run) => readonly number[];
  /** Returns true if all bounds hold. */
  readonly isWithin: (run: Run) => boolean;
  /** The properties that only whole runs can break, in the order of the text. */
  readonly lasting: readonly Property[];
}

/** The judgement of a state. */
export interface Judged {
  readonly fault: Violation | undefined;
  /** The fault of judging the rest. */
  readonly late: Violation | undefined;
  readonly bits: readonly number[];
  readonly isWithin: boolean;
}

/** Judges the state of a run, except for the faults of the state by itself. */
export function judgeRest(judge: Judge, run: Run): Omit<Judged, 'fault'> {
  try {
    return { late: undefined, bits: judge.bitsOf(run), isWithin: judge.isWithin(run) };
  } catch (error) {
    if (error instanceof RunError) return { late: errorFault(error), bits: [], isWithin: true };
    throw error;
  }
}

/** Compiles the judge of a check. */
export function createJudge(program: Program, check: Check): Judge {
  const compiled = (expression: Expression, place: PlaceId): ((run: Run) => boolean) =>
    evaluator(compileExpression(expression, scenarioScope(program)), place);
  const momentary = check.properties
    .filter(({ kind }) => kind === 'never' || kind === 'always')
    .map((property): AskedCondition => {
      const holds = compiled(property.condition, property.place);
      return {
        name: propertyName(program, property),
        place: property.place,
        faultIn: (run) => (holds(run) === (property.kind === 'never') ? momentaryFault(program, property) : undefined),
      };
    });
  const lasting = check.properties.filter(({ kind }) => kind === 'eventually' || kind === 'leads to');
  const watched = lasting.map(({ condition, goal, place }) => {
    const isMet = compiled(condition, place);
    return { isMet, isReached: goal === undefined ? isMet : compiled(goal, place) };
  });
  const ofLeases = program.model.collectors.length > 0 ? watchedOfLeases(check) : [];
  const asked = [...momentary, ...ofLeases.map(askedOfLeases)];

  const faultOf = (run: Run): Violation | undefined => {
    for (const { faultIn } of asked) {
      const fault = faultIn(run);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return {
    ...{ asked, lasting },
    faultAfter: (run, played) => {
      if (played.kind === 'judged') {
        const { judgement, place } = played;
        // Time may have passed until it held.
        if (judgement.holds) return judgedState(() => faultOf(run));
        return {
          kind: 'expectation',
          place,
          message: t`Expected ${judgement.expected}; found: ${judgement.found}.`,
        };
      }
      const { error } = played.stepped;
      return error === undefined ? judgedState(() => faultOf(run)) : errorFault(error);
    },
    faultIn: (run) => judgedState(() => faultOf(run)),
    bitsOf: (run) => watched.map(({ isMet, isReached }) => (isMet(run) ? 1 : 0) | (isReached(run) ? 2 : 0)),
    isWithin: boundsOf(program, check),
  };
}

/** Runs a judgement of a state; an error in it is a fault as well. */
export function judgedState(work: () => Violation | undefined): Violation | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RunError) return errorFault(error);
    throw error;
  }
}

/** An error that ends a run breaks every check. */
export const errorFault = ({ code, message, place }: RunError): Violation => ({ kind: 'error', code, message, place });

function evaluator(evaluate: Evaluate, place: PlaceId): (run: Run) => boolean {
  return (run) => {
    try {
      return isTrue(evaluate({ run, self: -1, locals: [] }));
    } catch (error) {
      throw placed(error, place);
    }
  };
}

function askedOfLeases({ name, place }: WatchedOfLeases): AskedCondition {
  const faultIn = (run: Run): Violation | undefined => {
    const [broken] = leaseProperties[name](run);
    if (broken === undefined) return undefined;
    const cause = broken.cause === undefined ? '' : t` Cause: ${broken.cause}.`;
    return { kind: 'built-in', place, message: `${name}: ${broken.message}${cause}` };
  };
  return { name, place, faultIn };
}

/** Returns a property as it is written: `never app broken`. */
export function propertyName({ model }: Program, { kind, condition, goal }: Property): string {
  const text = (expression: Expression): string => printExpression(expression, (id) => entityName(model, id));
  return goal === undefined ? `${kind} ${text(condition)}` : `${text(condition)} leads to ${text(goal)}`;
}

function momentaryFault({ model }: Program, { kind, condition, place }: Property): Violation {
  const text = printExpression(condition, (id) => entityName(model, id));
  const message = kind === 'never' ? t`"${text}" can become true.` : t`"${text}" can become false.`;
  return { kind: kind === 'never' ? 'never' : 'always', place, message };
}
