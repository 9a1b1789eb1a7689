/** The beginning of leases: at the start of a run, and whenever a box or a node comes to life. */
import type { EntityId } from '../../../model/entity-kind.ts';
import { schedule } from '../agenda.ts';
import { isAlive } from '../graph-now.ts';
import { nodeOf } from '../messages.ts';
import { readProperty } from '../properties.ts';
import type { Run } from '../run.ts';
import { RunError } from '../../values/run-error.ts';
import { isKind } from '../../values/values.ts';
import { collectorOf, timeOf, trueTime, wordOf } from './lease-settings.ts';
import { type OwnedBox, type NodeOrOutside, noLeases, outside, withoutKeys } from './leases.ts';
import { change, noteObservation } from './tally.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** Starts the leases of a run, if its model has a collector; the entities alive at the start count as alive already. */
export function startLeases(run: Run): void {
  if (collectorOf(run) === undefined) return;
  run.state.leases = noLeases;
  const { entities } = run.program.model;
  beginLeases(
    run,
    entities.map(({ id }) => id).filter((id) => isAlive(run.state, id)),
  );
  // Roots that are on no node send as well; without such roots, `outside` never has to send.
  const hasOutside = entities.some(({ id, kind }) => isSender(kind) && nodeOf(run, id) === undefined);
  if (hasOutside) scheduleTick(run, outside, run.state.now);
}

/** Gives boxes that have just come to life a full lease, and nodes their ticks and sweeps. */
export function beginLeases(run: Run, entities: readonly EntityId[]): void {
  const { state, program } = run;
  if (state.leases === undefined) return;
  const { missedBoxes } = state.leases.tally;
  const boxes = new Map(state.leases.boxes);
  const isEntered = wordOf(run, 'enter', ['created', 'transferred']) === 'created';
  for (const entity of entities) {
    const kind = program.model.entities[entity]?.kind;
    const node = nodeOf(run, entity);
    if (kind === 'node') {
      scheduleTick(run, entity, state.now + phaseOf(run, entity));
      scheduleSweep(run, entity, state.now + (timeOf(run, entity, 'sweep') ?? 0));
    } else if (kind === 'object' && node !== undefined) boxes.set(entity, newBox(run, node, isEntered));
  }
  change(run, { boxes });
  if (missedBoxes.size > 0)
    noteObservation(run, { missedBoxes: withoutKeys(missedBoxes, (box) => entities.includes(box)) });
}

/** Schedules the next sweep of a node. */
export function scheduleSweep(run: Run, node: NodeOrOutside, at: number): void {
  const life = itemAt(run.state.lives, node);
  schedule(run, at, { kind: 'lease', entity: node, work: { kind: 'sweep', at, life } });
}

/** Schedules the next tick of a place. */
export function scheduleTick(run: Run, place: NodeOrOutside, at: number): void {
  // Outside of all nodes is no entity: it never ends and begins again.
  const life = place === outside ? 0 : itemAt(run.state.lives, place);
  schedule(run, at, { kind: 'lease', entity: place, work: { kind: 'tick', at, life } });
}

function newBox(run: Run, node: NodeOrOutside, isEntered: boolean): OwnedBox {
  const { now } = run.state;
  return { until: isEntered ? now + (timeOf(run, node, 'duration') ?? 0) : now, isEntered, seen: new Map() };
}

function phaseOf(run: Run, node: EntityId): number {
  const phase = readProperty(run, node, 'phase');
  if (!isKind(phase, 'duration')) throw new RunError('run/value', t`The phase of a node is a duration.`);
  return Math.max(0, trueTime(run, node, phase.microseconds));
}

const isSender = (kind: string): boolean => kind === 'pd' || kind === 'object';
