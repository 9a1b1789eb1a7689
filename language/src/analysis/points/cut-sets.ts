/**
 * Finds the minimal cut sets of fault trees: all are counted, and the small ones listed. Binary decision diagrams hold
 * the formulas, zero-suppressed ones their minimal solutions; see `graph/decision-diagrams.ts`. MOCUS (Fussell, Vesely
 * 1972) would be shorter, but lists what it counts: with 40 quorums there are more sets than fit a memory. Events that
 * are causes of the same gates share a variable.
 */
import { createDiagrams, type Diagram, type Diagrams, DiagramTooLarge } from '../../graph/decision-diagrams.ts';
import { compareSets } from '../../graph/feedback/hitting-sets.ts';
import { forceOrder } from '../../graph/feedback/force-order.ts';
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { FaultTree } from './fault-tree.ts';
import type { Formula } from './formula.ts';
import type { Releases } from './release-gates.ts';
import { type GoalStructure, goalStructure } from './structure.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** The minimal cut sets of a goal. */
export interface CutSets {
  /** True if it fails without any crash. */
  readonly isFailed: boolean;
  /** Those listed: the smallest first, then in declaration order. */
  readonly sets: readonly (readonly EntityId[])[];
  /** `counts[k]` is the number of sets of k + 1, up to the size limit; undefined if there are too many diagrams. */
  readonly counts: readonly bigint[] | undefined;
  /** The number of all sets, of any size. */
  readonly total: bigint | undefined;
  /** The size of the smallest set: 0 if the goal fails without any crash, infinity if there is none. */
  readonly smallest: number | undefined;
  /** Returns the probability that the goal fails. */
  readonly probability: (of: (event: EntityId) => number) => number;
  /** The goal as a function of what is down; undefined if there are too many diagrams. */
  readonly structure: GoalStructure | undefined;
}

/** The sets to list. */
export interface Listing {
  readonly sizeLimit: number;
  readonly countLimit: number;
}

const nodeLimit = 1_000_000;

/** The part of a fault tree that all goals share. */
type Gates = Pick<FaultTree, 'gates' | 'releases'>;

/** The part of it that decides about one. */
interface OwnGates extends Pick<FaultTree, 'gates'> {
  readonly releases: Releases | undefined;
}

/** Returns the cut sets of a top; `excluded` does not crash. Each goal has an order of variables of its own. */
export function cutSets(tree: Gates, top: Formula, excluded: EntityId | undefined, listing: Listing): CutSets {
  try {
    const { gates } = tree;
    const releases = releasesFor(tree, top);
    const classes = classesOf({ gates, releases }, top, excluded);
    const diagrams = createDiagrams(nodeLimit);
    return solutionOf(diagrams, classes, diagramOf({ gates, releases }, top, classes, diagrams), listing);
  } catch (error) {
    if (!(error instanceof DiagramTooLarge)) throw error;
    const unknown = { counts: undefined, total: undefined, smallest: undefined };
    return { isFailed: false, sets: [], ...unknown, probability: () => Number.NaN, structure: undefined };
  }
}

/** The variables: each stands for the crash of any of its members. */
interface Classes {
  readonly members: readonly (readonly EntityId[])[];
  readonly of: ReadonlyMap<EntityId, number>;
  /** The entities that do not crash; they are a class of their own. */
  readonly excluded: EntityId | undefined;
}

/**
 * Returns the classes of events that occur beside the same others in the same gates, in an order in which those of one
 * gate stand together: the diagrams stay small where the order is good.
 */
