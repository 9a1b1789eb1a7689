/**
 * Quick fixes: the changes offered by the findings at a range.
 */
import type { Finding, Fix } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { comparePositions, type Position } from '../../../language/src/model/span.ts';

/** A fix and the finding that it resolves. */
export interface QuickFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Returns the fixes of the findings that touch a range, in text order. */
export function quickFixesAt(
  workspace: Workspace,
  document: ModelDocument,
  { start, end }: { readonly start: Position; readonly end: Position },
): QuickFix[] {
  const touching = workspace.models
    .of(document)
    .findings.filter(({ span }) => comparePositions(span.end, start) >= 0 && comparePositions(end, span.start) >= 0);
  return touching.flatMap((finding) => (finding.fixes ?? []).map((fix) => ({ finding, fix })));
}
