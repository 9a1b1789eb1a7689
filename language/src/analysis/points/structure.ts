/**
 * The structure function of a goal: whether it fails, by what is down.
 */
import { type Diagram, type Diagrams, DiagramTooLarge } from '../../graph/decision-diagrams.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import { gateOf, type PlainFormula, type PlainGate, type UnfoldedTree } from './unfold.ts';

/** A goal as a function of units: a unit is down once any of its members is. */
export interface GoalStructure {
  /** The events of each unit that matters. */
  readonly units: readonly (readonly EntityId[])[];
  /** Returns true if the goal fails while just these units are down. */
  readonly fails: (isDown: (unit: number) => boolean) => boolean;
  /** Returns the least sum of the costs of units that make the goal fail while they are down; infinity if none do. */
  readonly distance: (costOf: (unit: number) => number) => number;
  /** Returns true if it is known that two units can change places without any difference. Cost: O(diagram). */
  readonly isSymmetric: (one: number, other: number) => boolean;
  /** Returns the function as a tree of gates that stand for no entities. Cost: O(diagram). */
  readonly written: () => UnfoldedTree;
}

/** Returns the structure of a diagram, whose variable `excluded` never comes true. */
export function goalStructure(
  diagrams: Diagrams,
  diagram: Diagram,
  members: readonly (readonly EntityId[])[],
  excluded: number | undefined,
): GoalStructure {
  const top = excluded === undefined ? diagram : diagrams.restrict(diagram, excluded, false);
  const variables = variablesOf(diagrams, top);
  const places = new Map(variables.map((variable, unit) => [variable, unit]));
  const fixed = (one: number, other: number): Diagram =>
    diagrams.restrict(diagrams.restrict(top, itemAt(variables, one), true), itemAt(variables, other), false);
  return {
    units: variables.map((variable) => itemAt(members, variable)),
    fails: (isDown) => {
      let rest = top;
      while (rest > 1) {
        const { variable, low, high } = diagrams.node(rest);
        rest = isDown(required(places.get(variable))) ? high : low;
      }
      return rest === 1;
    },
    distance: (costOf) => {
      const known = new Map<Diagram, number>([
        [0, Number.POSITIVE_INFINITY],
        [1, 0],
      ]);
      const distance = (rest: Diagram): number => {
        const found = known.get(rest);
        if (found !== undefined) return found;
        const { variable, low, high } = diagrams.node(rest);
        const least = Math.min(distance(low), costOf(required(places.get(variable))) + distance(high));
        known.set(rest, least);
        return least;
      };
      return distance(top);
    },
    isSymmetric: (one, other) => {
      try {
        return fixed(one, other) === fixed(other, one);
      } catch (error) {
        if (error instanceof DiagramTooLarge) return false;
        throw error;
      }
    },
    written: () => writtenAs(diagrams, top, members),
  };
}

/** Writes a monotone function as gates: what holds without a unit, or with it once the unit is down. */
function writtenAs(diagrams: Diagrams, top: Diagram, members: readonly (readonly EntityId[])[]): UnfoldedTree {
  const gates: PlainGate[] = [];
  const known = new Map<Diagram, PlainFormula | boolean>([
    [0, false],
    [1, true],
  ]);
  const write = (rest: Diagram): PlainFormula | boolean => {
    const found = known.get(rest);
    if (found !== undefined) return found;
    const { variable, low, high } = diagrams.node(rest);
    const events = itemAt(members, variable).map((entity): PlainFormula => ({ kind: 'event', entity }));
    const formula = gateOf(1, [write(low), gateOf(2, [gateOf(1, events), write(high)])]);
    const isGate = typeof formula !== 'boolean' && formula.kind === 'at least';
    const written = isGate
      ? ({ kind: 'gate', gate: gates.push({ entity: undefined, formula }) - 1 } as const)
      : formula;
    known.set(rest, written);
    return written;
  };
  const formula = write(top);
  return { gates, top: formula };
}

/** Returns the variables of a diagram, ascending. */
function variablesOf(diagrams: Diagrams, top: Diagram): number[] {
  const seen = new Set<Diagram>();
  const found = new Set<number>();
  const stack = [top];
  for (let rest = stack.pop(); rest !== undefined; rest = stack.pop()) {
    if (rest < 2 || seen.has(rest)) continue;
    seen.add(rest);
    const { variable, low, high } = diagrams.node(rest);
    found.add(variable);
    stack.push(low, high);
  }
  return [...found].sort((a, b) => a - b);
}
