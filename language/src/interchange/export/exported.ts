/**
 * The result of an export: a text, and the parts of the model it lacks. Independent of formats.
 */

/** A model as text of another format. */
export interface Exported {
  readonly text: string;
  /** Full sentences about what the format cannot express; empty if nothing is missing. */
  readonly leftOut: readonly string[];
}
