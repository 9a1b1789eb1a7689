/**
 * Applies all preferred fixes at once: those of one file that do not overlap, and only if the file has fewer errors
 * afterwards.
 */
import type { Finding, TextEdit } from '../../../language/src/model/finding.ts';
import { connectedTo, tryChange } from '../workspace/change.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { comparePositions, type Position } from '../../../language/src/model/span.ts';

/** Returns the edits of a document, in text order; nothing if there is nothing to fix. */
export function* fixAll(
  workspace: Workspace,
  document: ModelDocument,
): Generator<undefined, readonly TextEdit[] | undefined> {
  const { findings } = workspace.models.of(document);
  const edits = editsOf(document.uri.toString(), findings);
  if (edits.length === 0) return undefined;
  const after = yield* tryChange(connectedTo(workspace, document), { edits });
  const fixed = after.find(document.uri.toString());
  if (fixed !== undefined) yield* after.models.make(fixed);
  const left = fixed === undefined ? findings : after.models.of(fixed).findings;
  return errorsIn(left) <= errorsIn(findings) && left.length < findings.length ? edits : undefined;
}

const errorsIn = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error').length;

/** Returns the preferred fix of each finding; of overlapping ones the first. */
function editsOf(uri: string, findings: readonly Finding[]): readonly TextEdit[] {
  const chosen: TextEdit[] = [];
  for (const { fixes = [] } of findings) {
    const fix = fixes.find(({ isPreferred }) => isPreferred === true);
    if (fix === undefined || fix.edits.some(({ span }) => span.uri !== uri)) continue;
    const isFree = fix.edits.every(({ span }) => chosen.every((other) => !touches(span, other.span)));
    if (isFree) chosen.push(...fix.edits);
  }
  return chosen.sort((a, b) => comparePositions(a.span.start, b.span.start));
}

interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Two insertions at one position overlap too, because their order is undefined. */
const touches = (a: Range, b: Range): boolean =>
  comparePositions(a.start, b.end) <= 0 && comparePositions(b.start, a.end) <= 0;
