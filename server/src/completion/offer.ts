/**
 * The offers of completion as plain records, independent of the editor protocol.
 */
import type { AstNode } from 'langium';

/** The category of an offer, for its icon. */
export type OfferKind =
  | 'keyword'
  | 'entity'
  | 'class'
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

/** One thing to insert at the cursor. */
export interface Offer {
  readonly label: string;
  readonly kind: OfferKind;
  /** A description of a few words. */
  readonly detail?: string;
  /** Markdown, if it is known at once. */
  readonly documentation?: string;
  /** The text to insert, if not the label. */
  readonly insert?: string;
  /** The same with tab stops, for editors that support them. */
  readonly snippet?: string;
  /** The text to type to find it, if not the label. */
  readonly filter?: string;
  /** The path of the file to import with it, if it is not imported yet. */
  readonly importPath?: string;
  /** Smaller ranks are earlier in the list. */
  readonly rank: number;
  /** The declaration whose documentation is shown on selection. */
  readonly declaration?: AstNode;
}
