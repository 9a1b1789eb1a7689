/**
 * What a check of the language is: it looks at the tree of one file and reports one kind of fault.
 * Checks of the model, which see no tree, are in `analysis/checks`.
 */
import type { AstNode } from 'langium';
import type { Severity } from '../../model/finding.ts';
import type * as ast from '../generated/ast.ts';

/** Reports the fault at a property of a node. `earlier` is a declaration that it collides with. */
export type Report = (node: AstNode, property: string, message: string, earlier?: AstNode) => void;

export interface LanguageCheck {
  readonly code: string;
  readonly severity: Severity;
  readonly run: (document: ast.Document, report: Report) => void;
}
