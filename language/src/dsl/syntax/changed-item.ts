/**
 * Parses a file again in which one declaration has changed: cuts and parses only the text of this one. Takes no part in
 * anything difficult: then `parsed-items.ts` looks at the whole file.
 */
import type { LexerResult } from 'langium';
import { type Chunk, chunkRange, cutIntoChunks } from './lexing/chunks.ts';
import type * as ast from '../generated/ast.ts';
import { isWord } from './lexing/items.ts';
import { mayHaveConflicts } from './lexing/merge-conflicts.ts';
import { isShallow } from './nesting-limit.ts';
import {
  documentOf,
  type Item,
  type ItemParser,
  itemOf,
  lexedOf,
  movedItem,
  type Reusable,
  reusableOf,
  takeReusable,
} from './parsed-items.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { lineEndsIn, movedTokens } from './lexing/relex.ts';
import { sameAtEnd, sameAtStart } from './lexing/same-text.ts';

/** The functions needed from the lexer and the parser. */
export interface PieceParser extends Pick<ItemParser, 'parse'> {
  readonly cut: (piece: string) => LexerResult;
}

/**
 * Returns the tree of a text that differs from an earlier one in one declaration, and the tree of that one must not be
 * used any more; undefined if more than this declaration has to be read. Cost: O(n) for comparing the texts, and O(1)
 * for each other declaration.
 */
export function parseChange(text: string, previous: ast.Document, parser: PieceParser): ast.Document | undefined {
  const before = reusableOf(previous);
  if (before?.isPlain !== true) return undefined;
  const piece = changedPiece(text, before);
  if (piece === undefined) return undefined;
  const { item, isLast, now } = piece;
  const { place } = itemAt(before.items, item);
  const chunk = chunkOf(now, isLast, parser);
  if (chunk === undefined) return undefined;
  const moved = movedChunk(chunk, { characters: place.start, lines: place.line - 1 });
  const { value, parserErrors } = parser.parse(lexedOf(moved));
  if (parserErrors.length > 0) return undefined;
  takeReusable(previous);
  const shift = { characters: text.length - before.text.length, lines: lineEndsIn(now) - lineEndsIn(piece.before) };
  const items = before.items.map((each, index) => {
    if (index === item) return itemOf(moved, value, []);
    return index < item ? each : movedItem(each, shift);
  });
  return documentOf({ text, items, isPlain: true }, parser.parse({ tokens: [], hidden: [], errors: [] }).value);
}

/** The lines of a declaration in two versions of a text. */
interface ChangedPiece {
  readonly item: number;
  readonly isLast: boolean;
  readonly before: string;
  readonly now: string;
}

/** Returns the declaration in which a text differs, if it is one, and in lines of its own. */
function changedPiece(text: string, { text: old, items }: Reusable): ChangedPiece | undefined {
  const same = sameAtStart(old, text);
  const item = lastBegunAt(items, same);
  const [own, next] = [items[item]?.place, items[item + 1]?.place];
  if (own?.column !== 1 || (next !== undefined && next.column !== 1)) return undefined;
  const end = next?.start ?? old.length;
  const sameAfter = sameAtEnd(old, text, Math.min(old.length, text.length) - same);
  // The line end before the next declaration is still there.
  if (next !== undefined && old.length - sameAfter >= end) return undefined;
  const piece = { before: old.slice(own.start, end), now: text.slice(own.start, end + text.length - old.length) };
  return { item, isLast: next === undefined, ...piece };
}

/** Returns the number of the last item that begins at an offset or before it, or -1. Cost: O(log n). */
function lastBegunAt(items: readonly Item[], offset: number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (itemAt(items, middle).place.start <= offset) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** Returns the tokens of a piece if they are one declaration, whatever is before and after them. */
function chunkOf(piece: string, isLast: boolean, { cut }: PieceParser): Chunk | undefined {
  if (mayHaveConflicts(piece)) return undefined;
  const lexed = cut(piece);
  if (lexed.errors.length > 0 || !isShallow(lexed.tokens)) return undefined;
  const { chunks, hidden } = cutIntoChunks(lexed);
  const [chunk, second] = chunks;
  const [first, last] = [chunk?.tokens[0], chunk?.tokens.at(-1)];
  if (chunk === undefined || first === undefined || second !== undefined || hidden.length > 0) return undefined;
  // What "is" means depends on the token after it.
  if (!isWord(first) || (!isLast && last?.image === 'is')) return undefined;
  return chunkRange(chunk).start === 0 ? chunk : undefined;
}

const movedChunk = ({ tokens, hidden }: Chunk, shift: Parameters<typeof movedTokens>[1]): Chunk => ({
  tokens: movedTokens(tokens, shift),
  hidden: movedTokens(hidden, shift),
});
