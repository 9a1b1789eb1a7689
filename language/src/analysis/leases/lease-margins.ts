/**
 * Decides whether leases last long enough in a declared model without faults: from one round to the next, along the
 * paths of keepalives, and during a hand-over.
 */
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Type } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';
import {
  channelBetween,
  clockRateOf,
  type CollectorSettings,
  collectorSettings,
  delayOf,
} from './collector-settings.ts';
import { type DeclaredBoxes, declaredBoxes } from './declared-boxes.ts';
import { required } from '../../model/common/lookup.ts';

/**
 * A condition that a lease violates; the lease has to last longer than `needed`, in milliseconds of true time. `path`:
 * until the next keepalive reaches `box`, an example of several.
 */
export type ShortLease = { readonly duration: number; readonly needed: number } & (
  | { readonly condition: 'period' | 'hand-over' }
  | { readonly condition: 'path'; readonly box: EntityId }
);

/**
 * Returns the violated condition, the simplest if there are several; undefined if there is none, or if durations or
 * delays are not plain values. Cost: O(V·E), usually O(V + E).
 */
export function shortLease(model: Model): ShortLease | undefined {
  const settings = collectorSettings(model);
  const { duration, period } = settings ?? {};
  if (settings === undefined || duration === undefined || period === undefined) return undefined;
  if (period >= duration) return { condition: 'period', duration, needed: period };
  return pathTooLong(model, settings, duration, period) ?? handOverTooLong(model, settings, duration, period);
}

/** The condition is D > P + L, or D > 2P + L if the sender does not send once more. */
function handOverTooLong(
  model: Model,
  { handsOver }: CollectorSettings,
  duration: number,
  period: number,
): ShortLease | undefined {
  if (handsOver === undefined) return undefined;
  const delay = Math.max(0, ...model.channels.map((channel) => delayOf(channel, model)?.most ?? 0));
  const needed = (handsOver ? period : 2 * period) + delay;
  return duration > needed || !handsAnythingOver(model) ? undefined : { condition: 'hand-over', duration, needed };
}

/** Finds the box with the smallest margin among those that nothing on their own node keeps. */
function pathTooLong(
  model: Model,
  settings: CollectorSettings,
  duration: number,
  period: number,
): ShortLease | undefined {
  const boxes = declaredBoxes(model);
  const gaps = longestGaps(model, boxes, settings, period);
  const held = heldAtHome(boxes);
  let worst: (ShortLease & { readonly condition: 'path' }) | undefined;
  for (const [box, { gap, isRemote }] of gaps) {
    const rate = clockRateOf(model, boxes.nodeOf[box]);
    if (rate === undefined || !isRemote || held.has(box) || gap < duration / rate) continue;
    const margin = duration / rate - gap;
    if (worst !== undefined && worst.duration - worst.needed <= margin) continue;
    worst = { condition: 'path', box, duration: duration / rate, needed: gap };
  }
  return worst;
}

/** Returns the boxes that a root reaches within its node: they need no lease. */
function heldAtHome({ graph, named, nodeOf }: DeclaredBoxes): ReadonlySet<EntityId> {
  const held = new Set(named.flatMap(({ node, roots }) => roots.filter((box) => nodeOf[box] === node)));
  for (const box of held) {
    for (const next of targetsOf(graph, box)) if (nodeOf[next] === nodeOf[box]) held.add(next);
  }
  return held;
}

/** The longest wait of a box for the next keepalive, and whether that comes from another node. */
interface Gap {
  readonly gap: number;
  readonly isRemote: boolean;
}

/** Returns the smallest gap over all ways to each box, since one keepalive in time is enough. */
function longestGaps(
  model: Model,
  { graph, named, nodeOf }: DeclaredBoxes,
  settings: CollectorSettings,
  period: number,
): ReadonlyMap<EntityId, Gap> {
  const gaps = new Map<EntityId, Gap>();
  const spreadOf = spreads(model, settings);
  const queue: EntityId[] = [];
  const offer = (box: EntityId, gap: number, isRemote: boolean): void => {
    const before = gaps.get(box);
    if (before !== undefined && before.gap <= gap) return;
    gaps.set(box, { gap, isRemote });
    queue.push(box);
  };
  for (const { node, roots } of named) {
    // An unknown clock rate is assumed to do no harm.
    const rate = clockRateOf(model, node) ?? Infinity;
    for (const box of roots) offer(box, period / rate + spreadOf(node, nodeOf[box]), nodeOf[box] !== node);
  }
  // Appending while iterating is intended.
  for (const box of queue) {
    const { gap } = required(gaps.get(box));
    for (const next of targetsOf(graph, box)) {
      const isRemote = nodeOf[next] !== nodeOf[box];
      offer(next, gap + (settings.wait ?? 0) + spreadOf(nodeOf[box], nodeOf[next]), isRemote);
    }
  }
  return gaps;
}

const targetsOf = ({ offsets, targets }: Digraph, node: EntityId): Int32Array =>
  targets.subarray(offsets[node], offsets[node + 1]);

/**
 * Returns a function for how much later than the previous one a keepalive between two nodes may arrive; 0 if unknown.
 */
function spreads(
  model: Model,
  { forward }: CollectorSettings,
): (from: EntityId | undefined, to: EntityId | undefined) => number {
  const known = new Map<string, number>();
  return (from, to) => {
    if (from === to || model.channels.length === 0) return 0;
    const key = `${from ?? ''} ${to ?? ''}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const channel = channelBetween(model, around(model, from), around(model, to));
    const { least = 0, most = 0 } = channel === undefined ? {} : (delayOf(channel, model) ?? {});
    // A deadline does not count from the arrival, so the delay itself counts.
    const spread = forward === 'deadline' ? most : most - least;
    known.set(key, spread);
    return spread;
  };
}

function around({ entities }: Model, place: EntityId | undefined): ReadonlySet<EntityId> {
  const found = new Set<EntityId>();
  for (let each = place; each !== undefined; each = entities[each]?.parent) found.add(each);
  return found;
}

/** Returns true if anything moves, or a machine sends an event that can name an object. */
function handsAnythingOver({ machines, entities, scenarios, checks, events }: Model): boolean {
  const naming = new Set(
    events.filter(({ parameters }) => parameters.some(({ type }) => namesObjects(type))).map(({ name }) => name),
  );
  const moves = (action: Record<string, unknown>): boolean => action.kind === 'move';
  const sends = (action: Record<string, unknown>): boolean =>
    action.kind === 'send' && typeof action.event === 'string' && naming.has(action.event);
  return (
    [machines, scenarios, checks].some((part) => contains(part, moves)) ||
    contains(machines, sends) ||
    entities.some(({ actions, destructor }) =>
      [actions, destructor].some((part) => contains(part, (each) => moves(each) || sends(each))),
    )
  );
}

/** Searches plain data of any shape. */
function contains(part: unknown, isMeant: (part: Record<string, unknown>) => boolean): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(part)) return part.some((each) => contains(each, isMeant));
  const record: Record<string, unknown> = { ...part };
  return isMeant(record) || Object.values(record).some((each) => contains(each, isMeant));
}

function namesObjects(type: Type): boolean {
  switch (type.kind) {
    case 'entity':
      return type.of === 'object' || type.of === 'entity';
    case 'set':
      return namesObjects(type.of);
    case 'map':
      return namesObjects(type.key) || namesObjects(type.value);
    default:
      return false;
  }
}
