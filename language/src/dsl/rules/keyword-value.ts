/**
 * Recognizes a keyword in the place of a value of an enumeration that has the same name: `status == none` where the
 * type is `{none, open}`. Without quotes the keyword is meant.
 */
import type { Fix } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';
import { textOf } from '../syntax/tree/places.ts';
import type { StaticType } from '../types/static-type.ts';
import { replaceNode } from './fixes/edits.ts';
import { t } from '../../model/common/translation.ts';

/** The keywords that are values of their own. */
const keywords: readonly string[] = ['none', 'true', 'false'];

/** Returns the advice to quote a keyword where a value of the enumeration with its name is meant, with the fix. */
export function keywordValue(
  type: StaticType,
  expression: ast.Expression,
): { readonly advice: string; readonly fix: Fix } | undefined {
  const word = textOf(expression) ?? '';
  if (type.kind !== 'enum' || !keywords.includes(word) || !type.values.includes(word)) return undefined;
  const quoted = `'${word}'`;
  return {
    advice: t`The value of that name is written ${quoted}.`,
    fix: { title: t`Write ${quoted}`, edits: [replaceNode(expression, quoted)] },
  };
}
