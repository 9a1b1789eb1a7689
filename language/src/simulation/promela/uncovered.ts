/**
 * What of a model an export to Promela does not cover: each construct with its place, found in one go.
 */
import type { PlaceId } from '../../model/action.ts';

/** A construct that has no translation. */
export interface Uncovered {
  /** What it is, in the middle of a sentence. */
  readonly what: string;
  readonly place: PlaceId;
}

/** Thrown while a piece of a model is translated, and caught where its place is known. */
export class NotCovered extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'NotCovered';
  }
}
