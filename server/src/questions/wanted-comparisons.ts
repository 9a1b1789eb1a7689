/**
 * The comparisons that must hold for a scenario or check to pass: those of its expectations and properties. Below `not`
 * and `never` it is their opposite; of alternatives none must hold by itself.
 */
import type { Expression } from '../../../language/src/model/machines/expression.ts';
import type { Check, Expectation, Scenario, Step } from '../../../language/src/model/scenario.ts';

/** The comparisons, each with its opposite. */
const opposites = { '==': '!=', '!=': '==', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** The operator of a comparison. */
export type Comparing = keyof typeof opposites;

/** A comparison that must hold. */
export interface Comparison {
  readonly operator: Comparing;
  readonly left: Expression;
  readonly right: Expression;
}

/** Returns the comparisons that must hold, in the order of the text; none of a check that `fails`. */
export function wantedComparisons(declared: Scenario | Check): readonly Comparison[] {
  const expected = declared.steps.flatMap(conditionsIn).flatMap((condition) => comparisonsIn(condition, true));
  if (!('properties' in declared) || declared.fails) return expected;
  const proved = declared.properties.flatMap(({ kind, condition, goal }) =>
    comparisonsIn(goal ?? condition, kind !== 'never'),
  );
  return [...expected, ...proved];
}

/** Returns the conditions that a step expects. */
function conditionsIn(step: Step): readonly Expression[] {
  switch (step.kind) {
    case 'expect':
    case 'within':
      return expectedBy(step.expectation);
    case 'at':
      return step.step === undefined ? [] : conditionsIn(step.step);
    case 'each':
      return step.body.flatMap(conditionsIn);
    default:
      return [];
  }
}

function expectedBy(expectation: Expectation): readonly Expression[] {
  if (expectation.kind === 'holds') return [expectation.condition];
  return expectation.kind === 'each' ? expectation.conditions : [];
}

function comparisonsIn(expression: Expression, isWanted: boolean): readonly Comparison[] {
  if (expression.kind === 'not') return comparisonsIn(expression.operand, !isWanted);
  if (expression.kind === 'quantified')
    return expression.quantifier === (isWanted ? 'all' : 'any') ? comparisonsIn(expression.body, isWanted) : [];
  if (expression.kind !== 'binary') return [];
  const { operator, left, right } = expression;
  if (operator === (isWanted ? 'and' : 'or')) return [left, right].flatMap((side) => comparisonsIn(side, isWanted));
  if (!isComparing(operator)) return [];
  return [{ operator: isWanted ? operator : opposites[operator], left, right }];
}

const isComparing = (operator: string): operator is Comparing => Object.hasOwn(opposites, operator);