function classesOf({ gates, releases }: OwnGates, top: Formula, excluded: EntityId | undefined): Classes {
  const places = new Map<EntityId, string[]>();
  const edges: string[][] = [];
  const seen = new Set<EntityId>();
  const waiting: (readonly [Gate, string])[] = [[asGate(top), 'top']];
  for (const [index, crashes] of (releases?.crashes ?? []).entries())
    waiting.push([asGate(crashes), `release ${String(index)}`]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [formula, name] = next;
    const vertices = [name];
    const inner: (readonly [Gate, string])[] = [];
    for (const [index, input] of formula.inputs.entries()) {
      const place = `${name} ${String(index)}`;
      if (input.kind === 'event') {
        // Beside others in anything but an "or", an event is on its own.
        append(places, input.entity, formula.least === 1 ? name : place);
        vertices.push(`event ${String(input.entity)}`);
      } else if (input.kind === 'failed') {
        const gate = gates.get(input.entity);
        // A gate of one event is that event, for the order.
        vertices.push(gate?.kind === 'event' ? `event ${String(gate.entity)}` : `gate ${String(input.entity)}`);
        if (gate !== undefined && !seen.has(input.entity)) inner.push([asGate(gate), `gate ${String(input.entity)}`]);
        seen.add(input.entity);
      } else {
        vertices.push(place);
        inner.push([input, place]);
      }
    }
    edges.push(vertices);
    waiting.push(...inner.reverse());
  }
  const ranks = new Map(inOrder(edges).map((vertex, rank) => [vertex, rank]));
  const members = new Map<string, EntityId[]>();
  const rankOf = (event: EntityId): number => required(ranks.get(`event ${String(event)}`));
  for (const event of [...places.keys()].sort((a, b) => rankOf(a) - rankOf(b))) {
    const key = `${required(places.get(event)).join()}${event === excluded ? ' alone' : ''}`;
    append(members, key, event);
  }
  const lists = [...members.values()];
  const of = new Map(lists.flatMap((list, index) => list.map((event) => [event, index] as const)));
  return { members: lists, of, excluded };
}

type Gate = Extract<Formula, { readonly kind: 'at least' }>;

const asGate = (formula: Formula): Gate =>
  formula.kind === 'at least' ? formula : { kind: 'at least', least: 1, inputs: [formula] };

/** Returns the named vertices such that those of one edge are near each other. */
function inOrder(edges: readonly (readonly string[])[]): string[] {
  const numbers = new Map<string, number>();
  for (const name of edges.flat()) if (!numbers.has(name)) numbers.set(name, numbers.size);
  const names = [...numbers.keys()];
  const numbered = edges.map((edge) => edge.map((name) => required(numbers.get(name))));
  return forceOrder(names.length, numbered).map((vertex) => itemAt(names, vertex));
}

/** Returns the releases that decide about a top; undefined if none do. */
export function releasesFor({ gates, releases }: Gates, top: Formula): Releases | undefined {
  if (releases === undefined) return undefined;
  const reached = inputsFirst(gates, top).filter(releases.isRelease);
  return reached.length === 0 ? undefined : releases.around(reached);
}

/**
 * Returns the diagram of a top: gates are computed until nothing changes, which is their least fixpoint. More crashes
 * may release less; a top then fails, too, wherever fewer crashes make it fail, as if these had come before the others.
 */
function diagramOf({ gates, releases }: OwnGates, top: Formula, classes: Classes, diagrams: Diagrams): Diagram {
  const values = new Map<EntityId, Diagram>();
  const valueOf = (formula: Formula): Diagram => {
    if (formula.kind === 'event') return diagrams.variable(required(classes.of.get(formula.entity)));
    if (formula.kind === 'failed') return values.get(formula.entity) ?? 0;
    const inputs = [...new Set(formula.inputs)];
    // Members of a class are one variable, once.
    if (formula.least === 1) return [...new Set(inputs.map(valueOf))].reduceRight((a, b) => diagrams.or(b, a), 0);
    return diagrams.atLeast(formula.least, inputs.map(valueOf));
  };
  const released = releases?.valuesIn(diagrams, valueOf) ?? new Map<EntityId, Diagram>();
  for (const [gate, value] of released) values.set(gate, value);
  const order = inputsFirst(gates, top).filter((gate) => !released.has(gate));
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const entity of order) {
      const gate = gates.get(entity);
      const value = gate === undefined ? 0 : valueOf(gate);
      hasChanged ||= value !== (values.get(entity) ?? 0);
      values.set(entity, value);
    }
  }
  return released.size > 0 ? diagrams.upward(valueOf(top)) : valueOf(top);
}

/** Returns the gates below a top such that each comes after its inputs, except on cycles. */
function inputsFirst(gates: FaultTree['gates'], top: Formula): EntityId[] {
  const order: EntityId[] = [];
  const state = new Map<EntityId, 'open' | 'done'>();
  const inputs = (formula: Formula | undefined): EntityId[] => {
    if (formula?.kind === 'failed') return [formula.entity];
    return formula?.kind === 'at least' ? formula.inputs.flatMap(inputs) : [];
  };
  const stack = inputs(top).reverse();
  for (let entity = stack.at(-1); entity !== undefined; entity = stack.at(-1)) {
    if (state.get(entity) === undefined) {
      state.set(entity, 'open');
      stack.push(...inputs(gates.get(entity)).filter((id) => state.get(id) === undefined));
    } else {
      stack.pop();
      if (state.get(entity) === 'open') order.push(entity);
      state.set(entity, 'done');
    }
  }
  return order;
}

