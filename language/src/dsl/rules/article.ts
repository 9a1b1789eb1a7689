/**
 * Writes types and kinds with their articles for messages.
 */
import { withArticle } from '../../model/common/word-list.ts';
import { describeType, type StaticType } from '../types/static-type.ts';

/** Names a type with its article: `a duration`, `an entity`, `one of open, done`. */
export const aType = (type: StaticType): string =>
  type.kind === 'enum' ? describeType(type) : withArticle(describeType(type));

/** Capitalizes the first letter of a sentence. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
