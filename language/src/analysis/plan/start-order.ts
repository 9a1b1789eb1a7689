/**
 * Orders the start of entities: each starts in the first layer in which all it waits for has started. Soft waits give
 * way where they would close a cycle, in the order of declaration; what then is left on a cycle never starts.
 */
import { stronglyConnected } from '../../graph/components.ts';
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { once } from '../../model/common/once-per.ts';
import { missingFact } from '../facts/facts.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import type { StartCondition, StartWait } from './start-waits.ts';
import { waitsInVain } from './waits-in-vain.ts';

/** A soft wait that gives way, and the cycle it would close, found when read: its own fact first. */
export interface Yielded {
  readonly wait: StartWait;
  readonly subject: EntityId;
  readonly other: EntityId;
  readonly cycle: readonly Fact[];
}

/** Entities that wait for each other, in the order of the facts. */
export interface StartCycle {
  readonly entities: readonly EntityId[];
  readonly because: readonly Fact[];
}

/** The order of a start. */
export interface StartOrder {
  /** The entities of `layers[i]` start in parallel, after all earlier ones; in declaration order. */
  readonly layers: readonly (readonly EntityId[])[];
  /** Returns what an entity waits for among those that start with it, and why. */
  readonly waitsOf: (entity: EntityId) => readonly (StartCondition & { readonly of: StartWait })[];
  readonly yielded: readonly Yielded[];
  readonly cycles: readonly StartCycle[];
  /** The entities that never start: on a cycle, waiting for one, or without what they need to start. */
  readonly stuck: readonly Explained[];
}

/** The entities that start, and those that are there before. */
export interface Starting {
  readonly starts: (entity: EntityId) => boolean;
  readonly isThere: (entity: EntityId) => boolean;
}

/** A wait as far as it concerns those that start. */
interface Open extends StartWait {
  readonly wait: StartWait;
  /** True if too few others start, so that the subject never does. */
  readonly isHopeless: boolean;
}

/**
 * Returns the order in which entities start. Cost: O(V + E), and for soft waits on cycles that of `waitsInVain`.
 */
export function orderStart(model: RelatedEntities, waits: readonly StartWait[], starting: Starting): StartOrder {
  const open = waits.flatMap((wait) => openWait(wait, starting));
  const count = model.entities.length;
  const hard = open.filter(({ strength }) => strength !== 'soft');
  const startable = layersOf(count, starting, hard);
  const { kept, yielded } = settle(count, open, startable);
  const layerOf = layersOf(count, starting, kept);
  const layers: EntityId[][] = [];
  for (const { id } of model.entities) {
    const layer = itemAt(layerOf, id);
    if (layer >= 0) (layers[layer] ??= []).push(id);
  }
  const bySubject = new Map<EntityId, Open[]>();
  for (const each of kept) append(bySubject, each.subject, each);
  const isStuck = (id: EntityId): boolean => starting.starts(id) && itemAt(layerOf, id) < 0;
  return {
    layers,
    waitsOf: (entity) => (bySubject.get(entity) ?? []).flatMap((of) => of.others.map((each) => ({ ...each, of }))),
    yielded,
    ...whatIsStuck(model, kept, isStuck),
  };
}

function openWait(wait: StartWait, { starts, isThere }: Starting): Open[] {
  if (!starts(wait.subject)) return [];
  const there = wait.others.filter(({ entity }) => isThere(entity)).length;
  const others = wait.others.filter(({ entity }) => starts(entity) && !isThere(entity));
  const wanted = wait.least - there;
  const isHopeless = wait.strength === 'required' && others.length < wanted;
  if (wanted <= 0 || (others.length === 0 && !isHopeless)) return [];
  return [{ ...wait, wait, others, least: Math.min(wanted, others.length), isHopeless }];
}

/** Returns the layer in which each entity starts, from 0; -1 for what never does, and for what does not start here. */
function layersOf(count: number, { starts, isThere }: Starting, waits: readonly Open[]): Int32Array {
  const layerOf = new Int32Array(count).fill(-1);
  const unmet = new Int32Array(count);
  const left = waits.map(({ least }) => least);
  const after = new Map<EntityId, number[]>();
  for (const [number, { subject, others, isHopeless }] of waits.entries()) {
    unmet[subject] = itemAt(unmet, subject) + 1;
    if (!isHopeless) for (const { entity } of others) append(after, entity, number);
  }
  let ready: number[] = [];
  for (let id = 0; id < count; id++) if (starts(id) && !isThere(id) && unmet[id] === 0) ready.push(id);
  for (let layer = 0; ready.length > 0; layer++) {
    const next: number[] = [];
    for (const id of ready) layerOf[id] = layer;
    for (const number of ready.flatMap((id) => after.get(id) ?? [])) {
      left[number] = itemAt(left, number) - 1;
      if (left[number] !== 0) continue;
      const { subject } = itemAt(waits, number);
      unmet[subject] = itemAt(unmet, subject) - 1;
      if (unmet[subject] === 0) next.push(subject);
    }
    ready = next;
  }
  return layerOf;
}

