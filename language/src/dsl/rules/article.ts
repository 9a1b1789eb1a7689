/**
 * Writes types and kinds with their articles for messages.
 */
import { describeType, type StaticType } from '../types/static-type.ts';

/** Puts `a` or `an` before a word. */
export const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

/** Names a type with its article: `a duration`, `an entity`, `one of open, done`. */
export const aType = (type: StaticType): string =>
  type.kind === 'enum' ? describeType(type) : withArticle(describeType(type));

/** Capitalizes the first letter of a sentence. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
