/**
 * Compiles a model to a program: once for all runs of it.
 */
import { defaultPolicyOf, policiesOf } from '../../analysis/facts/policies.ts';
import { fixedSettings, otherSpellingOf, readableData, settingsWithoutDefault } from '../../model/fixed-settings.ts';
import type { Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';
import { compileActions } from './actions.ts';
import { compileExpression } from './expressions.ts';
import { compileMachine, slotFinder, slotsOf } from './machine-program.ts';
import type { Evaluate, Program } from '../kernel/run.ts';
import { type Scope, withLocals } from './scope.ts';
import { at, itemAt } from '../../model/common/lookup.ts';

/** Returns the program of a model; it is compiled once for each model object. Cost: O(model). */
export const compileModel = oncePer(compile);

/** Returns the scope of expressions of scenarios and checks: no machine and no local names. */
export function scenarioScope(program: Program): Scope {
  const { model, slotsFrom, machineOf } = program;
  const slotOf = slotFinder(slotsFrom, (entity) => machineOf[entity]?.slots);
  return { model, machine: undefined, slotOf, locals: [] };
}

/** Returns the scope of expressions of the machine that an entity runs, with the names of an event. */
export function machineScope(program: Program, entity: EntityId, locals: readonly string[] = []): Scope {
  const slots = program.machineOf[entity]?.slots;
  const scope = withLocals(scenarioScope(program), locals);
  return { ...scope, machine: slots === undefined ? undefined : { slots } };
}

function compile(model: Model): Program {
  const { entities, relations } = model;
  const policies = [...policiesOf(model), defaultPolicyOf(model)].filter(
    ({ name }, index, all) => all.findIndex((each) => each.name === name) === index,
  );
  const slots = model.machines.map(slotsOf);
  const slotsFrom = new Int32Array(entities.length + 1);
  for (const { id, machine } of entities) {
    slotsFrom[id + 1] = at(slotsFrom, id) + (machine === undefined ? 0 : itemAt(slots, machine).size);
  }
  const slotOf = slotFinder(slotsFrom, (entity) => slots[entities[entity]?.machine ?? -1]);
  const scope: Scope = { model, machine: undefined, slotOf, locals: [] };
  const within = (machine: number | undefined): Scope => {
    const own = slots[machine ?? -1];
    return { ...scope, machine: own === undefined ? undefined : { slots: own } };
  };
  const machines = model.machines.map((machine, index) => compileMachine(machine, within(index)));
  return {
    model,
    machineOf: entities.map(({ machine }) => machines[machine ?? -1]),
    slotsFrom,
    active: entities.filter(({ machine }) => machine !== undefined).map(({ id }) => id),
    settings: settingsOf(
      entities.map(({ settings }) => settings),
      scope,
    ),
    data: settingsOf(entities.map(readableData), scope),
    dataKeys: dataKeysOf(model),
    actions: entities.map(
      ({ actions, machine }) =>
        new Map(
          actions.map(({ name, parameters, body }) => [
            name,
            compileActions(body, withLocals(within(machine), parameters)),
          ]),
        ),
    ),
    destructors: entities.map(({ destructor, machine }) =>
      destructor === undefined ? undefined : compileActions(destructor, within(machine)),
    ),
    channels: new Map(model.channels.map(({ name, settings }) => [name, compileSettings(settings, scope)])),
    collectors: new Map(model.collectors.map(({ name, settings }) => [name, compileSettings(settings, scope)])),
    policies,
    defaultPolicy: defaultPolicyOf(model),
    members: targetsOf(model, 'contains'),
    owned: targetsOf(model, 'owns'),
    carried: carriedBy(entities.length, relations),
  };
}

/** Returns what reads as none where it is missing: the keys of data, and settings that have no default. */
function dataKeysOf({ entities, machines }: Model): ReadonlySet<string> {
  const isOwn = ({ kind, machine }: Model['entities'][number], name: string): boolean =>
    (settingsWithoutDefault.has(name) || !fixedSettings[kind].includes(name)) &&
    machines[machine ?? -1]?.parameters.some((parameter) => parameter.name === name) !== true;
  return new Set(
    entities.flatMap((entity) => [
      ...entity.data.map(({ name }) => name),
      ...entity.settings.flatMap(({ name }) =>
        isOwn(entity, name) ? [name, otherSpellingOf(entity.kind, name) ?? name] : [],
      ),
    ]),
  );
}

/** Copies share their settings, and so their compiled form. */
function settingsOf(ofEach: readonly (readonly Setting[])[], scope: Scope): ReadonlyMap<string, Evaluate>[] {
  const known = new Map<readonly Setting[], ReadonlyMap<string, Evaluate>>();
  return ofEach.map((settings) => {
    if (settings.length === 0) return noSettings;
    const compiled = known.get(settings) ?? compileSettings(settings, scope);
    known.set(settings, compiled);
    return compiled;
  });
}

const noSettings: ReadonlyMap<string, Evaluate> = new Map();

function compileSettings(settings: readonly Setting[], scope: Scope): Map<string, Evaluate> {
  return new Map(settings.map(({ name, value }) => [name, compileExpression(value, scope)]));
}

/** Returns for each entity what it contains or owns by declaration, in declaration order, each once. */
function targetsOf({ entities, relations }: Model, kind: RelationKind): EntityId[][] {
  const targets: Set<EntityId>[] = entities.map(() => new Set());
  for (const relation of relations) if (relation.kind === kind) targets[relation.source]?.add(relation.target);
  return targets.map((each) => [...each].sort((a, b) => a - b));
}

function carriedBy(count: number, relations: Model['relations']): RelationId[][] {
  const carried: RelationId[][] = Array.from({ length: count }, () => []);
  for (const { id, kind, source, target } of relations) carried[kind === 'owns' ? target : source]?.push(id);
  return carried;
}
