/**
 * The safety of keepalive collection, judged of a state: S1 to S5. Each returns the boxes that break it, none while it
 * holds; a violation stays on record, so that the last state tells of a whole run.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Run } from '../run.ts';
import { durationText } from '../../values/values.ts';
import { type BrokenProperty, type LeaseProperty, quotedEntity } from './judgement.ts';
import { keepalivesUnderWay } from './keepalives.ts';
import { placesOf, referencesNow, remoteFrom } from './references.ts';
import { t } from '../../../model/common/translation.ts';

/** S1: no box that a living root, a PD on its way or a value under way reaches is freed. */
export function freedWhileReachable(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  return [...leases.tally.freed]
    .filter(([, { cause }]) => cause !== undefined)
    .map(([box, { at, cause }]) => {
      const message = t`${quotedEntity(run, box)} was freed at ${durationText(at)} although a root reached it.`;
      return broken('S1', box, message, cause);
    });
}

/** S2: no keepalive ever reaches a box that was freed. */
export function keepalivesForFreed(run: Run): BrokenProperty[] {
  return [...(run.state.leases?.tally.strays ?? [])].map((box) =>
    broken('S2', box, t`A keepalive reached ${quotedEntity(run, box)} after it was freed.`),
  );
}

/** S3: all boxes elsewhere that anything usable at a place names are among the references of the place. */
export function unknownReferences(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  return placesOf(run).flatMap((place) =>
    remoteFrom(run, place)
      .filter((box) => leases.remote.get(place)?.has(box) !== true)
      .map((box) =>
        broken('S3', box, t`${quotedEntity(run, place)} can use ${quotedEntity(run, box)}, which it has not entered.`),
      ),
  );
}

/**
 * S4: a lease never lasts longer from now on than the collector gives, and no box with a lease is freed. Only deadlines
 * can break the first, where clocks do not agree.
 */
export function wrongLeases(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  const { overlong, freed } = leases.tally;
  return [
    ...[...overlong].map((box) =>
      broken('S4', box, t`${quotedEntity(run, box)} got a longer lease than the collector grants.`, t`clocks disagree`),
    ),
    ...[...freed]
      .filter(([, { wasLeased }]) => wasLeased)
      .map(([box]) => broken('S4', box, t`${quotedEntity(run, box)} was freed despite its lease.`)),
  ];
}

/** S5: the boxes on the path of a keepalive are all different, and not more than there are boxes. */
export function wrongPaths(run: Run): BrokenProperty[] {
  const { isBox } = referencesNow(run);
  const boxes = run.program.model.entities.filter(({ id }) => isBox(id)).length;
  return keepalivesUnderWay(run.state)
    .filter(({ work: { keepalive } }) => {
      const { visited } = keepalive;
      return visited.length > boxes || new Set(visited).size < visited.length;
    })
    .map(({ work: { keepalive } }) =>
      broken('S5', keepalive.box, t`A keepalive for ${quotedEntity(run, keepalive.box)} has been at a box twice.`),
    );
}

const broken = (property: LeaseProperty, entity: EntityId, message: string, cause?: string): BrokenProperty => ({
  property,
  entity,
  message,
  cause,
});
