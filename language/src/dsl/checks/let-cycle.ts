/**
 * Values of `let` that are computed from themselves: reading one would never end.
 */
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import type { LanguageCheck } from './check.ts';
import type { TreeIndex } from '../names/tree-index.ts';

export const letCycle: LanguageCheck = {
  code: 'let/cycle',
  run(tree, report) {
    const needs = needsOf(tree);
    const told = new Set<ast.Let>();
    for (const value of tree.all('Let')) {
      const cycle = told.has(value) ? undefined : cycleFrom(value, needs);
      if (cycle === undefined) continue;
      for (const each of cycle) told.add(each);
      const names = [...cycle, value].map(({ name }) => `"${name}"`).join(', which needs ');
      report({
        node: value,
        property: 'name',
        message: `Computing ${names}, would never end. Let one of them not need the others.`,
        related: cycle.slice(1).map((each) => ({ node: each, property: 'name', message: 'It is part of the circle.' })),
      });
    }
  },
};

type Needs = ReadonlyMap<ast.Let, readonly ast.Let[]>;

/** Which values the expression of each value names. */
function needsOf(tree: TreeIndex): Needs {
  const needs = new Map<ast.Let, ast.Let[]>();
  for (const { node, reference } of tree.uses) {
    const needed = reference.ref;
    if (!ast.isNameReference(node) || needed === undefined || !ast.isLet(needed)) continue;
    const value = AstUtils.getContainerOfType(node, ast.isLet);
    if (value === undefined) continue;
    const known = needs.get(value);
    if (known === undefined) needs.set(value, [needed]);
    else known.push(needed);
  }
  return needs;
}

/** The values from one back to itself, as few as possible. */
function cycleFrom(start: ast.Let, needs: Needs): readonly ast.Let[] | undefined {
  const cameFrom = new Map<ast.Let, ast.Let>();
  const pending = [start];
  for (const value of pending) {
    for (const next of needs.get(value) ?? []) {
      if (next === start) return unwind(cameFrom, start, value);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, value);
      pending.push(next);
    }
  }
  return undefined;
}

function unwind(cameFrom: ReadonlyMap<ast.Let, ast.Let>, start: ast.Let, last: ast.Let): ast.Let[] {
  const path: ast.Let[] = [];
  for (let at: ast.Let | undefined = last; at !== undefined && at !== start; at = cameFrom.get(at)) path.push(at);
  return [start, ...path.reverse()];
}
