/**
 * What a model needs that is not compiled to JavaScript; such a model is interpreted.
 */

/** Thrown while code is written, and caught where it is asked for. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Unsupported';
  }
}
