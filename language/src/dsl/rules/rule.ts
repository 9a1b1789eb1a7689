/**
 * A rule of the language: it examines the tree of one file and reports one kind of fault. Rules of the model, which
 * see no tree, are in `analysis/rules`.
 */
import type { AstNode } from 'langium';
import type { Fix, Severity } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import type { TreeIndex } from '../names/tree-index.ts';

/** A location in the tree: a node, or one property of it. */
export interface NodeOrProperty {
  readonly node: AstNode;
  readonly property?: string;
}

/** One fault at its location. */
export interface LanguageFault extends NodeOrProperty {
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly (NodeOrProperty & { readonly message: string })[];
  readonly fixes?: readonly Fix[];
}

/** Reports a fault. */
export type ReportFault = (fault: LanguageFault) => void;

/**
 * The text that must be free of syntax errors for a finding to be certain: the words it is about, the declaration
 * around it, or the whole file if it says that something is missing everywhere.
 */
export type Certainty = 'words' | 'declaration' | 'file';

/**
 * The input of a rule: one declaration at a time, each with what it names, or the whole file if declarations that do
 * not name each other matter. Default: `declaration`.
 */
export type RuleInput = 'declaration' | 'file';

/** One row of the registry. */
export interface LanguageRule {
  readonly code: FindingCode;
  /** Default: `words`. */
  readonly certainty?: Certainty;
  readonly looksAt?: RuleInput;
  /** Reports each fault at its location; `tree` covers the whole file only if the rule looks at the file. */
  readonly run: (tree: TreeIndex, report: ReportFault) => void;
}
