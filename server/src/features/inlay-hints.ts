/**
 * Inlay hints for what the text leaves implicit: layers of the teardown, depths of policies, owners and labels of
 * nested entities, effective times of timers. An incomplete model gets none.
 */
import type { AstNode } from 'langium';
import { depthHints } from '../hints/depths.ts';
import type { Hint } from '../hints/hint.ts';
import { inheritedHints } from '../hints/inherited.ts';
import { layerHints } from '../hints/layers.ts';
import { timeoutHints } from '../hints/timeouts.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { HintSettings } from '../workspace/settings.ts';
import { isWhole } from '../workspace/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { comparePositions, type Position } from '../../../language/src/model/span.ts';

/** Lines, the last one included. */
interface Lines {
  readonly start: Pick<Position, 'line'>;
  readonly end: Pick<Position, 'line'>;
}

/** Returns the hints in some lines of a document, in text order; one declaration per step. */
export function* inlayHints(
  workspace: Workspace,
  document: ModelDocument,
  { start, end }: Lines,
  settings: HintSettings,
): Generator<undefined, readonly Hint[]> {
  if (!settings.enable || !isWhole(workspace, document)) return [];
  yield;
  const hintsAt = [
    ...(settings.inherited ? [inheritedHints(workspace, document)] : []),
    ...(settings.teardownLayer ? [layerHints(workspace, document)] : []),
    ...(settings.depth ? [depthHints(workspace.models.of(document))] : []),
    ...(settings.timeouts ? [timeoutHints(workspace, document)] : []),
  ];
  const hints: Hint[] = [];
  for (const node of nodesIn(document.parseResult.value, { start, end })) {
    if (node.$container === document.parseResult.value) yield;
    hints.push(...hintsAt.flatMap((hintsOf) => hintsOf(node)));
  }
  return hints
    .filter(({ position }) => position.line >= start.line && position.line <= end.line)
    .sort((a, b) => comparePositions(a.position, b.position));
}

/** Yields all nodes that touch some lines, each before its children. */
function* nodesIn(node: AstNode, lines: Lines): Iterable<AstNode> {
  for (const [property, value] of Object.entries(node)) {
    if (property.startsWith('$')) continue;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isNode(each) || !touches(each, lines)) continue;
      yield each;
      yield* nodesIn(each, lines);
    }
  }
}

/** Returns true if the value of a property is a child node, not a reference. */
const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && '$type' in value && '$container' in value;

function touches({ $cstNode }: AstNode, { start, end }: Lines): boolean {
  if ($cstNode === undefined) return false;
  const { range } = $cstNode;
  return range.end.line >= start.line && range.start.line <= end.line;
}
