/**
 * Reads a value back from the text that the language writes for it, given its type: numbers, durations, texts, names,
 * and sets of these. Maps are not supported.
 */
import type { Type } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';
import { microsecondsOfDay } from '../../model/rate.ts';
import { add, divide, type Exact, exact, multiply } from '../values/exact.ts';
import { fits } from '../values/fits.ts';
import { RunError } from '../values/run-error.ts';
import { duration, rate, setOf, type Value } from '../values/values.ts';
import { tableOf } from '../../model/common/table.ts';

const microseconds: Readonly<Record<string, number>> = tableOf({
  us: 1,
  ms: 1000,
  s: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
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
      return exactNumber(text);
    case 'duration': {
      const [, amount = '', unit = ''] = /^(.*[\d.])\s*([a-z]+)$/.exec(text) ?? [];
      const [count, size] = [exactNumber(amount), Object.hasOwn(microseconds, unit) ? microseconds[unit] : undefined];
      return count === undefined || size === undefined ? undefined : inBounds(() => duration(multiply(count, size)));
    }
    case 'rate': {
      const [, events = '', times = '1', unit = ''] = /^(\S+)\s+per\s+([\d.]+)?([a-z]+)$/.exec(text) ?? [];
      const [count, units] = [exactNumber(events), exactNumber(times)];
      const size = Object.hasOwn(microseconds, unit) ? microseconds[unit] : undefined;
      if (count === undefined || units === undefined || size === undefined) return undefined;
      return inBounds(() => rate(multiply(divide(count, units), microsecondsOfDay / size)));
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
    case 'set': {
      const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
      if (inner === undefined) return undefined;
      const items = itemsIn(inner).map((item) => valueOf(model, type.of, item));
      return items.some((item) => item === undefined) ? undefined : setOf(items as readonly Value[]);
    }
    case 'map':
      return undefined;
  }
}

/** Returns the number that `-3`, `0.5` or `1/3` is. */
function exactNumber(text: string): Exact | undefined {
  const [, sign, whole = '', decimals = '', below = '1'] = /^(-?)(\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return inBounds(() => {
    const amount = add(exact(Number(whole), 1), exact(Number(decimals), 10 ** decimals.length));
    return multiply(divide(amount, exact(Number(below), 1)), sign === '-' ? -1 : 1);
  });
}

/** Returns nothing for a value that a run could not have either: one that cannot be exact, or a division by zero. */
function inBounds<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}

/** Returns what is between the commas that are in neither quotes nor brackets. */
const itemsIn = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"|\[[^\]]*\]|[^,"[])+/g) ?? []).map((item) => item.trim());
