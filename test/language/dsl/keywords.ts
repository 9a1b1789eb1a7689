/** All keywords of the language, read from the tokens of its parser. */
import { EmptyFileSystem } from 'langium';
import { createAftermathServices } from '../../../language/src/dsl/services.ts';

const { Lexer } = createAftermathServices(EmptyFileSystem).aftermath.parser;

/** Every word with a meaning in the grammar, in alphabetical order. */
export const keywords: readonly string[] = Object.keys(Lexer.definition)
  .filter((token) => /^[a-z]+$/.test(token))
  .sort((a, b) => (a < b ? -1 : 1));
