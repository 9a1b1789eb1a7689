/** Executes due work of keepalive collection. */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import type { Message, Run } from '../run.ts';
import { indexAtOnce } from './indexing.ts';
import { arriveKeepalive, beginKeepalives, resumeKeepalive } from './keepalives.ts';
import { flagOf } from './lease-settings.ts';
import { type LeaseWork, outside } from './leases.ts';
import { arriveAt } from './moves.ts';
import { sweep, tick } from './sweep.ts';
import { change } from './tally.ts';

/** Does the due work of an entity: a place, a box, or a PD that arrives. */
export function doLeaseWork(run: Run, entity: EntityId, work: LeaseWork): void {
  switch (work.kind) {
    case 'tick':
      tick(run, entity, work);
      return;
    case 'sweep':
      sweep(run, entity, work);
      return;
    case 'keepalive':
      arriveKeepalive(run, work.keepalive);
      return;
    case 'indexed':
      resumeKeepalive(run, work.keepalive, work.index);
      return;
    case 'acknowledged':
      endTransfer(run, work.number);
      return;
    case 'arrival':
      arriveAt(run, entity, work.to, work.life);
  }
}

/** Takes over the index of the content that a box takes, if the collector says that it is sent along. */
export function takeIndex(run: Run, { to }: Message): void {
  const isSent = run.state.leases?.boxes.has(to) === true && flagOf(run, 'sendIndex', false);
  if (isSent) indexAtOnce(run, to);
}

/**
 * Makes the sender of a value send keepalives once more for the boxes it names, if the collector says so, and forget
 * it.
 */
function endTransfer(run: Run, number: number): void {
  const { leases } = run.state;
  const transfer = leases?.transfers.find((each) => each.number === number);
  if (leases === undefined || transfer === undefined) return;
  const { from, boxes } = transfer;
  const isThere = from === outside || isAlive(run.state, from);
  if (isThere && flagOf(run, 'handover', true)) beginKeepalives(run, from, boxes);
  change(run, { transfers: (run.state.leases ?? leases).transfers.filter((each) => each.number !== number) });
}
