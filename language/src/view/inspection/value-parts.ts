/**
 * Makes values that can be expanded: sets with their members, maps with their keys, entities by their names.
 */
import { textOf } from '../../simulation/program/expressions.ts';
import type { Program } from '../../simulation/kernel/run.ts';
import { isKind, type Value } from '../../simulation/values/values.ts';
import type { InspectedValue } from './inspected.ts';
import { t } from '../../model/common/translation.ts';

/** The most parts of a value that are listed; the number of others comes last. */
export const mostParts = 500;

/** Returns a value under a name; `expression` is its text in the language. */
export function inspectValue(
  program: Program,
  {
    name,
    value,
    expression,
  }: { readonly name: string; readonly value: Value; readonly expression?: string | undefined },
): InspectedValue {
  const shared = { name, text: textOf(program, value), ...(expression !== undefined && { expression }) };
  if (isKind(value, 'entity')) return { ...shared, actor: value.id + 1 };
  if (isKind(value, 'set')) {
    const items = value.items.slice(0, mostParts);
    const parts = items.map((item, index) => inspectValue(program, { name: String(index), value: item }));
    return { ...shared, parts: [...parts, ...others(value.items.length - items.length)] };
  }
  if (!isKind(value, 'map')) return shared;
  const entries = [...value.entries.values()];
  const parts = entries.slice(0, mostParts).map((entry) => {
    const key = textOf(program, entry.key);
    const inner = expression === undefined ? undefined : `${expression}[${key}]`;
    return inspectValue(program, { name: key, value: entry.value, expression: inner });
  });
  const otherwise = inspectValue(program, { name: t`every other key`, value: value.otherwise });
  return { ...shared, parts: [...parts, ...others(entries.length - parts.length), otherwise] };
}

/** Returns the number of omitted parts as a value, if there are any. */
export const others = (count: number): readonly InspectedValue[] =>
  count > 0 ? [{ name: '…', text: t`${String(count)} more` }] : [];
