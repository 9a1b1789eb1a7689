/**
 * The requests of the side bar: the tree of entities, one node at a time, and the declared views. Names and types only,
 * as in `protocol.ts`.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { PlanEffectKind } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { TreeNode } from '../../../language/src/view/tree/entity-tree.ts';
import type { TreeGrouping } from '../../../language/src/view/tree/tree-parents.ts';
import type { Method, OfDocument } from './protocol.ts';

/** The tree that is read. */
export interface OfTree extends OfDocument {
  readonly by: TreeGrouping;
  /** Words that name, type, kind or machine of an entity contain. */
  readonly filter?: string;
}

/** The effect of the plan on an entity: never a mere notification. */
export type TreeStatus = Exclude<PlanEffectKind, 'notifiedFirst' | 'notified'>;

/** A node of the tree: a group of one kind, an entity, or a range of siblings. */
export interface TreeEntry extends Omit<TreeNode, 'entities'> {
  /** The effect of the plan, and the step in which it is destroyed. */
  readonly status?: TreeStatus;
  readonly step?: number;
  /** The number of entities at it and below it that the plan destroys, and that it harms otherwise. */
  readonly destroyed?: number;
  readonly harmed?: number;
}

/** The children of a node. */
export interface TreePage {
  readonly entries: readonly TreeEntry[];
  /** The number of entities that the filter finds, and of all. */
  readonly found: number;
  readonly total: number;
}

/** The children of the node `of`, or the top of the tree; nothing if the document is not open as a model. */
export const treeRequest: Method<OfTree & { readonly of?: string; readonly plan?: PlanQuestion }, TreePage | null> = {
  method: 'aftermath/tree',
};

/** The way to an entity: the ids from the top, empty if the tree does not show it, and where its name is declared. */
export const treeWayRequest: Method<
  OfTree & { readonly name: string },
  { readonly way: readonly string[]; readonly span: Span } | null
> = { method: 'aftermath/treeWay' };

/** A declared view. */
export interface ViewEntry {
  readonly title: string;
  readonly documentation?: string;
  readonly span: Span;
}

/** Further facts about a model for the side bar and the menus. */
export interface ModelOutline {
  readonly views: readonly ViewEntry[];
  readonly hasMachines: boolean;
}

/** The declared views of a document and its imports, and whether it has machines. */
export const outlineRequest: Method<OfDocument, ModelOutline | null> = { method: 'aftermath/outline' };
