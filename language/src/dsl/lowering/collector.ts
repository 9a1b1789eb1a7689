/**
 * Collects locations, spans and findings while a tree is lowered. A part that cannot be lowered because a name in it is
 * unresolved is omitted; that fault has been reported already.
 */
import { type AstNode, AstUtils, isAstNode } from 'langium';
import type { PlaceId } from '../../model/machines/action.ts';
import { type Finding, givenHere, type Severity } from '../../model/finding.ts';
import type { Position, Span } from '../../model/span.ts';
import { rangeOf, rangeOfProperty, startOf } from '../syntax/tree/places.ts';

/** Thrown while lowering a part, and caught by `Collector.attempt`. */
const incomplete = Symbol('incomplete');

/** The results collected while lowering. */
export interface Collector {
  readonly places: Span[];
  readonly findings: Finding[];
  /** Stores the range of a node, or of a property of it, and returns its id. */
  readonly place: (node: AstNode, property?: string) => PlaceId;
  /** Reports a finding at a node, or at the use of what is lowered if the node is in a class of another file. */
  readonly report: (node: AstNode, property: string | undefined, finding: ReportedFinding) => void;
  /** Names the declaration that uses the classes of what is lowered from now on; returns the one before. */
  readonly lowersFor: (use: AstNode | undefined) => AstNode | undefined;
  /** Returns the number of parts omitted so far. */
  readonly omitted: () => number;
  /** Lowers a part; returns undefined if something in it is incomplete. */
  readonly attempt: <T>(lower: () => T) => T | undefined;
}

/** A finding without its location. */
export interface ReportedFinding {
  readonly code: string;
  readonly severity?: Severity;
  readonly message: string;
}

/** Abandons the part that is being lowered. */
export function giveUp(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- control flow within this folder, not an error
  throw incomplete;
}

/** Makes an empty collector. */
export function createCollector(): Collector {
  const places: Span[] = [];
  const findings: Finding[] = [];
  let omitted = 0;
  let use: AstNode | undefined;
  return {
    places,
    findings,
    omitted: () => omitted,
    place: (node, property) => places.push(spanOf(node, property)) - 1,
    report: (node, property, { code, severity = 'error', message }) => {
      const span = spanOf(node, property);
      const seen = use === undefined ? undefined : useOf(span, use);
      findings.push(
        seen === undefined
          ? { code, severity, message, span, related: [] }
          : { code, severity, message, span: seen, related: [givenHere(span)] },
      );
    },
    lowersFor: (next) => {
      const before = use;
      use = next;
      return before;
    },
    attempt: (lower) => {
      try {
        return lower();
      } catch (thrown) {
        if (thrown !== incomplete) throw thrown;
        omitted++;
        return undefined;
      }
    },
  };
}

/** Lowers each of some nodes, and omits incomplete ones. */
export function lowerEach<T, R>(nodes: readonly T[], collector: Collector, lower: (node: T) => R): R[] {
  return nodes.map((node) => collector.attempt(() => lower(node))).filter((each) => each !== undefined);
}

/** Lowers each of some nodes; if any is incomplete, abandons the part after all have been tried. */
export function lowerEvery<T, R extends object>(
  nodes: readonly T[],
  collector: Collector,
  lower: (node: T) => R,
): readonly R[] {
  const lowered = nodes.map((node) => collector.attempt(() => lower(node)));
  return lowered.map((each) => each ?? giveUp());
}

const nowhere = { line: 0, character: 0 };

/** Returns the span of the name of a declaration that uses a class, if what the class gives it is in another file. */
export function useOf({ uri }: Span, use: AstNode): Span | undefined {
  const span = spanOf(use, 'name');
  return span.uri === uri ? undefined : span;
}

/** Returns the start of a node. */
export const startPosition = (node: AstNode): Position => startOf(node) ?? nowhere;

/** Returns the range of a node, or of one property of it if the text has that. */
export function spanOf(node: AstNode, property?: string): Span {
  const uri = AstUtils.getDocument(node).uri.toString();
  // A property holding a node that a grammar action created cannot be found by its name.
  const value: unknown = property === undefined ? undefined : Reflect.get(node, property);
  const named = isAstNode(value)
    ? rangeOf(value)
    : property === undefined
      ? undefined
      : rangeOfProperty(node, property);
  const { start, end } = named ?? rangeOf(node) ?? { start: nowhere, end: nowhere };
  return { uri, start, end };
}
