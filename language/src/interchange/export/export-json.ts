/**
 * Writes a model as JSON for other programs. The shape is versioned: within a version, fields are only added. The page
 * on formats describes each field.
 */
import type { Entity, Setting } from '../../model/entity.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { entityPaths } from '../printing/entity-paths.ts';
import type { Exported } from './exported.ts';
import { printExpression, type WritePath } from '../../model/machines/print-expression.ts';
import { entityName, type Model } from '../../model/model.ts';

/** The number under `"version"`; it changes when a field changes its meaning or is removed. */
const jsonVersion = 1;

/** Returns the JSON of a model, indented by two. Entities are referred to by their qualified names. */
export function exportJson(model: Model): Exported {
  const nameOf = (id: number): string => entityName(model, id);
  const path = entityPaths(model).path;
  const json = {
    format: 'aftermath-model',
    version: jsonVersion,
    entities: model.entities.map((entity) => entityJson(model, entity, path)),
    relations: model.relations.map(({ kind, source, target, as, notify, nested, quorum }) => ({
      kind,
      source: nameOf(source),
      target: nameOf(target),
      as,
      notify,
      nested: nested || undefined,
      quorum,
    })),
    policies: model.policies,
    machines: model.machines.map(({ name }) => name),
    scenarios: model.scenarios.map(({ title }) => title),
    checks: model.checks.map(({ title }) => title),
    views: model.views.length === 0 ? undefined : model.views.map(({ title }) => title),
  };
  return { text: `${JSON.stringify(json, undefined, 2)}\n`, leftOut: leftOut(model) };
}

function entityJson(model: Model, entity: Entity, path: WritePath): object {
  const { kind, name, parent, type, classes, copy, root, absent, machine, settings, data, documentation } = entity;
  return {
    kind,
    name,
    parent: parent === undefined ? undefined : model.entities[parent]?.name,
    type,
    classes,
    copy,
    root: root || undefined,
    absent: absent || undefined,
    protected: entity.protected === true || undefined,
    doomed: entity.doomed === true || undefined,
    machine: machine === undefined ? undefined : model.machines[machine]?.name,
    settings: settings.length === 0 ? undefined : settings.map((setting) => settingJson(model, setting, path)),
    data: data.length === 0 ? undefined : data.map((value) => settingJson(model, value, path)),
    documentation,
  };
}

const settingJson = (model: Model, { name, value }: Setting, path: WritePath): object => ({
  name,
  value: valueJson(model, value, path),
});

/** Returns plain values as in JSON; others as `{ entity }`, `{ milliseconds }`, `{ symbol }` or `{ expression }`. */
function valueJson(model: Model, value: Expression, path: WritePath): unknown {
  switch (value.kind) {
    case 'boolean':
      return value.value;
    case 'number':
      return value.denominator === 1 ? value.numerator : { expression: printExpression(value, path) };
    case 'duration':
      return { milliseconds: value.milliseconds };
    case 'none':
      return null;
    case 'entity':
      return { entity: model.entities[value.entity]?.name };
    case 'symbol':
      return { symbol: value.name };
    case 'list':
      return value.items.map((item) => valueJson(model, item, path));
    case 'text':
      return value.parts.every((part) => typeof part === 'string')
        ? value.parts.join('')
        : { expression: printExpression(value, path) };
    default:
      return { expression: printExpression(value, path) };
  }
}

function leftOut({ machines, scenarios, checks, views, events, channels, collectors, entities }: Model): string[] {
  const hasBodies = machines.length + scenarios.length + checks.length + views.length > 0;
  const hasActions = entities.some(({ actions, destructor }) => actions.length > 0 || destructor !== undefined);
  const hasMessages = events.length + channels.length + collectors.length > 0;
  return [
    ...(hasBodies ? ['Machines, scenarios, checks and views are exported by name only.'] : []),
    ...(hasMessages ? ['Events, channels and collectors are omitted.'] : []),
    ...(hasActions ? ['Actions of entities are omitted.'] : []),
  ];
}
