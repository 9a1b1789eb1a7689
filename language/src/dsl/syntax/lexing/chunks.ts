/**
 * Cuts the tokens of a file into chunks that can be parsed one by one: one declaration, or a few that share a line,
 * each with the comments before it. Recognizes chunks that have not changed.
 */
import type { IToken } from 'chevrotain';
import type { LexerResult } from 'langium';
import { splitItems } from './items.ts';

/** Consecutive tokens, and the comments before and between them. */
export interface Chunk {
  readonly tokens: readonly IToken[];
  readonly hidden: readonly IToken[];
}

/** Returns the chunks of a file, and the comments after the last. */
export function cutIntoChunks({ tokens, hidden }: LexerResult): { chunks: Chunk[]; hidden: readonly IToken[] } {
  let at = 0;
  const chunks = splitItems(tokens).map((item): Chunk => {
    const end = endOf(item.at(-1));
    const from = at;
    while (at < hidden.length && (hidden[at]?.startOffset ?? end) < end) at++;
    return { tokens: item, hidden: hidden.slice(from, at) };
  });
  return { chunks, hidden: hidden.slice(at) };
}

/** Joins consecutive chunks. */
export const joinChunks = (chunks: readonly Chunk[]): Chunk => ({
  tokens: chunks.flatMap(({ tokens }) => tokens),
  hidden: chunks.flatMap(({ hidden }) => hidden),
});

/** Cuts a chunk after `length` tokens. */
export function cutChunk({ tokens, hidden }: Chunk, length: number): { readonly before: Chunk; readonly after: Chunk } {
  const end = endOf(tokens[length - 1]);
  return {
    before: { tokens: tokens.slice(0, length), hidden: hidden.filter(({ startOffset }) => startOffset < end) },
    after: { tokens: tokens.slice(length), hidden: hidden.filter(({ startOffset }) => startOffset >= end) },
  };
}

/** The position of a chunk, and the types of its tokens. */
export interface ChunkPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  /** The number of each token's type as a character: the same text can be read differently after other text. */
  readonly types: string;
}

/** Returns the position of a chunk. */
export function chunkPlace(chunk: Chunk): ChunkPlace {
  const types = chunk.tokens.map(({ tokenTypeIdx }) => String.fromCharCode(tokenTypeIdx)).join('');
  return { ...chunkRange(chunk), types };
}

/** Returns the start and end of a chunk, including the comments before it. */
export function chunkRange({ tokens, hidden }: Chunk): Omit<ChunkPlace, 'types'> {
  const [token] = tokens;
  const [comment] = hidden;
  const first = comment !== undefined && comment.startOffset < (token?.startOffset ?? 0) ? comment : token;
  return {
    start: first?.startOffset ?? 0,
    end: endOf(tokens.at(-1)),
    line: first?.startLine ?? 1,
    column: first?.startColumn ?? 1,
  };
}

/** A text, and the position of a chunk in it. */
export interface PlaceIn {
  readonly text: string;
  readonly place: ChunkPlace;
}

/** Returns true if a chunk reads the same as before, so that its tree differs only in position. */
export function isSame(chunk: Chunk, text: string, old: PlaceIn): boolean {
  const { start, end, column } = chunkRange(chunk);
  const { tokens } = chunk;
  const { place } = old;
  if (place.end - place.start !== end - start || place.column !== column) return false;
  if (place.types.length !== tokens.length) return false;
  if (old.text.slice(place.start, place.end) !== text.slice(start, end)) return false;
  for (let index = 0; index < tokens.length; index++) {
    if (tokens[index]?.tokenTypeIdx !== place.types.charCodeAt(index)) return false;
  }
  return true;
}

const endOf = (token: IToken | undefined): number => (token?.endOffset ?? -1) + 1;
