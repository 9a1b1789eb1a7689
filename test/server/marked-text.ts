/**
 * Texts with a mark for the cursor or a piece of the text.
 */
import type { Position } from '../../language/src/model/span.ts';

/** A text without its mark, and the offset of the mark. */
export interface MarkedText {
  readonly text: string;
  readonly offset: number;
  readonly position: Position;
}

/** Removes the single `¦` from a text. */
export function marked(source: string): MarkedText {
  const offset = source.indexOf('¦');
  if (offset < 0 || source.includes('¦', offset + 1)) throw new Error(`One "¦" is wanted in ${source}`);
  const text = source.slice(0, offset) + source.slice(offset + 1);
  return { text, offset, position: positionAt(text, offset) };
}

/** Returns the position of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** Returns the position in the middle of a piece of a text; `index` selects one of several equal pieces. */
export function positionOf(text: string, piece: string, index = 0): Position {
  let at = -1;
  for (let count = 0; count <= index; count++) at = text.indexOf(piece, at + 1);
  if (at < 0) throw new Error(`"${piece}" is not in the text`);
  return positionAt(text, at + Math.min(1, piece.length - 1));
}
