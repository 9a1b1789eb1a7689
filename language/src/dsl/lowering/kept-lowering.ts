/**
 * Keeps the lowered form of declarations with their state: a declaration that has not changed, and whose locations or
 * relations begin at the same number, is lowered to the same result. Only for declarations of the lowered file itself:
 * in a file that imports them they have other numbers.
 */
import type { Position, Span } from '../../model/span.ts';
import { createFact } from '../names/declaration-state.ts';
import type * as ast from '../generated/ast.ts';
import { startPosition } from './collector.ts';
import type { PathContext } from './path-context.ts';

/** The result of lowering a declaration. */
export interface LoweredPart<T> {
  readonly value: T;
  /** The spans that it added to a list. */
  readonly spans: readonly Span[];
}

/** Conditions of a result that change with what comes before it, or with other files. */
interface KeptAt {
  /** The length of the list that it adds spans to. */
  readonly from: number;
  /** The version of the names in the model. */
  readonly version: string;
}

interface Kept<T> extends LoweredPart<T>, KeptAt {
  readonly declaredAt: Position;
}

/** Keeps one result for each declaration. */
export interface Keeper<T> {
  /** Returns the result of a declaration under the same conditions, with its spans at their current locations. */
  readonly find: (declaration: ast.Declaration, at: KeptAt) => LoweredPart<T> | undefined;
  readonly keep: (declaration: ast.Declaration, at: KeptAt, part: LoweredPart<T>) => void;
}

/** Makes an empty keeper. */
export function createKeeper<T>(): Keeper<T> {
  const kept = createFact<Kept<T>>();
  const keep: Keeper<T>['keep'] = (declaration, { from, version }, { value, spans }) => {
    kept.set(declaration, { value, spans, from, version, declaredAt: startPosition(declaration) });
  };
  return {
    keep,
    find: (declaration, at) => {
      const known = kept.get(declaration);
      if (known?.from !== at.from || known.version !== at.version) return undefined;
      const { line, character } = startPosition(declaration);
      const { declaredAt } = known;
      if (character !== declaredAt.character) return undefined;
      const lines = line - declaredAt.line;
      if (lines === 0) return known;
      const part = { value: known.value, spans: known.spans.map((span) => moved(span, lines)) };
      keep(declaration, at, part);
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
  { collector: { places, findings, omitted }, names: { version } }: PathContext,
  lower: () => T,
): T {
  const at = { from: places.length, version };
  const known = keeper.find(declaration, at);
  if (known !== undefined) {
    for (const span of known.spans) places.push(span);
    return known.value;
  }
  const before = findings.length + omitted();
  const value = lower();
  if (findings.length + omitted() === before) keeper.keep(declaration, at, { value, spans: places.slice(at.from) });
  return value;
}
