/**
 * Locations in a source text. Spans are kept beside the model (see `Sources` in `model.ts`), never inside its entities,
 * so that equivalent texts have equal models.
 */

/** A position in a text: zero-based `line`, and `character` in UTF-16 units from the start of that line. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The half-open range `[start, end)` of the document `uri`. */
export interface Span {
  readonly uri: string;
  readonly start: Position;
  readonly end: Position;
}

/** Compares two positions of one text: negative if `a` comes first, 0 if they are the same. */
export const comparePositions = (a: Position, b: Position): number => a.line - b.line || a.character - b.character;

/** Returns true if a range lies within another of the same text, ends included. */
export const isWithin = (inner: Omit<Span, 'uri'>, outer: Omit<Span, 'uri'>): boolean =>
  comparePositions(outer.start, inner.start) <= 0 && comparePositions(inner.end, outer.end) <= 0;
