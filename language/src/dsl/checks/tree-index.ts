/**
 * The nodes and references of one file, found in a single walk and kept with the tree, so that no
 * check has to walk it again.
 */
import type { AstNode, Reference } from 'langium';
import type * as ast from '../generated/ast.ts';

/** A name in the tree that stands for a declaration. */
export interface Use {
  /** The node that the name is a property of. */
  readonly node: AstNode;
  readonly property: string;
  readonly reference: Reference;
}

/** All nodes of a file by type, in the order of the text, and all its references. */
export interface TreeIndex {
  readonly document: ast.Document;
  /** Returns the nodes whose `$type` is exactly this. */
  readonly all: <K extends keyof ast.AftermathAstType>(type: K) => readonly ast.AftermathAstType[K][];
  /** Every node of the file but the file itself. */
  readonly nodes: readonly AstNode[];
  readonly uses: readonly Use[];
}

const indexes = new WeakMap<ast.Document, TreeIndex>();

/** Returns the index of a file; it is built once for each tree. Cost: O(nodes). */
export function indexTree(document: ast.Document): TreeIndex {
  let index = indexes.get(document);
  if (index === undefined) indexes.set(document, (index = buildIndex(document)));
  return index;
}

/** Returns the index of a node that hangs in a file and is no part of it, with all below it. */
export const indexPart = (document: ast.Document, root: AstNode): TreeIndex => buildIndex(document, root);

function buildIndex(document: ast.Document, part?: AstNode): TreeIndex {
  const byType = new Map<string, AstNode[]>();
  const nodes: AstNode[] = [];
  const uses: Use[] = [];
  const visit = (node: AstNode): void => {
    for (const property in node) {
      if (property.startsWith('$')) continue;
      const value: unknown = Reflect.get(node, property);
      if (Array.isArray(value)) for (const item of value) visitValue(node, property, item);
      else visitValue(node, property, value);
    }
  };
  const visitValue = (node: AstNode, property: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$refText' in value) {
      uses.push({ node, property, reference: value as Reference });
      return;
    }
    if ('$type' in value) add(value as AstNode);
  };
  const add = (node: AstNode): void => {
    nodes.push(node);
    const known = byType.get(node.$type);
    if (known === undefined) byType.set(node.$type, [node]);
    else known.push(node);
    visit(node);
  };
  if (part === undefined) visit(document);
  else add(part);
  return {
    document,
    all: (type) => listOf(byType, type),
    nodes,
    uses,
  };
}

/** The list of a type holds only nodes of that type: they were put there by their `$type`. */
function listOf(byType: ReadonlyMap<string, readonly AstNode[]>, type: string): readonly never[] {
  return (byType.get(type) ?? []) as readonly never[];
}
