/**
 * The rule of the owner of a box for keepalives: which box one is for, whether it is news, and which lease it gives.
 * Pure: the consequences, and those of a keepalive that was missed, are elsewhere.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { timeOf, trueTime, wordOf } from './lease-settings.ts';
import { type OwnedBox, type Keepalive, outside, withKey } from './leases.ts';
import { referencesNow } from './references.ts';
import { itemAt } from '../../../model/common/lookup.ts';

const forwards = ['visited', 'sequence', 'deadline'] as const;

/** Returns a keepalive for a box, with its current incarnation and place. */
export function keepaliveFor(run: Run, box: EntityId, rest: Omit<Keepalive, 'box' | 'life' | 'to'>): Keepalive {
  return { box, life: itemAt(run.state.lives, box), to: referencesNow(run).nodeOrOutside(box), ...rest };
}

/** An entity on no node has no channel of its own: the root or box in question decides the channel. */
export const endsOf = (run: Run, { from, to, box }: Keepalive): { readonly from: EntityId; readonly to: EntityId } => ({
  from: from === outside ? (referencesNow(run).at(outside)[0] ?? box) : from,
  to: to === outside ? box : to,
});

/** Returns true if the box of a keepalive is at the place where it arrives, and still of the same incarnation. */
export function isOwned(run: Run, { box, life, to }: Keepalive): boolean {
  const { state } = run;
  if (to !== outside && !isAlive(state, to)) return false;
  return isAlive(state, box) && state.lives[box] === life && referencesNow(run).nodeOrOutside(box) === to;
}

/** Returns true if a keepalive is to be passed on, and was not passed on before. */
export function isNews(
  run: Run,
  { box, to, origin, sequence, visited, deadline }: Keepalive,
  known: OwnedBox,
): boolean {
  switch (wordOf(run, 'forward', forwards)) {
    case 'visited':
      return !visited.includes(box);
    case 'sequence':
      return (known.seen.get(origin) ?? 0) < sequence;
    case 'deadline':
      return trueTime(run, to, deadline) > known.until;
  }
}

/**
 * Returns what the owner knows of a box after a keepalive that arrives at a time, and whether its lease is longer than
 * the collector gives.
 */
export function renewed(
  run: Run,
  { to, from, origin, sequence, deadline }: Keepalive,
  before: OwnedBox,
  at: number,
): { readonly box: OwnedBox; readonly isOverlong: boolean } {
  const forward = wordOf(run, 'forward', forwards);
  const most = at + (timeOf(run, to, 'duration') ?? 0);
  const end = forward === 'deadline' ? trueTime(run, to, deadline) : most;
  const isEntered = before.isEntered || from !== to;
  const until = isEntered ? Math.max(end, before.until) : before.until;
  const seen = forward === 'sequence' ? withKey(before.seen, origin, sequence) : before.seen;
  return { box: { until, isEntered, seen }, isOverlong: isEntered && end > most };
}
