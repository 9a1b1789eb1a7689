/**
 * What is alive, works and may start while more and more comes to life. Something works while it is alive and all that
 * it needs works too; what needs each other works together. Nothing that works stops working by what comes to life.
 */
import { membersOf, stronglyConnected } from '../../graph/components.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import { createNumberHeap } from '../../graph/number-heap.ts';
import { append } from '../../model/common/append.ts';
import { type EntityId, isHostedBy } from '../../model/entity-kind.ts';
import { at, itemAt, required } from '../../model/common/lookup.ts';
import { entityOf } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { type Need, needsOf } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';

/** A growing set of living entities. */
export interface GrowingLives {
  readonly isAlive: (entity: EntityId) => boolean;
  /** Returns true if all that an entity needs to start is alive and works. */
  readonly canStart: (entity: EntityId) => boolean;
  /** Returns true if its host is alive besides. */
  readonly mayLive: (entity: EntityId) => boolean;
  /** Brings entities to life; returns those that can start from now on. Cost: that of the needs of what works now. */
  readonly grow: (entities: Iterable<EntityId>) => EntityId[];
  /** Takes back all that has come to life since the last `keep`. */
  readonly undo: () => void;
  readonly keep: () => void;
}

/** Starts with those alive. Cost: O(V + E). */
export function growingLives(model: RelatedEntities, living: Uint8Array): GrowingLives {
  const state = startOf(indexRelations(model));
  const isAlive = (id: EntityId): boolean => at(state.alive, id) === 1;
  const canStart = (id: EntityId): boolean => at(state.unmetToStart, id) === 0;
  const keep = (): void => {
    state.changes.length = 0;
  };
  grow(
    state,
    [...living.keys()].filter((id) => living[id] === 1),
  );
  keep();
  return {
    isAlive,
    canStart,
    mayLive: (id) => {
      const { parent, kind } = entityOf(model, id);
      const isHosted = parent !== undefined && isHostedBy(kind, entityOf(model, parent).kind);
      return (!isHosted || isAlive(parent)) && canStart(id);
    },
    grow: (entities) => grow(state, entities),
    undo: () => {
      for (const { counts, index, by } of state.changes) counts[index] = at(counts, index) - by;
      keep();
    },
    keep,
  };
}

/** The needs that decide what works and may start; none where nothing needs anything to start. */
interface NeedGraph {
  readonly count: number;
  readonly needs: readonly Need[];
  /** The numbers of the hard needs of an entity, and of all needs of which it is a member. */
  readonly own: ReadonlyMap<EntityId, readonly number[]>;
  readonly asked: ReadonlyMap<EntityId, readonly number[]>;
  /** The components of what needs each other: what is needed has a lower number. */
  readonly componentOf: Int32Array;
  readonly membersOf: (component: number) => Int32Array;
  /** Returns true for what needs itself, directly or through others. */
  readonly isCyclic: (component: number) => boolean;
}

const needGraph = oncePer((index: RelationIndex): NeedGraph => {
  const all = needsOf(index);
  const needs = all.some(({ strength }) => strength === 'start')
    ? all.filter(({ strength }) => strength !== 'soft')
    : [];
  const count = index.model.entities.length;
  const own = new Map<EntityId, number[]>();
  const asked = new Map<EntityId, number[]>();
  const edges = createEdgeList();
  const loops = new Set<EntityId>();
  for (const [number, { source, strength, members }] of needs.entries()) {
    for (const { target } of members) append(asked, target, number);
    if (strength === 'start') continue;
    append(own, source, number);
    for (const { target } of members) {
      edges.add(source, target, number);
      if (target === source) loops.add(source);
    }
  }
  const components = stronglyConnected(edges.toDigraph(count));
  const { offsets, nodes } = membersOf(components);
  const members = (component: number): Int32Array => nodes.subarray(at(offsets, component), at(offsets, component + 1));
  const isCyclic = (component: number): boolean =>
    members(component).length > 1 || loops.has(itemAt(members(component), 0));
  return { count, needs, own, asked, componentOf: components.of, membersOf: members, isCyclic };
});

