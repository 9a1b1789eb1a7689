/**
 * A place in a source text. Spans live beside the model (see `Sources` in `model.ts`), never inside
 * its entities, so that two texts that say the same have equal models.
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
