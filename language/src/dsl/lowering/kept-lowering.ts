/**
 * Keeps the lowered form of declarations with their state: a declaration that has not changed, and whose locations or
 * relations begin at the same number, is lowered to the same result. Only for declarations of the lowered file itself:
 * in a file that imports them they have other numbers.
 */
import type { Position, Span } from '../../model/span.ts';
import { type DeclarationState, stateOf } from '../names/declaration-state.ts';
import type * as ast from '../generated/ast.ts';
import { type Collector, startPosition } from './collector.ts';

/** The result of lowering a declaration. */
export interface LoweredPart<T> {
  readonly value: T;
  /** The spans that it added to a list. */
  readonly spans: readonly Span[];
}

interface Kept<T> extends LoweredPart<T> {
  /** The length of that list before. */
  readonly from: number;
  readonly declaredAt: Position;
}

/** Keeps one result for each declaration. */
export interface Keeper<T> {
  /** Returns the result of a declaration for a list of this length, with its spans at their current locations. */
  readonly find: (declaration: ast.Declaration, from: number) => LoweredPart<T> | undefined;
  readonly keep: (declaration: ast.Declaration, from: number, part: LoweredPart<T>) => void;
}

/** Makes an empty keeper. */
export function createKeeper<T>(): Keeper<T> {
  const kept = new WeakMap<DeclarationState, Kept<T>>();
  const keep: Keeper<T>['keep'] = (declaration, from, { value, spans }) => {
    kept.set(stateOf(declaration), { value, spans, from, declaredAt: startPosition(declaration) });
  };
  return {
    keep,
    find: (declaration, from) => {
      const known = kept.get(stateOf(declaration));
      if (known?.from !== from) return undefined;
      const { line, character } = startPosition(declaration);
      const { declaredAt } = known;
      if (character !== declaredAt.character) return undefined;
      const lines = line - declaredAt.line;
      if (lines === 0) return known;
      const part = { value: known.value, spans: known.spans.map((span) => moved(span, lines)) };
      keep(declaration, from, part);
      return part;
    },
  };
}

/** Moves a span by lines; columns never change while a declaration is kept. */
const moved = ({ uri, start, end }: Span, lines: number): Span => ({
  uri,
  start: { line: start.line + lines, character: start.character },
  end: { line: end.line + lines, character: end.character },
});

/** Lowers a declaration of the file itself with `lower`, unless its result was kept. */
export function lowerOnce<T extends object>(
  keeper: Keeper<T>,
  declaration: ast.Declaration,
  { places, findings, omitted }: Collector,
  lower: () => T,
): T {
  const from = places.length;
  const known = keeper.find(declaration, from);
  if (known !== undefined) {
    for (const span of known.spans) places.push(span);
    return known.value;
  }
  const before = findings.length + omitted();
  const value = lower();
  if (findings.length + omitted() === before) keeper.keep(declaration, from, { value, spans: places.slice(from) });
  return value;
}
