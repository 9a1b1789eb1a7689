/**
 * Options that take a count.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments } from './command.ts';

/** Returns the steps `--from` and `--to`; refuses a stretch that ends before it begins. */
export function readStretch(
  context: Pick<Arguments, 'values'>,
  most: number,
): Answer<{ readonly from: number | undefined; readonly to: number | undefined }> {
  const from = readCount(context, 'from', { least: 0, most });
  if ('refusal' in from) return from;
  const to = readCount(context, 'to', { least: 0, most });
  if ('refusal' in to) return to;
  const [first, last] = [from.value, to.value];
  if (first !== undefined && last !== undefined && first > last)
    return { refusal: `--from ${String(first)} comes after --to ${String(last)}; exchange them.` };
  return { value: { from: first, to: last } };
}

/**
 * Returns the count given with an option, or nothing if it is not given. Refuses anything else and counts out of
 * bounds.
 */
export function readCount(
  { values }: Pick<Arguments, 'values'>,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): Answer<number | undefined> {
  const text = values.get(name);
  if (text === undefined) return { value: undefined };
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= most) return { value: count };
  return {
    refusal: `The option "--${name}" takes a whole number from ${String(least)} to ${String(most)}; "${text}" is not one.`,
  };
}
