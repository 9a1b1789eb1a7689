/**
 * What a text leaves unsaid, at the place where it could be said: layers of the teardown, depths of policies, owners
 * and labels of what is nested, effective times of timers. Nothing within half a model.
 */
import type { AstNode } from 'langium';
import type { Position } from '../../../language/src/model/span.ts';
import { depthHints } from '../hints/depths.ts';
import type { Hint } from '../hints/hint.ts';
import { inheritedHints } from '../hints/inherited.ts';
import { layerHints } from '../hints/layers.ts';
import { timeoutHints } from '../hints/timeouts.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { HintSettings } from '../workspace/settings.ts';
import { isWhole } from '../workspace/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { comparePositions } from '../../../language/src/model/span.ts';

/** Lines from the first to the last one. */
interface Lines {
  readonly start: Pick<Position, 'line'>;
  readonly end: Pick<Position, 'line'>;
}

/** Returns the hints in some lines of a document, in the order of the text; one declaration after the other. */
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

/** All nodes that touch some lines, each before what is in it. */
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

/** Whether a value of a property is a node of the tree; a reference to one is not. */
const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && '$type' in value && '$container' in value;

function touches({ $cstNode }: AstNode, { start, end }: Lines): boolean {
  if ($cstNode === undefined) return false;
  const { range } = $cstNode;
  return range.end.line >= start.line && range.start.line <= end.line;
}
