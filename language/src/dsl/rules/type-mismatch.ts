/**
 * Finds values of a type that is meaningless in their context: a guard that is not a condition, a number instead of a
 * duration, an argument of another type than its parameter, a relation between wrong kinds.
 */
import type { AstNode } from 'langium';
import { wordList } from '../../model/common/word-list.ts';
import * as ast from '../generated/ast.ts';
import type { StaticType } from '../types/static-type.ts';
import { typeOf } from '../types/typing.ts';
import { aType, sentence } from './article.ts';
import type { LanguageRule, LanguageFault } from './rule.ts';
import { typeFits } from './fits.ts';
import { unitAdvice, unitFixes } from './fixes/units.ts';
import { keywordValue } from './keyword-value.ts';
import { operandFault, type OperandFault } from './operand-faults.ts';
import { type WantedType, wantedIn } from './wanted-types.ts';
import { t } from '../../model/common/translation.ts';

/** Reports values of the wrong type. */
export const typeMismatch: LanguageRule = {
  code: 'type/mismatch',
  run(tree, report) {
    for (const node of tree.nodes) {
      const between = operandFault(node) ?? noneFault(node);
      if (between !== undefined) {
        const { expression, message, wanted, fix } = between;
        const fixes = wanted === undefined ? [] : unitFixes(expression, wanted);
        report({ node: expression, message, fixes: fix === undefined ? fixes : [fix, ...fixes] });
      }
      for (const wanted of wantedIn(node)) {
        const fault = faultOf(wanted);
        if (fault !== undefined) report(fault);
      }
    }
  },
};

/** Returns the fault of `none broken` and `none holds r`, which are false whatever happens. */
function noneFault(node: AstNode): OperandFault | undefined {
  if (!ast.isTest(node) && !ast.isRelated(node)) return undefined;
  const expression = ast.isTest(node) ? node.subject : node.source;
  if (typeOf(expression).kind !== 'none') return undefined;
  const written = ast.isTest(node) ? node.predicate : `${node.kind} y`;
  const message = t`"none" is no entity, so nothing is true of it. Of no member of a list: not any x in p[*]: x ${written}`;
  return { expression, message };
}

function faultOf({ expression, types, what }: WantedType): LanguageFault | undefined {
  const given = typeOf(expression);
  if (types.some((type) => typeFits(given, type)) || isListOf(expression, types)) return undefined;
  const [first] = types;
  const meant = first && keywordValue(first, expression);
  const advice = (first && unitAdvice(expression, given, first)) ?? meant?.advice ?? t`Correct it.`;
  return {
    node: expression,
    message: t`${sentence(what)} must be ${legalOf(types)}, but this is ${aType(given)}. ${advice}`,
    fixes: first === undefined ? [] : [...unitFixes(expression, first), ...(meant === undefined ? [] : [meant.fix])],
  };
}

/** Returns true if each member of a list fits where a set is expected; the list's type reflects only the first. */
function isListOf(expression: ast.Expression, types: readonly StaticType[]): boolean {
  if (!ast.isListLiteral(expression)) return false;
  return types.some((type) => type.kind === 'set' && expression.items.every((item) => fitsInto(typeOf(item), type.of)));
}

const fitsInto = (given: StaticType, element: StaticType): boolean =>
  typeFits(given, element) || (given.kind === 'set' && typeFits(given.of, element));

/** Names the types in words; omits a set next to its member type. */
function legalOf(types: readonly StaticType[]): string {
  const singles = types.filter(({ kind }) => kind !== 'set' || types.length === 1);
  return wordList(singles.map(aType), 'or');
}
