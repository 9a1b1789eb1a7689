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

/** Thrown for a name that an entity does not have: to ask for it ends a run. */
export class NoSuchName extends NotCovered {
  constructor(name: string) {
    super(`the setting "${name}"`);
    this.name = 'NoSuchName';
  }
}
