/**
 * Collects locations, spans and findings while a tree is lowered. A part that cannot be lowered because a name in it is
 * unresolved is omitted; that fault has been reported already.
 */
import { type AstNode, AstUtils, isAstNode } from 'langium';
import type { PlaceId } from '../../model/action.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { Position, Span } from '../../model/span.ts';
import { startOfPart } from '../syntax/cst.ts';
import { findPropertyNode } from '../syntax/property-node.ts';

/** Thrown while lowering a part, and caught by `Collector.attempt`. */
const incomplete = Symbol('incomplete');

/** The results collected while lowering. */
export interface Collector {
  readonly places: Span[];
  readonly findings: Finding[];
  /** Stores the range of a node, or of a property of it, and returns its id. */
  readonly place: (node: AstNode, property?: string) => PlaceId;
  readonly report: (node: AstNode, property: string | undefined, finding: ReportedFinding) => void;
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
  return {
    places,
    findings,
    omitted: () => omitted,
    place: (node, property) => places.push(spanOf(node, property)) - 1,
    report: (node, property, { code, severity = 'error', message }) => {
      findings.push({ code, severity, message, span: spanOf(node, property), related: [] });
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

/** Returns the start of a node. */
export const startPosition = ({ $cstNode }: AstNode): Position =>
  $cstNode === undefined ? nowhere : startOfPart($cstNode);

/** Returns the range of a node, or of one property of it if the text has that. */
export function spanOf(node: AstNode, property?: string): Span {
  const uri = AstUtils.getDocument(node).uri.toString();
  // A property holding a node that a grammar action created cannot be found by its name.
  const value: unknown = property === undefined ? undefined : Reflect.get(node, property);
  const named = isAstNode(value)
    ? value.$cstNode
    : property === undefined
      ? undefined
      : findPropertyNode(node, property);
  const { start, end } = (named ?? node.$cstNode)?.range ?? { start: nowhere, end: nowhere };
  return { uri, start, end };
}
