/**
 * The state of declarations. A fact derived from a declaration and from what it names is valid until one of these
 * changes, so such facts are kept by state. This file issues the states and holds no facts.
 */
import type * as ast from '../generated/ast.ts';

/** An identity for a declaration and everything it names, directly or indirectly, in their current form. */
export type DeclarationState = object;

const states = new WeakMap<ast.Declaration, DeclarationState>();

/** Returns the state of a declaration whose names are resolved. */
export function stateOf(declaration: ast.Declaration): DeclarationState {
  let state = states.get(declaration);
  if (state === undefined) states.set(declaration, (state = {}));
  return state;
}

/** Invalidates the state of a declaration because it, or something it names, has changed. */
export const outdate = (declaration: ast.Declaration): void => {
  states.delete(declaration);
};
