/**
 * Finds the mode of deletion that an object gives itself, if it is none that there is: it would change nothing.
 */
import { t } from '../../model/common/translation.ts';
import { deletionModes } from '../../model/policy.ts';
import * as ast from '../generated/ast.ts';
import { didYouMean } from '../syntax/lexing/advice.ts';
import { nearestName } from '../syntax/messages/nearest-name.ts';
import { isBody, kindOf } from '../types/bodies.ts';
import { isBuiltIn } from '../types/built-ins.ts';
import { replaceNode } from './fixes/edits.ts';
import type { LanguageFault } from './rule.ts';

/** Returns the fault of a setting `deletion` of an object; undefined if its value is legal, or known only in a run. */
export function deletionFault(setting: ast.Setting): LanguageFault | undefined {
  const { $container: around, property, value } = setting;
  if (property.$refText !== 'deletion' || !isBody(around) || kindOf(around) !== 'object') return undefined;
  const word = wordOf(value);
  const [first = '', second = '', third = ''] = deletionModes.map((mode) => `"${mode}"`);
  if (word === undefined || deletionModes.some((mode) => mode === word)) return undefined;
  const nearest = nearestName(word, deletionModes);
  const advice = nearest === undefined ? '' : ` ${didYouMean(nearest)}`;
  const legal = t`An object is deleted in the mode ${first}, ${second} or ${third}; any other value changes nothing.`;
  const fixes =
    nearest === undefined ? [] : [{ title: t`Write "${nearest}"`, edits: [replaceNode(setting, nearest, 'value')] }];
  return { node: setting, property: 'value', severity: 'warning', message: `${legal}${advice}`, fixes };
}

/** Returns the word that a value is; undefined for what a parameter gives. */
function wordOf(value: ast.Expression): string | undefined {
  if (ast.isTextLiteral(value)) return value.value;
  if (ast.isNoneLiteral(value)) return undefined;
  const target = ast.isNameReference(value) ? value.target.ref : undefined;
  if (target === undefined) return value.$type.endsWith('Literal') ? (value.$cstNode?.text ?? '') : undefined;
  return isBuiltIn(target) && target.group === 'label' ? target.name : undefined;
}
