/**
 * What is gathered while a tree is lowered: places, spans and findings. A part that cannot be
 * lowered, because a name in it is not resolved, is left out; its fault is already reported.
 */
import type { AstNode } from 'langium';
import { AstUtils, isAstNode } from 'langium';
import type { PlaceId } from '../../model/action.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { Position, Span } from '../../model/span.ts';
import { startOfPart } from '../syntax/cst.ts';
import { findPropertyNode } from '../syntax/property-node.ts';

/** Thrown inside the lowering of one part, and caught by `Collector.attempt`. */
const incomplete = Symbol('incomplete');

export interface Collector {
  readonly places: Span[];
  readonly findings: Finding[];
  /** Keeps the range of a node, or of a property of it, and returns its id. */
  readonly place: (node: AstNode, property?: string) => PlaceId;
  readonly report: (node: AstNode, property: string | undefined, finding: ReportedFinding) => void;
  /** Runs a part; returns nothing if something in it is incomplete. */
  readonly attempt: <T>(lower: () => T) => T | undefined;
}

/** A finding before its place is known. */
export interface ReportedFinding {
  readonly code: string;
  readonly severity?: Severity;
  readonly message: string;
}

/** Gives up the part that is being lowered. */
export function giveUp(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- control flow within this folder, not an error
  throw incomplete;
}

/** Makes an empty collector. */
export function createCollector(): Collector {
  const places: Span[] = [];
  const findings: Finding[] = [];
  return {
    places,
    findings,
    place: (node, property) => places.push(spanOf(node, property)) - 1,
    report: (node, property, { code, severity = 'error', message }) => {
      findings.push({ code, severity, message, span: spanOf(node, property), related: [] });
    },
    attempt: (lower) => {
      try {
        return lower();
      } catch (thrown) {
        if (thrown === incomplete) return undefined;
        throw thrown;
      }
    },
  };
}

/** Lowers each of some nodes, and leaves out what is incomplete. */
export function lowerEach<T, R>(nodes: readonly T[], collector: Collector, lower: (node: T) => R): R[] {
  return nodes.map((node) => collector.attempt(() => lower(node))).filter((each) => each !== undefined);
}

/** Lowers each of some nodes; if any is incomplete, the part is given up when all of them have been tried. */
export function lowerEvery<T, R extends object>(
  nodes: readonly T[],
  collector: Collector,
  lower: (node: T) => R,
): readonly R[] {
  const lowered = nodes.map((node) => collector.attempt(() => lower(node)));
  return lowered.map((each) => each ?? giveUp());
}

const nowhere = { line: 0, character: 0 };

/** Where a node begins. */
export const startOf = ({ $cstNode }: AstNode): Position => ($cstNode === undefined ? nowhere : startOfPart($cstNode));

/** The range of a node, or of one property of it where the text has that. */
export function spanOf(node: AstNode, property?: string): Span {
  const uri = AstUtils.getDocument(node).uri.toString();
  // What is assigned a node that an action of the grammar has made cannot be found by the name of its property.
  const value: unknown = property === undefined ? undefined : Reflect.get(node, property);
  const named = isAstNode(value)
    ? value.$cstNode
    : property === undefined
      ? undefined
      : findPropertyNode(node, property);
  const { start, end } = (named ?? node.$cstNode)?.range ?? { start: nowhere, end: nowhere };
  return { uri, start, end };
}
