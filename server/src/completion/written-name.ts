/**
 * How a name of a tree is typed.
 */
import { canBegin } from '../../../language/src/dsl/syntax/items.ts';
import { operandStarts } from '../../../language/src/dsl/syntax/tokens.ts';
import { isWord, writeName } from '../../../language/src/model/language-names.ts';

/**
 * Writes a name, in quotes if something else could begin with it. A name that no word can be has its
 * quotes in the tree already.
 */
export function writtenName(name: string): string {
  const isPlain = isWord(name) && !canBegin(name) && !operandStarts.includes(name);
  return isPlain || name.startsWith("'") ? name : writeName(name);
}
