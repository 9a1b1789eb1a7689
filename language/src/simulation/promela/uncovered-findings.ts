/** The parts of a model that an export to Promela does not cover, as findings at its lines. */
import type { Finding } from '../../model/finding.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type { Sources } from '../../model/model.ts';
import { spanAt } from '../play/run-findings.ts';
import type { Uncovered } from './terms/uncovered.ts';

/** Returns a finding for each construct that is not covered, in the order of the text. */
export function uncoveredFindings(uncovered: readonly Uncovered[], sources: Sources): Finding[] {
  const code = 'check/not-exported';
  const { severity } = describeFinding(code);
  return uncovered.map(({ what, place }) => ({
    ...{ code, severity, span: spanAt(sources, place), related: [] },
    message: `The export to Promela does not cover this: ${what}.`,
  }));
}
