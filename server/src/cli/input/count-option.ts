/**
 * Options that take a count.
 */
import type { Answer } from '../../../../language/src/model/answer.ts';
import type { Arguments } from './command.ts';

/** Returns the count after an option, or nothing where it is not given. Refuses what is none, or out of bounds. */
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
    refusal: `The option "--${name}" takes a whole number from ${String(least)} to ${String(most)}; "${text}" is none.`,
  };
}
