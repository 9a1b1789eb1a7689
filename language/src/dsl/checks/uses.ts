/**
 * Which declarations of a file are read, and which are only written: what the checks for unused names
 * ask. A name behind a dot may mean the variable of any machine, so it counts for all of that name.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import type { TreeIndex } from './tree-index.ts';

export interface Uses {
  readonly isRead: (declaration: ast.Parameter | ast.Variable | ast.Let) => boolean;
  readonly isWritten: (declaration: ast.Variable) => boolean;
  readonly isNamed: (declaration: AstNode) => boolean;
}

const usesByTree = new WeakMap<TreeIndex, Uses>();

/** Returns the uses of the names of a file; computed once for each tree. Cost: O(nodes). */
export function usesIn(tree: TreeIndex): Uses {
  let uses = usesByTree.get(tree);
  if (uses === undefined) usesByTree.set(tree, (uses = collect(tree)));
  return uses;
}

function collect(tree: TreeIndex): Uses {
  const named = new Set<AstNode>();
  const read = new Set<AstNode>();
  const written = new Set<AstNode>();
  const readNames = new Set<string>();
  const writtenNames = new Set<string>();
  for (const { node, reference } of tree.uses) {
    const target = reference.ref;
    if (target === undefined) continue;
    named.add(target);
    if (ast.isSetting(node)) continue;
    const assignment = ast.isExpression(node) ? assignmentTo(node) : undefined;
    if (assignment !== undefined) {
      written.add(target);
      if (ast.isMemberAccess(node)) writtenNames.add(reference.$refText);
    } else if (!isInOwnAssignment(node, target)) {
      read.add(target);
      if (ast.isMemberAccess(node)) readNames.add(reference.$refText);
    }
  }
  return {
    isRead: (declaration) => read.has(declaration) || readNames.has(declaration.name),
    isWritten: (declaration) => written.has(declaration) || writtenNames.has(declaration.name),
    isNamed: (declaration) => named.has(declaration),
  };
}

/** The assignment that a name is the target of, also where only one key of it is written. */
function assignmentTo(expression: ast.Expression): ast.Assignment | ast.SetStep | undefined {
  const { $container: around } = expression;
  if (ast.isAssignment(around) || ast.isSetStep(around)) return around.target === expression ? around : undefined;
  return ast.isSelection(around) && around.receiver === expression ? assignmentTo(around) : undefined;
}

/** Whether a variable is read only to compute its own next value: `count := count + 1`. */
function isInOwnAssignment(node: AstNode, target: AstNode): boolean {
  for (let around: AstNode | undefined = node; around !== undefined; around = around.$container) {
    if (!ast.isAssignment(around)) continue;
    const { target: written } = around;
    const name = ast.isSelection(written) ? written.receiver : written;
    return ast.isNameReference(name) && name.target.ref === target;
  }
  return false;
}