interface State {
  readonly graph: NeedGraph;
  /** 1 for what is alive, and for what works. */
  readonly alive: Int32Array;
  readonly works: Int32Array;
  /** By need: the number of members that have to work besides those that do. */
  readonly missing: Int32Array;
  /** By entity: the number of its hard needs that are unmet, and of its needs to start. */
  readonly unmet: Int32Array;
  readonly unmetToStart: Int32Array;
  readonly changes: { readonly counts: Int32Array; readonly index: number; readonly by: number }[];
}

function startOf(index: RelationIndex): State {
  const graph = needGraph(index);
  const { count, needs } = graph;
  const unmet = new Int32Array(count);
  const unmetToStart = new Int32Array(count);
  for (const { source, strength } of needs) {
    const counts = strength === 'start' ? unmetToStart : unmet;
    counts[source] = at(counts, source) + 1;
  }
  return {
    ...{ graph, alive: new Int32Array(count), works: new Int32Array(count), changes: [] },
    ...{ missing: Int32Array.from(needs, ({ least }) => least), unmet, unmetToStart },
  };
}

/** Adds to a count; returns the new one. */
function change({ changes }: State, counts: Int32Array, index: number, by: number): number {
  const after = at(counts, index) + by;
  counts[index] = after;
  changes.push({ counts, index, by });
  return after;
}

function grow(state: State, entities: Iterable<EntityId>): EntityId[] {
  const { graph, alive, works } = state;
  const { needs, asked, componentOf } = graph;
  const startable: EntityId[] = [];
  // What is needed comes first, so that what needs it is visited once.
  const waiting = createNumberHeap();
  const isWaiting = new Set<number>();
  const visit = (id: EntityId): void => {
    const component = at(componentOf, id);
    if (isWaiting.has(component)) return;
    isWaiting.add(component);
    waiting.add(component);
  };
  for (const id of entities) {
    if (at(alive, id) === 1) continue;
    change(state, alive, id, 1);
    if (needs.length > 0) visit(id);
  }
  for (let component = waiting.take(); component >= 0; component = waiting.take()) {
    isWaiting.delete(component);
    for (const id of startWorking(state, component)) {
      change(state, works, id, 1);
      for (const number of asked.get(id) ?? []) {
        const { source, strength } = itemAt(needs, number);
        const isChanged = serve(state, number, source, strength === 'start');
        if (strength === 'start' && isChanged) startable.push(source);
        if (strength !== 'start' && isChanged && at(componentOf, source) !== component) visit(source);
      }
    }
  }
  return startable;
}

/** Counts a member of a need that works from now on; returns true if its subject may start, or work, by that. */
function serve(state: State, number: number, source: EntityId, isToStart: boolean): boolean {
  const { graph, missing, unmet, unmetToStart } = state;
  const isMet = change(state, missing, number, -1) === 0;
  const left = isMet ? change(state, isToStart ? unmetToStart : unmet, source, -1) : -1;
  return isToStart ? left === 0 : isMet || graph.isCyclic(at(graph.componentOf, source));
}

/** Returns what of a component works from now on. Of what needs each other, all that nothing outside lets down. */
function startWorking({ graph, alive, works, missing, unmet }: State, component: number): Iterable<EntityId> {
  const { needs, own, asked, membersOf: members, isCyclic } = graph;
  const broken = [...members(component)].filter((id) => at(alive, id) === 1 && at(works, id) === 0);
  if (!isCyclic(component)) return broken.filter((id) => at(unmet, id) === 0);
  const hopeful = new Set(broken);
  const lacking = new Map<number, number>();
  for (const id of broken) for (const number of own.get(id) ?? []) lacking.set(number, at(missing, number));
  for (const id of broken) {
    for (const number of asked.get(id) ?? []) {
      const left = lacking.get(number);
      if (left !== undefined) lacking.set(number, left - 1);
    }
  }
  const failing = broken.filter((id) => (own.get(id) ?? []).some((number) => required(lacking.get(number)) > 0));
  for (let id = failing.pop(); id !== undefined; id = failing.pop()) {
    if (!hopeful.delete(id)) continue;
    for (const number of asked.get(id) ?? []) {
      const left = lacking.get(number);
      if (left === undefined) continue;
      lacking.set(number, left + 1);
      if (left === 0) failing.push(itemAt(needs, number).source);
    }
  }
  return hopeful;
}
