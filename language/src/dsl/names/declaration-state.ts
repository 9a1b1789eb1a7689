/**
 * What is found out about a declaration by looking at it and at what it names stays true until one of these changes.
 * Whoever keeps such a fact keeps it for the state of the declaration: this file knows when there is another one, and no facts.
 */
import type * as ast from '../generated/ast.ts';

/** Stands for a declaration, and for everything that it names directly or not, as all of it is now. */
export type DeclarationState = object;

const states = new WeakMap<ast.Declaration, DeclarationState>();

/** Returns the state of a declaration whose names are resolved. */
export function stateOf(declaration: ast.Declaration): DeclarationState {
  let state = states.get(declaration);
  if (state === undefined) states.set(declaration, (state = {}));
  return state;
}

/** Takes note that a declaration, or something that it names, is not what it was. */
export const outdate = (declaration: ast.Declaration): void => {
  states.delete(declaration);
};
