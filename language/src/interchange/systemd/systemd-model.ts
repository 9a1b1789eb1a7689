/**
 * Makes a model of units: who stops with whom, in which order units stop, what a start needs. Follows systemd's rules
 * for a stop (man pages systemd.unit, systemd.service); see `language/docs/reference/formats.md` for the table.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/expression.ts';
import { writeName } from '../../model/language-names.ts';
import { emptyModel } from '../../model/model.ts';
import { defaultPolicy } from '../../model/policy.ts';
import type { Relation, RelationKind } from '../../model/relation.ts';
import type { Imported } from '../import/imported.ts';
import type { DependencyIndex } from './dependency-index.ts';
import { type DependencyKind, type SystemUnit, type UnitDependency, unitType } from './unit.ts';

const startKinds: readonly DependencyKind[] = ['Requires', 'Requisite', 'BindsTo'];
/** The statements that are kept as data, because the language has no relation for them. */
const dataKinds = [
  ['wants', 'Wants'],
  ['upholds', 'Upholds'],
  ['conflicts', 'Conflicts'],
  ['onFailure', 'OnFailure'],
  ['triggers', 'Triggers'],
] as const;

/**
 * Returns the model: a PD for each unit, `absent` if it is not running. Stops pass no order on through units that go
 * on, as in systemd, so the default policy says `throughSurvivors: false`. `O(units + dependencies)`.
 */
export function systemdModel(index: DependencyIndex): Imported {
  const { units } = index;
  const ids = new Map<string, EntityId>(units.map(({ name }, id) => [name, id]));
  const relations: Relation[] = [];
  const stated: UnitDependency[] = [];
  const words = new Map<number, string>();
  const add = (
    kind: RelationKind,
    [source, target]: readonly [string, string],
    by: UnitDependency,
    as?: string,
  ): void => {
    const [from, to] = [ids.get(source), ids.get(target)];
    if (from === undefined || to === undefined) return;
    if (by.words !== undefined) words.set(relations.length, by.words);
    const own = { kind, source: from, target: to, as, notify: undefined, nested: false };
    relations.push({ id: relations.length, ...own });
    stated.push(by);
  };
  for (const unit of units) addRelations(unit, index, add);
  const entities = units.map((unit, id): Entity => ({
    id,
    kind: 'pd',
    name: writeName(unit.name),
    parent: undefined,
    type: unitType(unit.name),
    copy: undefined,
    root: false,
    absent: !index.isRunning(unit.name),
    machine: undefined,
    settings: unit.isStopRefused ? [{ name: 'protection', value: { kind: 'symbol', name: 'named' } }] : [],
    data: dataOf(unit, index),
    actions: [],
    destructor: undefined,
    documentation: unit.description,
  }));
  const policy = { ...defaultPolicy, throughSurvivors: false };
  return {
    model: { ...emptyModel, entities, relations, policies: [policy] },
    sources: {
      entities: units.map(({ place }) => place),
      relations: stated.map(({ place }) => place),
      places: [],
      policies: units.slice(0, 1).map(({ place }) => place),
    },
    words: { relations: words },
  };
}

type Add = (kind: RelationKind, ends: readonly [string, string], by: UnitDependency, as?: string) => void;

/** Adds the relations in the body of a unit. */
function addRelations({ name, isStoppedWhenUnneeded }: SystemUnit, index: DependencyIndex, add: Add): void {
  const stops = index.stopsWith(name);
  for (const each of stops) if (each.kind === 'BindsTo') add('dies with', [name, each.to], each);
  for (const each of stops) if (each.kind !== 'BindsTo') add('stops with', [name, each.to], each);
  const needers = isStoppedWhenUnneeded ? index.neededBy(name) : [];
  const [only] = needers;
  if (only !== undefined && needers.length === 1 && !stops.some(({ to }) => to === only.from)) {
    const isWhy = `StopWhenUnneeded=yes, needed by ${only.from} alone`;
    add('stops with', [name, only.from], { ...only, words: isWhy });
  }
  for (const each of index.from(name, startKinds)) {
    const isOrdered = each.kind === 'Requisite' || index.isAfter(name, each.to);
    if (isOrdered && index.isRunning(each.to)) add('needs', [name, each.to], each, 'start');
  }
  for (const each of index.to(name, ['After'])) add('destroyed after', [name, each.from], each);
}

function dataOf({ name, restart }: SystemUnit, index: DependencyIndex): Setting[] {
  const lists = dataKinds.flatMap(([key, kind]): Setting[] => {
    // Everything conflicts with the shutdown.
    const others = index.from(name, [kind]).filter(({ to }) => to !== 'shutdown.target' && to !== 'umount.target');
    if (others.length === 0) return [];
    return [{ name: key, value: { kind: 'list', items: others.map(({ to }) => textOf(to)) } }];
  });
  return restart === undefined ? lists : [{ name: 'restart', value: textOf(restart) }, ...lists];
}

const textOf = (value: string): Expression => ({ kind: 'text', parts: [value] });
