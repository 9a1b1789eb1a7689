/**
 * What an import gives: a model like one from a text, with the place in the imported file of each
 * entity and relation. It knows no format.
 */
import type { Outcome } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';

/** A model read from a file of another tool. Its sources point into that file. */
export interface Imported {
  readonly model: Model;
  readonly sources: Sources;
}

/** The value is absent if the file cannot be read as what it should be; the findings then say why. */
export type ImportOutcome = Outcome<Imported | undefined>;
