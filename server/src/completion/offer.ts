/**
 * What completion offers, as plain records. How an editor is told is not known here.
 */
import type { AstNode } from 'langium';

/** What an offer is, for its icon. */
export type OfferKind =
  | 'keyword'
  | 'entity'
  | 'machine'
  | 'state'
  | 'event'
  | 'value'
  | 'constant'
  | 'enum value'
  | 'policy'
  | 'setting'
  | 'function'
  | 'action'
  | 'label'
  | 'file';

/** One thing that can stand at the place where one types. */
export interface Offer {
  readonly label: string;
  readonly kind: OfferKind;
  /** What it is, in a few words. */
  readonly detail?: string;
  /** Markdown, where it is known at once. */
  readonly documentation?: string;
  /** What is written where the label is not. */
  readonly insert?: string;
  /** The same with tab stops, for editors that have them. */
  readonly snippet?: string;
  /** What is typed to find it, where the label is not. */
  readonly filter?: string;
  /** The path of the file that is imported with it, where that is not imported yet. */
  readonly importPath?: string;
  /** The smaller, the earlier it stands in the list. */
  readonly rank: number;
  /** The declaration whose documentation is shown when it is looked at. */
  readonly declaration?: AstNode;
}
