/**
 * Follows keepalives that did not arrive, because one was lost or a node stood still, as if they had, and keeps what
 * the owner of each box would know then. That explains why a box was freed; nothing that happens depends on it.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import { longestPassage } from '../messages.ts';
import type { Entry, Run } from '../run.ts';
import { longestWait } from './indexing.ts';
import { isPaused, localTime, timeOf } from './lease-settings.ts';
import {
  type OwnedBox,
  type Hindrance,
  type Keepalive,
  type Missed,
  type MissedBox,
  type NodeOrOutside,
  withKey,
} from './leases.ts';
import { originsAt, referencesNow } from './references.ts';
import { endsOf, isNews, isOwned, keepaliveFor, renewed } from './renewal.ts';
import { noteObservation } from './tally.ts';

type MissedKeepalive = Extract<Missed, { readonly kind: 'keepalive' }>;
type MissedTick = Extract<Missed, { readonly kind: 'tick' }>;

/** The run itself ends at this many keepalives at a time. */
const mostAtATime = 5000;

/** Follows a lost keepalive that would have arrived at a time. */
export function missLost(run: Run, at: number, keepalive: Keepalive): void {
  for (const why of ['loss', 'both'] as const) {
    miss(run, { kind: 'keepalive', at, why, isHeld: false, keepalive });
  }
}

/** Follows an entry that a node holds back while it stands still. */
export function missHeld(run: Run, { at, due }: Entry): void {
  if (due.kind !== 'lease') return;
  const { entity, work } = due;
  for (const why of ['pause', 'both'] as const) {
    if (work.kind === 'tick') {
      const sequence = (run.state.leases?.sequences.get(entity) ?? 0) + 1;
      miss(run, { kind: 'tick', at, why, place: entity, life: work.life, sequence });
    } else if (work.kind === 'keepalive' || work.kind === 'indexed') {
      miss(run, { kind: 'keepalive', at, why, isHeld: true, keepalive: work.keepalive });
    }
  }
}

function miss(run: Run, missed: Missed): void {
  const { leases } = run.state;
  if (leases === undefined || leases.tally.missed.length >= mostAtATime) return;
  const later = leases.tally.missed.findIndex(({ at }) => at > missed.at);
  const place = later < 0 ? leases.tally.missed.length : later;
  noteObservation(run, { missed: leases.tally.missed.toSpliced(place, 0, missed) });
}

/**
 * Lets every missed event arrive that would have happened before the next entry, which is due at a time; at the same
 * time the missed one comes first. After a pause that may be a time long past: what a node held back comes in its
 * order.
 */
export function catchUp(run: Run, due: number | undefined): void {
  const until = Math.min(run.state.now, due ?? Infinity);
  for (;;) {
    const { missed = [] } = run.state.leases?.tally ?? {};
    const next = missed.find((each) => each.at <= until && !waits(run, each));
    if (next === undefined) return;
    noteObservation(run, { missed: missed.filter((each) => each !== next) });
    if (next.kind === 'tick') tick(run, next);
    else arrive(run, next);
  }
}

/**
 * Returns the hindrance without which a box would be alive at this time: the one without which its lease would have
 * lasted longest.
 */
export function hindranceOf({ state: { leases, now } }: Pick<Run, 'state'>, box: EntityId): Hindrance | undefined {
  const missed = leases?.tally.missedBoxes.get(box);
  const [loss, pause, both] = [missed?.loss?.until ?? 0, missed?.pause?.until ?? 0, missed?.both?.until ?? 0];
  if (Math.max(loss, pause) > now) return pause > loss ? 'pause' : 'loss';
  return both > now ? 'both' : undefined;
}

/** With only losses discounted, a node that stands still holds back what arrives. */
const waits = (run: Run, missed: Missed): boolean =>
  missed.kind === 'keepalive' && missed.why === 'loss' && missed.isHeld && isPaused(run, missed.keepalive.to);

function tick(run: Run, missed: MissedTick): void {
  const { at, why, place, life, sequence } = missed;
  const { state } = run;
  if (!isPaused(run, place) || !isAlive(state, place) || state.lives[place] !== life) return;
  miss(run, { ...missed, at: at + (timeOf(run, place, 'period') ?? 0), sequence: sequence + 1 });
  const deadline = localTime(run, place, at + (timeOf(run, place, 'duration') ?? 0));
  for (const box of originsAt(run, place)) {
    send(run, keepaliveFor(run, box, { from: place, origin: place, sequence, visited: [], deadline }), at, why);
  }
}

/** With only pauses discounted, nothing gets over a channel that loses everything. */
function send(run: Run, keepalive: Keepalive, at: number, why: Hindrance): void {
  const isLocal = keepalive.from === keepalive.to;
  const { delay, isInterrupted } = isLocal
    ? { delay: 0, isInterrupted: false }
    : longestPassage(run, endsOf(run, keepalive));
  if (isInterrupted && why === 'pause') return;
  miss(run, { kind: 'keepalive', at: at + delay, why, isHeld: false, keepalive });
}

function arrive(run: Run, missed: MissedKeepalive): void {
  const { keepalive, why, isHeld } = missed;
  const { box, to } = keepalive;
  const isStanding = isPaused(run, to);
  if (why === 'loss' && isStanding) {
    miss(run, { ...missed, isHeld: true });
    return;
  }
  // An entry that was held back arrives by itself if the node went on before.
  if (why !== 'loss' && isHeld && !isStanding) return;
  const at = isHeld && why === 'loss' ? run.state.now : missed.at;
  const known = isOwned(run, keepalive) ? knownOf(run, box, why) : undefined;
  if (known === undefined || !isNews(run, keepalive, known) || (isStanding && wasSwept(run, to, known, at))) return;
  const { leases } = run.state;
  const before = leases?.tally.missedBoxes ?? new Map<EntityId, MissedBox>();
  const after = { ...before.get(box), [why]: renewed(run, keepalive, known, at).box };
  noteObservation(run, { missedBoxes: withKey(before, box, after) });
  const leaves = at + longestWait(run, box, to);
  const { origin, sequence, deadline } = keepalive;
  const rest = { from: to, origin, sequence, visited: [...keepalive.visited, box], deadline };
  for (const next of referencesNow(run).boxesOf(box)) send(run, keepaliveFor(run, next, rest), leaves, why);
}

/** Returns true if a node that stands still would otherwise have freed a box by a time. */
function wasSwept(run: Run, node: NodeOrOutside, { until }: OwnedBox, by: number): boolean {
  const held = run.state.held.find(
    ({ due }) => due.kind === 'lease' && due.entity === node && due.work.kind === 'sweep',
  );
  if (held === undefined) return false;
  const step = timeOf(run, node, 'sweep') ?? 0;
  return held.at + step * Math.max(0, Math.ceil((until - held.at) / step)) < by;
}

/**
 * Returns what the owner would know about a box: its actual knowledge, and what arrived besides. A box that is not
 * entered is kept by the boxes on its node that have a lease, along which the keepalive came.
 */
function knownOf(run: Run, box: EntityId, why: Hindrance): OwnedBox | undefined {
  const { boxes, tally } = run.state.leases ?? {};
  const known = boxes?.get(box);
  const besides = tally?.missedBoxes.get(box)?.[why];
  if (known === undefined) return undefined;
  const seen = new Map(known.seen);
  for (const [place, sequence] of besides?.seen ?? []) seen.set(place, Math.max(sequence, seen.get(place) ?? 0));
  return { until: Math.max(known.until, besides?.until ?? 0), isEntered: true, seen };
}
