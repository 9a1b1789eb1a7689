/**
 * Watches keepalive collection after each step: the references between places, and since when boxes are garbage. Looks
 * closer only when references or values under way have changed.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { unreached } from '../endings/reachability.ts';
import { groupEntries, namingGroup } from '../agenda-groups.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { namedByRoots, placesOf, referencesNow, remoteFrom } from './references.ts';
import { type LeaseTally, withoutKeys } from './leases.ts';
import { change, noteObservation } from './tally.ts';
import { addRemote, enterBoxes } from './transfers.ts';

/** Updates the known references. Cost: O(V + E) when they have changed. */
export function watchReferences(run: Run): void {
  const before = run.state.leases?.tally;
  if (before === undefined) return;
  const graph = referencesNow(run).fingerprint();
  const flight = flightOf(run);
  if (graph === before.graph && flight === before.flight) return;
  if (graph !== before.graph) {
    forgetDead(run);
    for (const place of placesOf(run)) {
      const remote = remoteFrom(run, place);
      addRemote(run, place, remote);
      enterBoxes(run, remote);
    }
  }
  const version = graph === before.graph ? before.version : before.version + 1;
  const unreachable = sinceWhen(run, before.unreachable);
  const reached = reachedAgain(run, before, unreachable);
  noteObservation(run, { graph, flight, version, unreachable, reached, rootless: rootlessSince(run, before.rootless) });
}

function reachedAgain(run: Run, before: LeaseTally, unreachable: LeaseTally['unreachable']): LeaseTally['reached'] {
  const again = [...before.unreachable.keys()].filter((box) => !unreachable.has(box) && isAlive(run.state, box));
  return again.length === 0
    ? before.reached
    : new Map([...before.reached, ...again.map((box) => [box, run.state.now] as const)]);
}

/** Removes lease and index of boxes that are not alive. */
function forgetDead(run: Run): void {
  const { leases } = run.state;
  const isGone = (box: EntityId): boolean => !isAlive(run.state, box);
  if (leases === undefined) return;
  change(run, { boxes: withoutKeys(leases.boxes, isGone), indexes: withoutKeys(leases.indexes, isGone) });
}

/** Returns the values under way that name entities: these are reached as long as they travel. */
function flightOf({ state }: Run): string {
  const messages = [state, { agenda: state.held }]
    .flatMap((entries) => groupEntries(entries, namingGroup))
    .flatMap(({ due }) => ('message' in due ? [due.message.number] : []));
  const kept = (state.leases?.transfers ?? []).map(({ number }) => number);
  return `${messages.join(',')};${kept.join(',')}`;
}

function sinceWhen(run: Run, before: ReadonlyMap<EntityId, number>): ReadonlyMap<EntityId, number> {
  const { isBox } = referencesNow(run);
  const boxes = [...unreached(run)].filter(isBox).sort((a, b) => a - b);
  return new Map(boxes.map((box) => [box, before.get(box) ?? run.state.now]));
}

function rootlessSince(run: Run, before: number | undefined): number | undefined {
  const hasRoot = placesOf(run).some((place) => namedByRoots(run, place).length > 0);
  const hasValue = flightOf(run) !== ';';
  return hasRoot || hasValue ? undefined : (before ?? run.state.now);
}
