/**
 * The result of an import: a model like one from a text, with the location of each entity and relation in the imported
 * file. Independent of formats.
 */
import type { Outcome } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';

/** A model read from another tool's file. Its sources point into that file. */
export interface Imported {
  readonly model: Model;
  readonly sources: Sources;
}

/** The value is undefined if the file cannot be read in its format; the findings say why. */
export type ImportOutcome = Outcome<Imported | undefined>;
