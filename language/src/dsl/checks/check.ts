/**
 * What a check of the language is: it looks at the tree of one file and reports one kind of fault.
 * Checks of the model, which see no tree, are in `analysis/checks`.
 */
import type { AstNode } from 'langium';
import type { Fix, Severity } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import type { TreeIndex } from '../names/tree-index.ts';

/** A place in the tree: a node, or one property of it. */
export interface Place {
  readonly node: AstNode;
  readonly property?: string;
}

/** One fault, at its place. */
export interface LanguageFault extends Place {
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly (Place & { readonly message: string })[];
  readonly fixes?: readonly Fix[];
}

export type Report = (fault: LanguageFault) => void;

/**
 * What must have been read without a fault before a finding is sure: only the words that it is about,
 * the whole declaration around it, or the whole file, where it says that something stands nowhere.
 */
export type Certainty = 'words' | 'declaration' | 'file';

/**
 * What a check has to look at: at one declaration after the other, each with what it names, or at the whole file,
 * where a declaration that does not name the other makes a difference. Default: `declaration`.
 */
export type Sight = 'declaration' | 'file';

/** One row of the registry. */
export interface LanguageCheck {
  readonly code: FindingCode;
  /** Default: `words`. */
  readonly certainty?: Certainty;
  readonly looksAt?: Sight;
  /** Reports each fault at its place; `tree` is that of the whole file only where the check looks at that. */
  readonly run: (tree: TreeIndex, report: Report) => void;
}
