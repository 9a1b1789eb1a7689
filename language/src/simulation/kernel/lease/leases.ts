/**
 * The shapes of keepalive collection: leases of boxes, keepalives, transfers, and the counts kept on the way. Immutable
 * data; knows nothing of runs.
 */
import type { EntityId } from '../../../model/entity-kind.ts';

/** A node, or `outside` for all that is on none. */
export type NodeOrOutside = EntityId;

/** The place of PDs and objects that are on no node; they have roots and a clock, but no boxes. */
export const outside: NodeOrOutside = -1;

/** The knowledge of its owner about a box. Times are in microseconds of the virtual clock. */
export interface OwnedBox {
  /** The lease has ended at this time. */
  readonly until: number;
  /** False while no other place has ever had a reference to the box and the collector waits for that. */
  readonly isEntered: boolean;
  /** The last sequence that was forwarded, by the place where it began. */
  readonly seen: ReadonlyMap<NodeOrOutside, number>;
}

/** One keepalive on its way to the owner of a box. */
export interface Keepalive {
  readonly box: EntityId;
  /** The incarnation that the keepalive is for. */
  readonly life: number;
  readonly from: NodeOrOutside;
  readonly to: NodeOrOutside;
  /** The place at which its round began, and the number of that round there. */
  readonly origin: NodeOrOutside;
  readonly sequence: number;
  /** The boxes on its path. */
  readonly visited: readonly EntityId[];
  /** The time on the clock of the origin at which the lease that it asks for ends. */
  readonly deadline: number;
}

/** The boxes that a box refers to, as an index has them or will have them from `readyAt` on. */
export interface Index {
  readonly references: readonly EntityId[];
  readonly readyAt: number;
}

/** A value under way, or arrived and not yet forgotten by its sender. */
export interface Transfer {
  /** The number of its message; a PD that moves has one of its own. */
  readonly number: number;
  readonly from: NodeOrOutside;
  readonly boxes: readonly EntityId[];
}

/** Work that a place has to do at a time; `at` is the time it was planned for, `life` the incarnation of the node. */
export type LeaseWork =
  | { readonly kind: 'tick' | 'sweep'; readonly at: number; readonly life: number }
  | { readonly kind: 'keepalive'; readonly keepalive: Keepalive; readonly isOrdered: boolean }
  | { readonly kind: 'indexed'; readonly keepalive: Keepalive; readonly index: Index | undefined }
  | { readonly kind: 'acknowledged'; readonly number: number }
  | { readonly kind: 'arrival'; readonly to: EntityId; readonly life: number };

/** Numbers of keepalives: `sent` includes those to boxes of the same place, which do not travel. */
export interface Counts {
  readonly sent: number;
  readonly travelled: number;
  readonly lost: number;
  /** Arrived twice, by a fault of the network. */
  readonly duplicated: number;
  readonly processed: number;
  readonly dropped: number;
  /** Reached a box that no longer existed. */
  readonly stray: number;
  /** Forwarded along all references of the node, because the index was not ready in time. */
  readonly fallbacks: number;
}

/** The last round that began at a place. */
export interface Round {
  readonly sequence: number;
  readonly origins: readonly EntityId[];
  /** See `Tally.version`. */
  readonly version: number;
  readonly sent: number;
  readonly processed: number;
  readonly dropped: number;
  readonly underWay: number;
  /** True if anything was lost, duplicated, stray or fell back, so that the count says nothing. */
  readonly isDisturbed: boolean;
}

/** The record of a freed box. */
export interface Freed {
  /** The incarnations of the box that were freed, all but the last one earlier. */
  readonly lives: readonly number[];
  readonly at: number;
  readonly wasLeased: boolean;
  /** A clause that explains it, if a root reached the box; absent otherwise. */
  readonly cause: string | undefined;
}

/** The reason that keepalives did not arrive: losses, nodes that stood still, or both together. */
export type Hindrance = 'loss' | 'pause' | 'both';

/** An event that would have happened at a time without a hindrance, with each hindrance discounted separately. */
export type Missed = { readonly at: number; readonly why: Hindrance } & (
  | { readonly kind: 'keepalive'; readonly isHeld: boolean; readonly keepalive: Keepalive }
  | { readonly kind: 'tick'; readonly place: NodeOrOutside; readonly life: number; readonly sequence: number }
);

/** The knowledge of the owner about a box without each hindrance. */
export type MissedBox = Readonly<Partial<Record<Hindrance, OwnedBox>>>;

/** Observations so far. Nothing that happens depends on them, so states may be compared without them. */
export interface LeaseTally {
  readonly counts: Counts;
  readonly rounds: ReadonlyMap<NodeOrOutside, Round>;
  /** The number of times the references have changed. */
  readonly version: number;
  /** The fingerprint of the references and the values under way, as last observed. */
  readonly graph: string;
  readonly flight: string;
  readonly freed: ReadonlyMap<EntityId, Freed>;
  /** Boxes that a keepalive reached after they were freed. */
  readonly strays: ReadonlySet<EntityId>;
  /** Boxes that got a lease for longer than the collector gives. */
  readonly overlong: ReadonlySet<EntityId>;
  /** The time since when no root has reached a living box. */
  readonly unreachable: ReadonlyMap<EntityId, number>;
  /** The time at which a root came to reach a living box that none had reached before. */
  readonly reached: ReadonlyMap<EntityId, number>;
  /** The time since when no root anywhere has named a box. */
  readonly rootless: number | undefined;
  /** The missed events that are still under way, by time. */
  readonly missed: readonly Missed[];
  readonly missedBoxes: ReadonlyMap<EntityId, MissedBox>;
  readonly last: Readonly<Record<Happening, number | undefined>>;
}

/** A kind of event that explains why a property is broken; the time of the latest is kept. */
export type Happening = 'pause' | 'transfer' | 'fallback';

/** All of keepalive collection in a state. */
export interface Leases {
  readonly boxes: ReadonlyMap<EntityId, OwnedBox>;
  readonly indexes: ReadonlyMap<EntityId, Index>;
  /** The references to boxes elsewhere, by the place that holds them. */
  readonly remote: ReadonlyMap<NodeOrOutside, ReadonlySet<EntityId>>;
  readonly transfers: readonly Transfer[];
  /** The last round of each place. */
  readonly sequences: ReadonlyMap<NodeOrOutside, number>;
  readonly tally: LeaseTally;
}

const noCounts: Counts = {
  sent: 0,
  travelled: 0,
  lost: 0,
  duplicated: 0,
  processed: 0,
  dropped: 0,
  stray: 0,
  fallbacks: 0,
};

/** The empty leases. */
export const noLeases: Leases = {
  boxes: new Map(),
  indexes: new Map(),
  remote: new Map(),
  transfers: [],
  sequences: new Map(),
  tally: {
    counts: noCounts,
    rounds: new Map(),
    version: 0,
    graph: '',
    flight: '',
    freed: new Map(),
    strays: new Set(),
    overlong: new Set(),
    unreachable: new Map(),
    reached: new Map(),
    rootless: undefined,
    missed: [],
    missedBoxes: new Map(),
    last: { pause: undefined, transfer: undefined, fallback: undefined },
  },
};

/** Returns a map with one entry set. */
export const withKey = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

/** Returns a map without some keys; the same map if it has none of them. */
export function withoutKeys<K, V>(map: ReadonlyMap<K, V>, isGone: (key: K) => boolean): ReadonlyMap<K, V> {
  const left = [...map].filter(([key]) => !isGone(key));
  return left.length === map.size ? map : new Map(left);
}
