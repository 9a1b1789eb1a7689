/**
 * Says what the parser expected where it failed.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import type { ParseFailure } from './parse-failure.ts';

/** Says what was expected after a token, and what was found. */
export function describe(
  { expected, rules }: ParseFailure,
  before: IToken | undefined,
  actual: IToken | undefined,
): string {
  const after = before === undefined ? '' : ` after "${before.image}"`;
  const found = actual === undefined ? '' : t`, found "${actual.image}"`;
  if (expected === undefined) return t`Expected ${valueWanted(rules)}${after}${found}.`;
  if (expected.endsWith('NAME')) {
    const [first, name] = [actual?.image[0] ?? '', actual?.image.replaceAll('"', '') ?? ''];
    const isQuotable = /[0-9]/.test(first) || (first === '"' && name !== '');
    const hint = isQuotable ? t` Write such a name in single quotes: '${name}'.` : '';
    return t`Expected a name${after}${found}.${hint}`;
  }
  if (expected === 'STRING') return t`Expected a text in double quotes${after}${found}.`;
  if (expected === 'NUMBER') return t`Expected a number${after}${found}.`;
  if (expected === '}' || expected === 'EOF') return t`Expected nothing more${after}.`;
  if (expected === 'leads')
    return t`Expected "leads to"${after}${found}. Write a property without "never", "always" or "eventually" as "p leads to q".`;
  return t`Expected "${expected}"${after}${found}.`;
}

function valueWanted(rules: readonly string[]): string {
  const rule = rules.at(-1);
  if (rule === 'Type' || rule === 'SimpleType')
    return t`a type (bool, int, 0..9, duration, text, {a, b}, pd, set<pd>, map<pd, int>)`;
  if (rule === 'RelationKind') return t`a relation (holds, manages, requests, maps, owns, refers, destroyed after, …)`;
  if (rule === 'EntityKind') return t`a kind (pd, space, resource, object, node, region)`;
  if (rule === 'Step') return t`a step`;
  if (rule === 'FaultKind') return t`a fault (crash, halt, pause, lose, duplicate, reorder)`;
  return t`a value`;
}
