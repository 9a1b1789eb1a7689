/**
 * The result of an import: a model like one from a text, with the location of each entity and relation in the imported
 * file. Independent of formats.
 */
import type { Outcome } from '../../model/finding.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model, Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import type { RelationId } from '../../model/relation.ts';

/** A model read from another tool's file. Its sources point into that file. */
export interface Imported extends ImportedText {
  readonly model: Model;
  readonly sources: Sources;
  /** The words of origins that are not the text of their line: a default that no line states. */
  readonly words?: {
    readonly entities?: ReadonlyMap<EntityId, string>;
    readonly relations?: ReadonlyMap<RelationId, string>;
  };
}

/** The text that an importer writes around the printed model. */
export interface ImportedText {
  /** The libraries that the text imports: `std/murano`. */
  readonly libraries?: readonly string[];
  /** The classes of these libraries of which entities are instances. */
  readonly classes?: ReadonlyMap<EntityId, string>;
  /** The lines of declarations that follow the printed model, such as machines. */
  readonly declarations?: readonly DeclaredLine[];
}

/** A line that an importer writes itself. */
export interface DeclaredLine {
  readonly text: string;
  /** The place in the imported file that states it. */
  readonly span?: Span;
}

/** The value is undefined if the file cannot be read in its format; the findings say why. */
export type ImportOutcome = Outcome<Imported | undefined>;
