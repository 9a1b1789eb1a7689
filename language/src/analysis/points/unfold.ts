/**
 * Writes a fault tree without cycles and constants, for tools that know neither: a gate on a cycle becomes as many gates
 * as there are on it, each of which refers to the ones before it, which is the iteration to the least fixpoint. A k-of-n
 * gate whose inputs share events becomes and- and or-gates: SCRAM 0.16 counts two inputs that are the same as one.
 */
import { at, itemAt } from '../../model/common/lookup.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import { stronglyConnected } from '../../graph/components.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { FaultTree } from './fault-tree.ts';
import type { Formula } from './formula.ts';

/** A formula whose gates are named by their place in `UnfoldedTree.gates`. */
export type PlainFormula =
  | { readonly kind: 'event'; readonly entity: EntityId }
  | { readonly kind: 'gate'; readonly gate: number }
  | { readonly kind: 'at least'; readonly least: number; readonly inputs: readonly PlainFormula[] };

/** A gate of an entity, or a part of one; or of no single entity. */
export interface PlainGate {
  readonly entity: EntityId | undefined;
  readonly formula: PlainFormula;
}

/** A tree whose gates refer only to gates before them. */
export interface UnfoldedTree {
  readonly gates: readonly PlainGate[];
  /** A truth value for a goal that fails always, or never. */
  readonly top: PlainFormula | boolean;
}

/** Returns the tree of one top; `excluded` does not crash. Cost: that of the tree, squared for what is on cycles. */
export function unfold(tree: Pick<FaultTree, 'gates'>, top: Formula, excluded: EntityId | undefined): UnfoldedTree {
  const gates: PlainGate[] = [];
  const known = new Map<string, number | boolean>();
  const events: ReadonlySet<EntityId>[] = [];
  const eventsOf = (formula: PlainFormula): ReadonlySet<EntityId> => {
    if (formula.kind === 'event') return new Set([formula.entity]);
    if (formula.kind === 'gate') return itemAt(events, formula.gate);
    return new Set(formula.inputs.flatMap((input) => [...eventsOf(input)]));
  };
  const add = (entity: EntityId, formula: PlainFormula): number => {
    events.push(eventsOf(formula));
    return gates.push({ entity, formula }) - 1;
  };
  const { componentOf, roundsOf } = cyclesOf(tree.gates);
  const refer = (entity: EntityId, round: number): PlainFormula | boolean => {
    if (round === 0) return false;
    const key = `${String(entity)} ${String(round)}`;
    let found = known.get(key);
    if (found === undefined) {
      const gate = tree.gates.get(entity);
      const formula = gate === undefined ? false : plain(gate, entity, round);
      found = typeof formula === 'boolean' ? formula : add(entity, formula);
      known.set(key, found);
    }
    return typeof found === 'boolean' ? found : { kind: 'gate', gate: found };
  };
  const plain = (formula: Formula, around: EntityId | undefined, round: number): PlainFormula | boolean => {
    if (formula.kind === 'event') return formula.entity !== excluded && formula;
    if (formula.kind === 'failed') {
      const isWithin = around !== undefined && componentOf(around) === componentOf(formula.entity);
      return refer(formula.entity, isWithin ? round - 1 : roundsOf(formula.entity));
    }
    const gate = gateOf(
      formula.least,
      formula.inputs.map((input) => plain(input, around, round)),
    );
    return typeof gate === 'boolean' ? gate : apart(gate, around ?? -1);
  };
  /** Returns a gate as and- and or-gates if it is k of n, and its inputs share events. */
  const apart = (gate: PlainFormula, entity: EntityId): PlainFormula => {
    if (gate.kind !== 'at least' || gate.least === 1 || gate.least === gate.inputs.length) return gate;
    const { least, inputs } = gate;
    const sizes = inputs.reduce((sum, input) => sum + eventsOf(input).size, 0);
    if (eventsOf(gate).size === sizes) return gate;
    const parts = new Map<string, PlainFormula | boolean>();
    /** At least `wanted` of the inputs from a place on. */
    const from = (place: number, wanted: number): PlainFormula | boolean => {
      const key = `${String(place)} ${String(wanted)}`;
      const known = parts.get(key);
      if (known !== undefined || wanted === 0) return known ?? true;
      const input = inputs[place];
      if (input === undefined) return false;
      const formula = gateOf(1, [gateOf(2, [input, from(place + 1, wanted - 1)]), from(place + 1, wanted)]);
      const isSmall = typeof formula === 'boolean' || formula.kind !== 'at least';
      const found = isSmall ? formula : ({ kind: 'gate', gate: add(entity, formula) } as const);
      parts.set(key, found);
      return found;
    };
    const whole = from(0, least);
    return typeof whole === 'boolean' ? gate : whole;
  };
  const written = plain(top, undefined, 0);
  return { gates, top: written };
}

/** Returns a gate without constants, and without equal inputs where they make no difference. */
export function gateOf(least: number, all: readonly (PlainFormula | boolean)[]): PlainFormula | boolean {
  const wanted = least - all.filter((input) => input === true).length;
  const left = all.filter((input) => typeof input !== 'boolean');
  if (wanted <= 0) return true;
  if (wanted > left.length) return false;
  const isSimple = wanted === 1 || wanted === left.length;
  const inputs = isSimple ? [...new Map(left.map((input) => [JSON.stringify(input), input])).values()] : left;
  const [only] = inputs;
  if (only !== undefined && inputs.length === 1) return only;
  return { kind: 'at least', least: wanted === 1 ? 1 : isSimple ? inputs.length : wanted, inputs };
}

/** Returns the cycle that a gate is on, and the number of rounds until nothing changes on it. */
function cyclesOf(gates: FaultTree['gates']) {
  const entities = [...gates.keys()];
  const numbers = new Map(entities.map((entity, index) => [entity, index]));
  const edges = createEdgeList();
  const join = (from: number, formula: Formula): void => {
    if (formula.kind === 'failed') edges.add(from, numbers.get(formula.entity) ?? from, 0);
    else if (formula.kind === 'at least') for (const input of formula.inputs) join(from, input);
  };
  for (const [index, entity] of entities.entries()) {
    const gate = gates.get(entity);
    if (gate !== undefined) join(index, gate);
  }
  const { of, count } = stronglyConnected(edges.toDigraph(entities.length));
  const sizes = new Int32Array(count);
  for (const component of of) sizes[component] = at(sizes, component) + 1;
  const componentOf = (entity: EntityId): number => of[numbers.get(entity) ?? -1] ?? -1;
  return { componentOf, roundsOf: (entity: EntityId): number => Math.max(1, sizes[componentOf(entity)] ?? 1) };
}
