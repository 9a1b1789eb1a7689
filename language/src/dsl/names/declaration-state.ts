/**
 * Facts kept with declarations. A fact derived from a declaration and from what it names is valid until one of these
 * changes. This file issues the places for such facts and computes none.
 */
import type * as ast from '../generated/ast.ts';

/** A fact about each declaration whose names are resolved, forgotten when it or something it names changes. */
export interface Fact<T> {
  readonly get: (declaration: ast.Declaration) => T | undefined;
  readonly set: (declaration: ast.Declaration, fact: T) => void;
}

/** The facts about a declaration, by their number, that hold until something changes, and those that always hold. */
interface Facts {
  readonly now: unknown[];
  readonly always: unknown[];
}

/**
 * On the node itself, since an edit reads all of them for each declaration of a file: a `WeakMap` for each fact takes
 * several times as long, and most of the garbage collector's time.
 */
const place = Symbol('facts');

interface Keeping {
  [place]?: Facts;
}

function factsOf(declaration: ast.Declaration): Facts {
  const known = (declaration as ast.Declaration & Keeping)[place];
  if (known !== undefined) return known;
  const facts: Facts = { now: [], always: [] };
  // Not enumerable: trees are compared and printed.
  Object.defineProperty(declaration, place, { value: facts, configurable: true });
  return facts;
}

let count = 0;
let countOfAlways = 0;

/** Makes a fact that is known of no declaration yet. */
export function createFact<T>(): Fact<T> {
  const number = count++;
  return {
    // What stands at this number was set below.
    get: (declaration) => factsOf(declaration).now[number] as T | undefined,
    set: (declaration, fact) => {
      factsOf(declaration).now[number] = fact;
    },
  };
}

/** Returns a function that computes a fact about a declaration once for each of its states. */
export function oncePerState<T extends object>(
  compute: (declaration: ast.Declaration) => T,
): (declaration: ast.Declaration) => T {
  const { get, set } = createFact<T>();
  return (declaration) => {
    const known = get(declaration);
    if (known !== undefined) return known;
    const fact = compute(declaration);
    set(declaration, fact);
    return fact;
  };
}

/** Returns a function that computes a fact about the text of a declaration once, whatever else changes. */
export function oncePerDeclaration<T extends object | string>(
  compute: (declaration: ast.Declaration) => T,
): (declaration: ast.Declaration) => T {
  const number = countOfAlways++;
  return (declaration) => {
    const { always } = factsOf(declaration);
    // What stands at this number was set below.
    return (always[number] ??= compute(declaration)) as T;
  };
}

/** Forgets the facts about a declaration because it, or something it names, has changed. */
export const outdate = (declaration: ast.Declaration): void => {
  factsOf(declaration).now.length = 0;
};