function solutionOf(diagrams: Diagrams, classes: Classes, top: Diagram, listing: Listing): CutSets {
  const left = classes.excluded === undefined ? undefined : classes.of.get(classes.excluded);
  const family = diagrams.minimal(top);
  const weight = (variable: number): bigint =>
    variable === left ? 0n : BigInt(itemAt(classes.members, variable).length);
  // A minimal set has at most one member of each class.
  const sizeLimit = Math.min(listing.sizeLimit, classes.members.length);
  const { counts, total } = createCounter(diagrams, weight, sizeLimit);
  const bySize = [...counts(family), ...Array.from({ length: listing.sizeLimit - sizeLimit }, () => 0n)];
  return {
    isFailed: family === 1,
    sets: family === 1 ? [] : listed(diagrams, classes, { family, counts, ...listing, sizeLimit }),
    counts: bySize.slice(1),
    total: family === 1 ? 0n : total(family),
    smallest: smallestIn(diagrams, family, left),
    probability: (of) =>
      diagrams.probability(top, (variable) => {
        if (variable === left) return 0;
        // Without a difference from 1, in which a small probability would lose its digits.
        return itemAt(classes.members, variable).reduce((any, event) => any + (1 - any) * of(event), 0);
      }),
    structure: goalStructure(diagrams, top, classes.members, left),
  };
}

/** Returns the size of the smallest set of a family without a variable; infinity if there is none. */
function smallestIn(diagrams: Diagrams, family: Diagram, without: number | undefined): number {
  const known = new Map<Diagram, number>([
    [0, Number.POSITIVE_INFINITY],
    [1, 0],
  ]);
  const sizeOf = (rest: Diagram): number => {
    const found = known.get(rest);
    if (found !== undefined) return found;
    const { variable, low, high } = diagrams.node(rest);
    const size = Math.min(sizeOf(low), variable === without ? Number.POSITIVE_INFINITY : 1 + sizeOf(high));
    known.set(rest, size);
    return size;
  };
  return sizeOf(family);
}

/** Counts sets by size up to a limit, and all of them. */
function createCounter(diagrams: Diagrams, weight: (variable: number) => bigint, sizeLimit: number) {
  const known = new Map<Diagram, readonly bigint[]>();
  const totals = new Map<Diagram, bigint>();
  const none = Array.from({ length: sizeLimit + 1 }, () => 0n);
  const counts = (family: Diagram): readonly bigint[] => {
    if (family < 2) return family === 0 ? none : [1n, ...none.slice(1)];
    const found = known.get(family);
    if (found !== undefined) return found;
    const { variable, low, high } = diagrams.node(family);
    const [without, within, times] = [counts(low), counts(high), weight(variable)];
    const sum = none.map((_, size) => (without[size] ?? 0n) + (size === 0 ? 0n : times * (within[size - 1] ?? 0n)));
    known.set(family, sum);
    return sum;
  };
  const total = (family: Diagram): bigint => {
    if (family < 2) return BigInt(family);
    const found = totals.get(family);
    if (found !== undefined) return found;
    const { variable, low, high } = diagrams.node(family);
    const sum = total(low) + weight(variable) * total(high);
    totals.set(family, sum);
    return sum;
  };
  return { counts, total };
}

/** Returns the smallest sets, each in declaration order; within a size, those listed are sorted. */
function listed(
  diagrams: Diagrams,
  { members, excluded }: Classes,
  wanted: Listing & { readonly family: Diagram; readonly counts: (family: Diagram) => readonly bigint[] },
): EntityId[][] {
  const { family, counts, sizeLimit, countLimit } = wanted;
  const sets: EntityId[][] = [];
  for (let size = 1; size <= sizeLimit && sets.length < countLimit; size++) {
    const found: EntityId[][] = [];
    const chosen: EntityId[] = [];
    const walk = (rest: Diagram, left: number): void => {
      if (sets.length + found.length >= countLimit || (counts(rest)[left] ?? 0n) === 0n) return;
      if (rest < 2) {
        found.push([...chosen].sort((a, b) => a - b));
        return;
      }
      const { variable, low, high } = diagrams.node(rest);
      if (left > 0 && (counts(high)[left - 1] ?? 0n) > 0n) {
        for (const event of itemAt(members, variable)) {
          if (event === excluded) continue;
          chosen.push(event);
          walk(high, left - 1);
          chosen.pop();
        }
      }
      walk(low, left);
    };
    walk(family, size);
    sets.push(...found.sort(compareSets));
  }
  return sets;
}
