/**
 * Names of the tree as the user types them.
 */
import { canBegin } from '../../../language/src/dsl/syntax/lexing/items.ts';
import { operandStarts } from '../../../language/src/dsl/syntax/lexing/tokens.ts';
import { isWord, writeName } from '../../../language/src/model/language-names.ts';

/**
 * Returns a name, in quotes if something else could begin with it. A name that is no identifier already has its quotes
 * in the tree.
 */
export function writtenName(name: string): string {
  const isPlain = isWord(name) && !canBegin(name) && !operandStarts.includes(name);
  return isPlain || name.startsWith("'") ? name : writeName(name);
}

/** Escapes a text for a snippet. */
export const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&');
