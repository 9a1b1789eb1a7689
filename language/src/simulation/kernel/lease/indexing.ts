/**
 * Indexing: how the owner of a box learns which boxes it refers to, how long that takes, and the fallback when it takes
 * too long.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Run } from '../run.ts';
import { timeOf } from './lease-settings.ts';
import { type Index, type NodeOrOutside, withKey } from './leases.ts';
import { inOrder, referencesNow } from './references.ts';
import { change } from './tally.ts';

/** The references of a box, or the index to wait for and until when, or that the references cannot be known in time. */
export type LookUp =
  | { readonly kind: 'ready'; readonly references: readonly EntityId[] }
  /** `index` is undefined while an earlier content is being indexed. */
  | { readonly kind: 'waiting'; readonly index: Index | undefined; readonly until: number }
  | { readonly kind: 'late' };

/** Looks up the references of a box; indexes it if they are not known and it is not being indexed. */
export function lookUp(run: Run, box: EntityId, place: NodeOrOutside): LookUp {
  const { leases, now } = run.state;
  const references = referencesNow(run).boxesOf(box);
  const needed = timeOf(run, place, 'index') ?? 0;
  if (needed === 0 || leases === undefined) return { kind: 'ready', references };
  const before = leases.indexes.get(box);
  const isRunning = before !== undefined && before.readyAt > now;
  const isKnown = before !== undefined && sameReferences(before.references, references);
  if (isKnown && !isRunning) return { kind: 'ready', references };
  const index = isRunning ? before : { references, readyAt: now + needed };
  if (index !== before) change(run, { indexes: withKey(leases.indexes, box, index) });
  const limit = timeOf(run, place, 'indexLimit');
  // An indexer that reads an earlier content is of no use, and is not interrupted.
  const useful = index !== before || isKnown ? index : undefined;
  if (limit === undefined) return { kind: 'waiting', index: useful, until: index.readyAt };
  if (useful !== undefined && useful.readyAt <= now + limit) {
    return { kind: 'waiting', index: useful, until: useful.readyAt };
  }
  return limit === 0 ? { kind: 'late' } : { kind: 'waiting', index: undefined, until: now + limit };
}

/** Returns the longest time from now until the references of a box are known, or the fallback is used. */
export function longestWait(run: Run, box: EntityId, place: NodeOrOutside): number {
  const needed = timeOf(run, place, 'index') ?? 0;
  const known = run.state.leases?.indexes.get(box);
  if (needed === 0 || known === undefined || known.readyAt > run.state.now) {
    return Math.min(needed, timeOf(run, place, 'indexLimit') ?? Infinity);
  }
  return sameReferences(known.references, referencesNow(run).boxesOf(box))
    ? 0
    : Math.min(needed, timeOf(run, place, 'indexLimit') ?? Infinity);
}

/** Makes the references of a box known at once: they were sent along with its content. */
export function indexAtOnce(run: Run, box: EntityId): void {
  const { leases, now } = run.state;
  if (leases === undefined) return;
  const references = referencesNow(run).boxesOf(box);
  change(run, { indexes: withKey(leases.indexes, box, { references, readyAt: now }) });
}

/** Returns all boxes elsewhere that a place refers to: the fallback for a late index. */
export const referencesAt = (run: Run, place: NodeOrOutside): EntityId[] =>
  inOrder(run.state.leases?.remote.get(place) ?? []);

/** Returns true if two ordered lists are equal. */
const sameReferences = (a: readonly EntityId[], b: readonly EntityId[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);
