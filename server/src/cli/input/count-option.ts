/**
 * Options that take a count.
 */
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Arguments } from './command.ts';

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
