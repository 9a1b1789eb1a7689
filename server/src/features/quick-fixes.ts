/**
 * Quick fixes: the changes that the findings at a place offer.
 */
import type { Finding, Fix } from '../../../language/src/model/finding.ts';
import type { Position } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A fix with the finding that it makes go. */
export interface QuickFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Returns the fixes of the findings that touch a range, in the order of the text. */
export function quickFixesAt(
  workspace: Workspace,
  document: ModelDocument,
  { start, end }: { readonly start: Position; readonly end: Position },
): QuickFix[] {
  const touching = workspace.models
    .of(document)
    .findings.filter(({ span }) => !isBefore(span.end, start) && !isBefore(end, span.start));
  return touching.flatMap((finding) => (finding.fixes ?? []).map((fix) => ({ finding, fix })));
}

const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);
