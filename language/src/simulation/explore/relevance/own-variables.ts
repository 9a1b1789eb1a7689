/**
 * The variables that nothing but their own machine reads or writes: no other machine, no setting, no property of the
 * check. What a text does not plainly show to be its machine's own counts as everybody's.
 */
import type { Type } from '../../../model/machines/expression.ts';
import type { Machine } from '../../../model/machines/machine.ts';
import type { Model } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import { hasKind } from './time-kept.ts';

/** Returns the names of a machine's own variables, by machine of the model. Cost: O(model). */
export function ownVariables(model: Model, check: Check): ReadonlySet<string>[] {
  const shared = sharedNames(model, check);
  const isPlain = !keepsAlive(model, check);
  return model.machines.map(
    ({ variables, parameters }) =>
      new Set(
        variables
          .filter(({ name, type }) => !shared.has(name) && (isPlain || !namesEntities(type)))
          .map(({ name }) => name)
          .filter((name) => !parameters.some((each) => each.name === name)),
      ),
  );
}

/** Returns true if a variable or a message that names an entity may keep it alive. */
export const keepsAlive = (model: Model, { possibilities }: Check): boolean =>
  model.collectors.length > 0 ||
  model.entities.some(({ kind }) => kind === 'object') ||
  hasKind([model.machines, possibilities], new Set(['collect'])) ||
  asksFor([model, possibilities], 'orphaned');

function asksFor(part: unknown, predicate: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return (
    ('predicate' in part && part.predicate === predicate) ||
    Object.values(part).some((each) => asksFor(each, predicate))
  );
}

function namesEntities(type: Type): boolean {
  if (type.kind === 'set') return namesEntities(type.of);
  if (type.kind === 'map') return namesEntities(type.key) || namesEntities(type.value);
  return type.kind === 'entity';
}

/** Returns the names that anything but a machine itself may read or write. */
function sharedNames(model: Model, check: Check): ReadonlySet<string> {
  const shared = new Set<string>();
  const { entities, channels, collectors, policies, machines, relations } = model;
  noteAll(shared, [entities, channels, collectors, policies, relations]);
  noteAll(shared, [check.properties, check.bounds, check.faults, check.possibilities]);
  for (const machine of machines) {
    noteAll(shared, [machine.parameters, machine.requirements, machine.variables.map(({ initial }) => initial)]);
    noteOthers(shared, blocksOf(machine));
  }
  // Whoever reads a `let` reads what it is computed from; the set grows while it is read.
  const lets = machines.flatMap((machine) => machine.lets);
  for (const name of shared)
    noteAll(
      shared,
      lets.filter((each) => each.name === name).map(({ value }) => value),
    );
  return shared;
}

const blocksOf = ({ lets, states, transitions }: Machine): unknown => [
  lets.map(({ value }) => value),
  states,
  transitions,
];

/** Adds every name that a part reads or writes. */
function noteAll(names: Set<string>, part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  noteName(names, part, () => true);
  for (const each of Object.values(part)) noteAll(names, each);
}

/** Adds the names that a part of a machine reads or writes of others. */
function noteOthers(names: Set<string>, part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  noteName(names, part, (of) => !isSelf(of));
  for (const each of Object.values(part)) noteOthers(names, each);
}

function noteName(names: Set<string>, part: object, isMeant: (of: unknown) => boolean): void {
  if (!('name' in part) || typeof part.name !== 'string') return;
  const isProperty = 'kind' in part && part.kind === 'property' && 'of' in part;
  // The target of an assignment; without `of` it is a variable of the machine itself.
  const isTarget = !('kind' in part) && 'key' in part;
  if (isProperty && isMeant(part.of)) names.add(part.name);
  if (isTarget && isMeant('of' in part ? (part.of ?? { kind: 'self' }) : { kind: 'self' })) names.add(part.name);
}

const isSelf = (of: unknown): boolean => typeof of === 'object' && of !== null && 'kind' in of && of.kind === 'self';
