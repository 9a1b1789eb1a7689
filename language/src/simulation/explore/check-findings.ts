/**
 * The results of checks as findings: what is broken, at the property or the text that breaks it; that
 * nothing is, where a check `fails`; and what was not explored, at the title of the check.
 */
import type { Finding } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type { Sources } from '../../model/model.ts';
import type { Check } from '../../model/scenario.ts';
import { spanAt } from '../run-findings.ts';
import type { Exploration } from './verdict.ts';
import { verdictOf } from './verdict.ts';
import { exploredText, occasionOf, unexploredText } from './verdict-text.ts';

/** Returns what there is to say of a check that was explored. */
export function checkFindings(check: Check, exploration: Exploration, sources: Sources): Finding[] {
  const verdict = verdictOf(check, exploration);
  const finding = (code: FindingCode, message: string, place = check.place): Finding => ({
    code,
    severity: describeFinding(code).severity,
    message,
    span: spanAt(sources, place),
    related: [],
  });
  if (verdict === 'failed' && check.fails) {
    const message = `Nothing is broken in any run, and this check passes only if something is (${exploredText(exploration)}).`;
    return [finding('check/not-broken', message)];
  }
  if (verdict === 'failed') {
    return exploration.broken.map(({ message, place, counterexample }) =>
      finding('check/broken', `${occasionOf(counterexample)}: ${message}`, place),
    );
  }
  if (verdict === 'passed') return [];
  const left = exploration.unexplored.map(unexploredText).join('; ');
  return [finding('check/not-all', `Nothing is broken as far as was explored. Not explored: ${left}.`)];
}
