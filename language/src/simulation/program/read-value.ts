/**
 * Reads a value back from the text that the language writes for it, given its type: numbers, durations, texts, names.
 * Sets and maps are not supported.
 */
import type { Type } from '../../model/expression.ts';
import type { Model } from '../../model/model.ts';
import { fits } from '../values/fits.ts';
import type { Value } from '../values/values.ts';
import { tableOf } from '../../model/table.ts';

const microseconds: Readonly<Record<string, number>> = tableOf({
  us: 1,
  ms: 1000,
  s: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
});

/** Returns the value, wrapped because a value may be undefined; undefined for a text that is no value of the type. */
export function readValue(
  model: Pick<Model, 'entities'>,
  type: Type,
  text: string,
): { readonly value: Value } | undefined {
  const value = valueOf(model, type, text.trim());
  return value === undefined || !fits(model, value, type) ? undefined : { value };
}

function valueOf(model: Pick<Model, 'entities'>, type: Type, text: string): Value | undefined {
  switch (type.kind) {
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'int':
    case 'number':
    case 'range':
      return wholeNumber(text);
    case 'duration': {
      const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(text) ?? [];
      const size = Object.hasOwn(microseconds, unit) ? microseconds[unit] : undefined;
      return size === undefined ? undefined : { kind: 'duration', microseconds: Math.round(Number(amount) * size) };
    }
    case 'text':
      return text.replace(/^"(.*)"$/s, '$1');
    case 'enum':
      return { kind: 'symbol', name: text };
    case 'entity': {
      if (text === 'none') return null;
      const found = model.entities.find(({ name }) => name === text);
      return found === undefined ? undefined : { kind: 'entity', id: found.id };
    }
    case 'set':
    case 'map':
      return undefined;
  }
}

function wholeNumber(text: string): number | undefined {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
