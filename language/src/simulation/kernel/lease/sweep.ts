/** The recurring work of a place by its own clock: ticks, which begin keepalives, and sweeps, which free boxes. */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Fact } from '../../../model/fact.ts';
import { isReachable } from '../endings/reachability.ts';
import { isAlive } from '../graph-now.ts';
import { remark } from '../remarks.ts';
import type { Run } from '../run.ts';
import { withFates } from '../endings/sentences.ts';
import { tearDown } from '../endings/teardown-run.ts';
import { durationText } from '../../values/values.ts';
import { beginKeepalives } from './keepalives.ts';
import { timeOf } from './lease-settings.ts';
import { type Freed, type NodeOrOutside, outside, withKey } from './leases.ts';
import { inOrder, isRoot, originsAt, referencesNow, remoteFrom } from './references.ts';
import { scheduleTick, scheduleSweep } from './start.ts';
import { change, noteObservation } from './tally.ts';
import { whyFreed } from './why-freed.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { entityName } from '../../../model/model.ts';
import { t } from '../../../model/common/translation.ts';

/** The time that work was planned for, and the incarnation of the node it is for. */
interface Planned {
  readonly at: number;
  readonly life: number;
}

/**
 * Sends keepalives from a place for the boxes its roots name, and for all that it refers to elsewhere if references
 * count as well.
 */
export function tick(run: Run, place: NodeOrOutside, { at, life }: Planned): void {
  if (!isSame(run, place, life)) return;
  scheduleTick(run, place, following(run, at, timeOf(run, place, 'period') ?? 0));
  beginKeepalives(run, place, originsAt(run, place));
}

/** Frees the boxes of a node whose lease has ended and which nothing on the node reaches. Cost: O(V + E). */
export function sweep(run: Run, node: NodeOrOutside, { at, life }: Planned): void {
  if (!isSame(run, node, life)) return;
  scheduleSweep(run, node, following(run, at, timeOf(run, node, 'sweep') ?? 0));
  const { state } = run;
  const { leases } = state;
  if (leases === undefined) return;
  const { nodeOrOutside: placeOf } = referencesNow(run);
  const held = heldAt(run, node);
  const freed = [...leases.boxes.keys()].filter(
    (box) => isAlive(state, box) && placeOf(box) === node && !isLeased(run, box) && !held.has(box),
  );
  if (freed.length > 0) free(run, node, inOrder(freed));
  forget(run, node);
}

/** Returns true if the lease of a box has not ended. */
const isLeased = ({ state }: Pick<Run, 'state'>, box: EntityId): boolean =>
  (state.leases?.boxes.get(box)?.until ?? 0) > state.now;

function free(run: Run, node: NodeOrOutside, boxes: readonly EntityId[]): void {
  const { state, program } = run;
  const { leases } = state;
  if (leases === undefined) return;
  const nameOf = (id: EntityId): string => `"${entityName(program.model, id)}"`;
  let { freed } = leases.tally;
  for (const box of boxes) {
    const record: Freed = {
      lives: [...(freed.get(box)?.lives ?? []), itemAt(state.lives, box)],
      at: state.now,
      wasLeased: isLeased(run, box),
      cause: isReachable(run, box) ? whyFreed(run, box) : undefined,
    };
    freed = withKey(freed, box, record);
    tellFreed(run, box, record);
  }
  noteObservation(run, { freed });
  const endOf = (box: EntityId): string => durationText(leases.boxes.get(box)?.until ?? 0);
  const because = (entity: EntityId): Fact[] => {
    const { cause } = freed.get(entity) ?? {};
    const text = t`its lease ended at ${endOf(entity)}, and nothing on ${nameOf(node)} reaches ${nameOf(entity)}`;
    const wrongly = t`a root still reached ${nameOf(entity)}: ${cause ?? ''}`;
    return [{ text, entity }, ...(cause === undefined ? [] : [{ text: wrongly, entity }])];
  };
  tearDown(
    run,
    withFates(run, { entities: boxes, because }, { found: new Set(boxes) }),
    program.defaultPolicy,
    () => undefined,
  );
}

/** Freeing garbage is a step like any other; freeing a box that is still needed makes a remark. */
function tellFreed(run: Run, box: EntityId, { cause }: Freed): void {
  run.tell?.({ kind: 'freed', entity: box, ...(cause !== undefined && { cause }) });
  if (cause === undefined) return;
  const name = entityName(run.program.model, box);
  remark(run, {
    code: 'run/freed',
    message: t`"${name}" is freed although a root reaches it: ${cause}.`,
    place: undefined,
  });
}

/** Returns all boxes that roots, values kept for others and leased boxes on a node reach without leaving it. */
function heldAt(run: Run, node: NodeOrOutside): Set<EntityId> {
  const { state, program } = run;
  const { entities } = program.model;
  const { at, targetsOf, nodeOrOutside: placeOf, isBox } = referencesNow(run);
  const kept = (state.leases?.transfers ?? []).flatMap(({ from, boxes }) => (from === node ? boxes : []));
  const held = new Set([
    ...at(node).filter((entity) => isRoot(run, entity) || (isBox(entity) && isLeased(run, entity))),
    ...kept.filter((box) => placeOf(box) === node),
  ]);
  for (const entity of held) {
    for (const target of targetsOf(entity)) {
      if (!isAlive(state, target)) continue;
      const isPassage = entities[target]?.kind === 'object' && placeOf(target) === outside;
      if (isPassage || placeOf(target) === node) held.add(target);
    }
  }
  return held;
}

/** Removes the references that a node no longer has. */
function forget(run: Run, node: NodeOrOutside): void {
  const { leases } = run.state;
  const remote = remoteFrom(run, node);
  const before = leases?.remote.get(node)?.size ?? 0;
  if (leases !== undefined && remote.length !== before) {
    change(run, { remote: withKey(leases.remote, node, new Set(remote)) });
  }
}

/** Returns the next time on the grid that begins at `at`; missed times are not made up for. */
function following({ state }: Run, at: number, step: number): number {
  return at + step * Math.max(1, Math.floor((state.now - at) / step) + 1);
}

const isSame = ({ state }: Run, place: NodeOrOutside, life: number): boolean =>
  place === outside || (isAlive(state, place) && state.lives[place] === life);
