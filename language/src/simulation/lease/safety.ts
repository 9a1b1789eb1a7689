/**
 * The safety of keepalive collection, judged of a state: S1 to S5. Each says which boxes break it,
 * none while it holds; what broke once stays known, so that the last state tells of a whole run.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import type { Run } from '../run.ts';
import { durationText } from '../values.ts';
import type { BrokenProperty, LeaseProperty } from './judgement.ts';
import { quotedName } from './judgement.ts';
import { keepalivesUnderWay } from './keepalives.ts';
import { flagOf, rateOf, timeOf } from './lease-settings.ts';
import type { Freed } from './leases.ts';
import { outside } from './leases.ts';
import { placesOf, referencesNow, remoteFrom } from './references.ts';

/** S1: no box that a living root, a PD on its way or a value under way reaches is freed. */
export function freedWhileReachable(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  return [...leases.tally.freed]
    .filter(([, { wasReachable }]) => wasReachable)
    .map(([box, freed]) => {
      const message = `${quotedName(run, box)} was freed at ${durationText(freed.at)}, though a root reached it.`;
      return broken('S1', box, message, causeOf(run, freed));
    });
}

/** S2: no keepalive ever reaches a box that was freed. */
export function keepalivesForFreed(run: Run): BrokenProperty[] {
  return [...(run.state.leases?.tally.strays ?? [])].map((box) =>
    broken('S2', box, `A keepalive reached ${quotedName(run, box)} after it was freed.`),
  );
}

/** S3: whatever a place can use, all boxes elsewhere that it names are among the references of the place. */
export function unknownReferences(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  return placesOf(run).flatMap((place) =>
    remoteFrom(run, place)
      .filter((box) => leases.remote.get(place)?.has(box) !== true)
      .map((box) =>
        broken('S3', box, `${quotedName(run, place)} can use ${quotedName(run, box)}, which it has not entered.`),
      ),
  );
}

/**
 * S4: a lease is never longer than the collector gives from now on, and no box with a lease is freed.
 * Only deadlines can break the first, where clocks do not agree.
 */
export function wrongLeases(run: Run): BrokenProperty[] {
  const { leases } = run.state;
  if (leases === undefined) return [];
  const { overlong, freed } = leases.tally;
  return [
    ...[...overlong].map((box) =>
      broken('S4', box, `${quotedName(run, box)} got a lease for longer than the collector gives.`, 'clocks disagree'),
    ),
    ...[...freed]
      .filter(([, { wasLeased }]) => wasLeased)
      .map(([box]) => broken('S4', box, `${quotedName(run, box)} was freed in spite of its lease.`)),
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
      broken('S5', keepalive.box, `A keepalive for ${quotedName(run, keepalive.box)} has been at a box twice.`),
    );
}

/** The condition of safety that did not hold: a clause. What happened since the lease began explains first. */
function causeOf(run: Run, { last, until }: Freed): string {
  const duration = timeOf(run, outside, 'duration') ?? 0;
  const period = timeOf(run, outside, 'period') ?? 0;
  const isRecent = (when: number | undefined): boolean => when !== undefined && when > until - duration;
  if (period >= duration) return 'the period is not shorter than the lease';
  if (isRecent(last.pause)) return 'a node stood still for too long';
  if (isRecent(last.loss)) return 'keepalives were lost';
  if (clocksDisagree(run)) return 'clocks run at different rates';
  if (isRecent(last.transfer)) {
    return flagOf(run, 'handover', true)
      ? 'a lease does not last for a period and the delay of a hand-over'
      : 'a lease does not last for two periods and the delay of a hand-over without sending once more';
  }
  return 'a lease does not last for a period and the delays of the path';
}

function clocksDisagree(run: Run): boolean {
  const rates = placesOf(run)
    .filter((place) => place !== outside && isAlive(run.state, place))
    .map((place) => JSON.stringify(rateOf(run, place)));
  return new Set(rates).size > 1;
}

const broken = (property: LeaseProperty, entity: EntityId, message: string, cause?: string): BrokenProperty => ({
  property,
  entity,
  message,
  cause,
});
