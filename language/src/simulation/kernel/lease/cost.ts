/**
 * The cost of keepalive collection, judged of a state: an undisturbed round takes as many keepalives as the formula
 * says (C1).
 */
import { boxGraph } from '../../../analysis/leases/box-references.ts';
import { countFlooding, countKeepalives } from '../../../analysis/leases/keepalive-paths.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { type BrokenProperty, quotedEntity } from './judgement.ts';
import { wordOf } from './lease-settings.ts';
import { referencesNow } from './references.ts';
import { t } from '../../../model/common/translation.ts';

/**
 * C1: the last round of each place sent as many keepalives as the formula says, if it is over, nothing disturbed it,
 * and all references are still the same as when it began. Deadlines have no formula. Cost: that of `countKeepalives`.
 */
export function wrongCounts(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  const forward = wordOf(run, 'forward', ['visited', 'sequence', 'deadline']);
  if (leases === undefined || forward === 'deadline') return [];
  const { isBox, boxesOf } = referencesNow(run);
  const { entities } = run.program.model;
  const graph = boxGraph(entities.length, (entity) => isBox(entity) && isAlive(run.state, entity), boxesOf);
  return [...leases.tally.rounds].flatMap(([place, round]) => {
    if (round.underWay > 0 || round.isDisturbed || round.version !== leases.tally.version) return [];
    const formula = countKeepalives(graph, round.origins);
    if (forward === 'visited' && !formula.isExact) return [];
    const expected = forward === 'visited' ? formula.sent : BigInt(countFlooding(graph, round.origins));
    if (expected === BigInt(round.sent)) return [];
    const message = t`The last round of ${quotedEntity(run, place)} took ${round.sent} keepalives; the formula gives ${expected}.`;
    return [{ property: 'C1', entity: place, message, cause: undefined }] as const;
  });
}
