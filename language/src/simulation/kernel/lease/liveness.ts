/**
 * The liveness of keepalive collection, judged of a state: garbage is freed in time (L1), and without a root,
 * keepalives come to an end (L2).
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import { longestDelay } from '../messages.ts';
import type { Run } from '../run.ts';
import { durationText } from '../../values/values.ts';
import { type BrokenProperty, quotedEntity } from './judgement.ts';
import { keepalivesUnderWay } from './keepalives.ts';
import { timeOf, wordOf } from './lease-settings.ts';
import { outside, type LeaseTally } from './leases.ts';
import { referencesNow } from './references.ts';
import { t } from '../../../model/common/translation.ts';

/**
 * L1: a box that no root has reached for so long that its last lease must have ended is freed. The longest path of a
 * last keepalive is taken to visit all boxes there are; no path is longer.
 */
export function garbageLeft(run: Run): BrokenProperty[] {
  const { leases, now } = run.state;
  if (leases === undefined) return [];
  const { unreachable, last } = leases.tally;
  return [...unreachable].flatMap(([box, lost]) => {
    // While a node stands still everything may take longer; the time starts again when it goes on.
    const since = Math.max(lost, last.pause ?? 0);
    const node = referencesNow(run).nodeOrOutside(box);
    const lease = timeOf(run, node, 'duration') ?? 0;
    const bound = since + longestWay(run, 0) + lease + (timeOf(run, node, 'sweep') ?? 0);
    if (!isAlive(run.state, box) || now <= bound) return [];
    const message =
      t`No root has reached ${quotedEntity(run, box)} since ${durationText(lost)}; ` +
      t`it should have been freed by ${durationText(bound)}.`;
    return [{ property: 'L1', entity: box, message, cause: causeOf(run, leases.tally, lost) } as const];
  });
}

/**
 * L2: when no root has named any box for as long as the longest path takes, no keepalive is under way; one that comes
 * back to a box on its path goes one step further than the last lease.
 */
export function keepalivesWithoutRoot(run: Run): BrokenProperty[] {
  const { leases, now } = run.state;
  const since = leases?.tally.rootless;
  if (leases === undefined || since === undefined) return [];
  const bound = Math.max(since, leases.tally.last.pause ?? 0) + longestWay(run, 1);
  if (now <= bound) return [];
  const boxes = new Set(keepalivesUnderWay(run.state).map(({ work }) => work.keepalive.box));
  return [...boxes].map((box) => ({
    property: 'L2',
    entity: box,
    message: t`A keepalive for ${quotedEntity(run, box)} is under way although no root has reached it since ${durationText(since)}.`,
    cause: causeOf(run, leases.tally, since),
  }));
}

/**
 * Returns the longest time a keepalive can be under way: once to every box, each with the longest delay and wait, and
 * `more` steps.
 */
function longestWay(run: Run, more: number): number {
  const { isBox } = referencesNow(run);
  const boxes: EntityId[] = run.program.model.entities.map(({ id }) => id).filter(isBox);
  const wait = Math.min(timeOf(run, outside, 'index') ?? 0, timeOf(run, outside, 'indexLimit') ?? Infinity);
  return (boxes.length + more) * (longestDelay(run) + wait);
}

function causeOf(run: Run, { last }: LeaseTally, since: number): string | undefined {
  if (wordOf(run, 'origin', ['roots', 'references']) === 'references') {
    return t`keepalives begin at all references, so garbage keeps itself alive`;
  }
  if (last.fallback !== undefined && last.fallback >= since) {
    return t`keepalives went along all references of a node because an index was late`;
  }
  return undefined;
}
