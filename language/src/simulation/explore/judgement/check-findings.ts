/**
 * The results of checks as findings: a violation at the property or the text that breaks it; the lack of one, where a
 * check `fails`; and the unexplored part, at the title of the check.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Finding } from '../../../model/finding.ts';
import { describeFinding, type FindingCode } from '../../../model/finding-codes.ts';
import type { Sources } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import { spanAt } from '../../play/run-findings.ts';
import { type Exploration, isError, verdictOf } from './verdict.ts';
import { exploredText, occasionOf, unexploredText, unreachedName } from './verdict-text.ts';
import { t } from '../../../model/common/translation.ts';

/** Returns all findings on a check that was explored. */
export const checkFindings = (check: Check, exploration: Exploration, sources: Sources): Finding[] => [
  ...verdictFindings(check, exploration, sources),
  ...faultFindings(check, exploration, sources),
];

/** Returns an error for each failure of Aftermath itself, whatever else is known of the check. */
export const faultFindings = (check: Check, { unexplored }: Exploration, sources: Sources): Finding[] =>
  unexplored
    .filter(({ limit }) => limit === 'fault')
    .map((fault) => ({
      ...findingAt(sources, 'check/not-all', t`Not explored: ${unexploredText(fault)}.`, check.place),
      severity: 'error' as const,
    }));

function verdictFindings(check: Check, exploration: Exploration, sources: Sources): Finding[] {
  const verdict = verdictOf(check, exploration);
  if (verdict === 'failed' && check.fails) {
    const message = t`No run breaks a property, and this check passes only if one does (${exploredText(exploration)}).`;
    return [
      findingAt(sources, 'check/not-broken', message, check.place),
      ...brokenFindings(check, exploration, sources),
    ];
  }
  if (verdict === 'failed') return brokenFindings(check, exploration, sources);
  if (verdict === 'passed') return [];
  const limits = exploration.unexplored.filter(({ limit }) => limit !== 'fault');
  if (limits.length === 0) return [];
  const left = limits.map(unexploredText).join('; ');
  const how =
    verdict === 'bounded' ? t`Holds within the bounds of the check itself` : t`Nothing is broken in what was explored`;
  const message = t`${how}. Not explored: ${left}.`;
  return [findingAt(sources, 'check/not-all', message, check.place)];
}

/** Returns one finding for each violation, in their order; for a check that is to fail, only errors are faults. */
export const brokenFindings = (check: Check, { broken }: Exploration, sources: Sources): Finding[] =>
  broken.map((each) => {
    const text = `${occasionOf(each.counterexample)}: ${each.message}`;
    const finding = findingAt(sources, 'check/broken', text, each.place ?? check.place);
    return check.fails && !isError(each) ? { ...finding, severity: 'information' } : finding;
  });

/** Returns what no run of a check reached: neither a fault nor doubtful, and possibly of use to some other check. */
export const unreachedFindings = ({ unreached = [] }: Pick<Exploration, 'unreached'>, sources: Sources): Finding[] =>
  unreached.map((each) =>
    findingAt(sources, 'check/unreached', t`No run of the check reaches this ${unreachedName(each)}.`, each.place),
  );

function findingAt(sources: Sources, code: FindingCode, message: string, place: PlaceId): Finding {
  return { code, severity: describeFinding(code).severity, message, span: spanAt(sources, place), related: [] };
}