/** Adds soft waits back, in their order, as long as all that could start without them still does. */
function settle(
  count: number,
  open: readonly Open[],
  startable: Int32Array,
): { readonly kept: readonly Open[]; readonly yielded: readonly Yielded[] } {
  const canStart = (id: EntityId): boolean => itemAt(startable, id) >= 0;
  const { of } = stronglyConnected(edgesOf(count, open));
  const dropped = waitsInVain(count, open, { canStart, componentOf: of });
  const isOnCycle = ({ subject, others }: Open): boolean =>
    others.some(({ entity }) => of[entity] === of[subject] || !canStart(entity));
  const doubtful = new Map([...open.filter((each) => each.strength === 'soft' && isOnCycle(each)).entries()].map(([place, each]) => [each, place])); // oxfmt-ignore
  return {
    kept: open.filter((each) => !dropped.has(each)),
    yielded: [...doubtful]
      .filter(([each]) => dropped.has(each))
      .map(([each, place]) => {
        // Those of which it was decided before that they do not give way.
        const isKept = (one: Open): boolean => (doubtful.get(one) ?? -1) < place && !dropped.has(one);
        const found = once(() => cycleOf(count, open.filter(isKept), each)); // oxfmt-ignore
        return {
          wait: each.wait,
          subject: each.subject,
          get other() {
            return found().other;
          },
          get cycle() {
            return found().cycle;
          },
        };
      }),
  };
}

/** Returns the edges from each subject to those it waits for; labels count the others of all waits. */
function edgesOf(count: number, waits: readonly Open[]): Digraph {
  const edges = createEdgeList();
  let label = 0;
  for (const { subject, others } of waits) for (const { entity } of others) edges.add(subject, entity, label++);
  return edges.toDigraph(count);
}

const factsBy = (waits: readonly Open[]): readonly (readonly Fact[])[] =>
  waits.flatMap(({ others }) => others.map(({ because }) => because));

/** Returns the cycle that a wait would close. */
function cycleOf(count: number, kept: readonly Open[], { subject, others }: Open): Pick<Yielded, 'other' | 'cycle'> {
  const graph = edgesOf(count, kept);
  const facts = factsBy(kept);
  for (const { entity, because } of others) {
    const path = shortestPath(graph, entity, subject);
    if (path === undefined) continue;
    return { other: entity, cycle: [...because, ...path.labels.flatMap((label) => itemAt(facts, label))] };
  }
  // What it waits for never starts, for another reason.
  const { entity, because } = itemAt(others, 0);
  return { other: entity, cycle: because };
}

/** Returns the first wait of each subject. */
const firstOf = (waits: readonly Open[]): ReadonlyMap<EntityId, Open> =>
  new Map(waits.toReversed().map((each) => [each.subject, each]));

/** Returns the cycles among those that never start, one for each component, and why each is stuck. */
function whatIsStuck(
  model: RelatedEntities,
  kept: readonly Open[],
  isStuck: (id: EntityId) => boolean,
): Pick<StartOrder, 'cycles' | 'stuck'> {
  const count = model.entities.length;
  const unmet = kept
    .filter(
      ({ subject, others, least }) =>
        isStuck(subject) && others.filter(({ entity }) => !isStuck(entity)).length < least,
    )
    .map((each) => ({ ...each, others: each.others.filter(({ entity }) => isStuck(entity)) }));
  const hopeless = firstOf(kept.filter(({ isHopeless }) => isHopeless));
  const firstUnmet = firstOf(unmet);
  const graph = edgesOf(count, unmet);
  const facts = factsBy(unmet);
  const { of } = stronglyConnected(graph);
  const seen = new Set<number>();
  const cycles: StartCycle[] = [];
  for (const { subject, others } of unmet) {
    const component = itemAt(of, subject);
    const next = others.find(({ entity }) => of[entity] === component);
    if (next === undefined || seen.has(component)) continue;
    seen.add(component);
    const back = shortestPath(graph, next.entity, subject);
    if (back === undefined) continue;
    cycles.push({
      entities: [...new Set([subject, next.entity, ...back.nodes])],
      because: [...next.because, ...back.labels.flatMap((label) => itemAt(facts, label))],
    });
  }
  return { cycles, stuck: model.entities.filter(({ id }) => isStuck(id)).map(({ id }) => explainStuck(id)) };

  function explainStuck(entity: EntityId): Explained {
    const own = hopeless.get(entity);
    const first = firstUnmet.get(entity);
    if (own === undefined) return { entity, because: first?.others[0]?.because ?? [] };
    const gone = own.wait.others.filter((each) => !own.others.some((one) => one.entity === each.entity));
    const lacking = gone.at(-1);
    return { entity, because: lacking === undefined ? [] : [missingFact(model, lacking.entity), ...lacking.because] };
  }
}
