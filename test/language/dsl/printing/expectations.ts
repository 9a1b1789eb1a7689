/**
 * Prints the conditions of `expect`.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { printAll } from './expressions.ts';
import { commaList, glued, type Pieces } from './pieces.ts';

/** Returns an expectation without its first word. */
export function printExpectation(expectation: ast.Expectation): Pieces {
  switch (expectation.$type) {
    case 'OrderExpectation':
      return glued('order ', commaList(printAll(expectation.layers)));
    case 'LogExpectation':
      return glued('log ', commaList(printAll(expectation.lines)));
    case 'RefusedExpectation':
      return ['refused'];
    case 'OnlyExpectation':
      return glued('only ', commaList(printAll(expectation.conditions)));
    case 'ConditionExpectation':
      return commaList(printAll(expectation.conditions, 'expectation'));
  }
}
