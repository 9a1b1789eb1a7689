/**
 * Options that take an amount of memory, such as `4g`, or a time, such as `10m`.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments } from './command.ts';
import { tableOf } from '../../../../language/src/model/common/table.ts';

const bytes: Readonly<Record<string, number>> = tableOf({ k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 });
const seconds: Readonly<Record<string, number>> = tableOf({ s: 1, m: 60, h: 3600 });

/** Returns the bytes given with an option, or nothing if it is not given. */
export const readMemory = (given: Pick<Arguments, 'values'>, name: string): Answer<number | undefined> =>
  readAmount(given, name, { units: bytes, like: 'an amount of memory such as 512m or 4g' });

/** Returns the milliseconds given with an option, or nothing if it is not given. */
export function readTime(given: Pick<Arguments, 'values'>, name: string): Answer<number | undefined> {
  const read = readAmount(given, name, { units: seconds, like: 'a time such as 30s or 10m' });
  return 'refusal' in read || read.value === undefined ? read : { value: read.value * 1000 };
}

function readAmount(
  { values }: Pick<Arguments, 'values'>,
  name: string,
  { units, like }: { readonly units: Readonly<Record<string, number>>; readonly like: string },
): Answer<number | undefined> {
  const text = values.get(name);
  if (text === undefined) return { value: undefined };
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([a-z])$/i.exec(text) ?? [];
  const amount = Number(number) * (units[unit.toLowerCase()] ?? 0);
  if (amount > 0) return { value: amount };
  return { refusal: `The option "--${name}" takes ${like}; "${text}" is not one.` };
}
