/** The values of single arguments of blocks: words, texts and addresses. */
import type { HclArgument } from './hcl.ts';
import { withoutIndices } from './references.ts';

/** Returns true if an argument is the word `true`. */
export const isTrueWord = (argument: HclArgument | undefined): boolean =>
  argument?.value.length === 1 && argument.value[0]?.text === 'true';

/** Returns the text that an argument is, if it is one. */
export function textArgument(argument: HclArgument | undefined): string | undefined {
  const [token] = argument?.value ?? [];
  return token?.kind === 'text' ? token.text : undefined;
}

/** Returns an address that is a value, without its indices. */
export function addressIn(argument: HclArgument | undefined): string | undefined {
  return (
    argument && withoutIndices(argument.value.map(({ kind, text }) => (kind === 'text' ? `"${text}"` : text)).join(''))
  );
}

/** Returns what an argument refers to as a whole, if it is given. */
export const referencesAndNames = (argument: HclArgument | undefined): string[] =>
  argument === undefined ? [] : [addressIn(argument) ?? ''];
