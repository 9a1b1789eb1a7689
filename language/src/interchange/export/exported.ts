/**
 * What an export gives: a text, and what of the model it does not say. It knows no format.
 */

/** A model as text of another format. */
export interface Exported {
  readonly text: string;
  /** Full sentences about what the format has no word for; empty if nothing is missing. */
  readonly leftOut: readonly string[];
}
