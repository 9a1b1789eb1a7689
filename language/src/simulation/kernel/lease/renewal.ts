/**
 * The rule of the owner of a box for keepalives: for which it is meant, whether it is news, and what lease it gives.
 * Pure: what comes of it, and what would have come of one that was missed, is not said here.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { timeOf, trueTime, wordOf } from './lease-settings.ts';
import type { Box, Keepalive } from './leases.ts';
import { outside, withKey } from './leases.ts';
import { referencesNow } from './references.ts';

const forwards = ['visited', 'sequence', 'deadline'] as const;

/** Returns the keepalive for a box, as it is now. */
export function keepaliveFor(run: Run, box: EntityId, rest: Omit<Keepalive, 'box' | 'life' | 'to'>): Keepalive {
  return { box, life: run.state.lives[box] ?? 0, to: referencesNow(run).placeOf(box), ...rest };
}

/** What is on no node has no channel of its own: that of the root or box that is meant counts. */
export const endsOf = (run: Run, { from, to, box }: Keepalive): { readonly from: EntityId; readonly to: EntityId } => ({
  from: from === outside ? (referencesNow(run).at(outside)[0] ?? box) : from,
  to: to === outside ? box : to,
});

/** Whether the box that a keepalive is for is where it arrives, and still the one that was meant. */
export function isOwned(run: Run, { box, life, to }: Keepalive): boolean {
  const { state } = run;
  if (to !== outside && !isAlive(state, to)) return false;
  return isAlive(state, box) && state.lives[box] === life && referencesNow(run).placeOf(box) === to;
}

/** Whether a keepalive is to be passed on, and not one that was passed on before. */
export function isNews(run: Run, { box, to, origin, sequence, visited, deadline }: Keepalive, known: Box): boolean {
  switch (wordOf(run, 'forward', forwards)) {
    case 'visited':
      return !visited.includes(box);
    case 'sequence':
      return (known.seen.get(origin) ?? 0) < sequence;
    case 'deadline':
      return trueTime(run, to, deadline) > known.until;
  }
}

/** Returns what the owner knows of a box after a keepalive that arrives at a time, and until when that asks for a lease. */
export function renewed(
  run: Run,
  { to, from, origin, sequence, deadline }: Keepalive,
  before: Box,
  at: number,
): { readonly box: Box; readonly isOverlong: boolean } {
  const forward = wordOf(run, 'forward', forwards);
  const most = at + (timeOf(run, to, 'duration') ?? 0);
  const end = forward === 'deadline' ? trueTime(run, to, deadline) : most;
  const isEntered = before.isEntered || from !== to;
  const until = isEntered ? Math.max(end, before.until) : before.until;
  const seen = forward === 'sequence' ? withKey(before.seen, origin, sequence) : before.seen;
  return { box: { until, isEntered, seen }, isOverlong: isEntered && end > most };
}
