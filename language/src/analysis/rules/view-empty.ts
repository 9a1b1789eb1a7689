/**
 * Finds views that show nothing, whatever happens before they are drawn: nothing satisfies their conditions, or all
 * that they include is excluded too. Conditions over type labels, data and settings are decided; of any other it is
 * assumed that something may satisfy it.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { fixedSettings, readableData } from '../../model/fixed-settings.ts';
import { entityOf, type Model, pieceSpan } from '../../model/model.ts';
import type { DeclaredView } from '../../model/view.ts';
import { defineRule } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** Finds views that can show no entity. */
export const viewEmpty = defineRule('view/empty', ({ model, sources }) =>
  model.views.flatMap((view) => {
    const message = faultOf(model, view);
    return message === undefined ? [] : [{ message, span: pieceSpan(sources, view.place) }];
  }),
);

function faultOf(model: Model, { title, include, exclude }: DeclaredView): string | undefined {
  if (include.length === 0) return undefined;
  const shown = include.map(({ set }) => possible(model, set));
  if (shown.every((ids) => ids?.length === 0))
    return t`The view "${title}" shows nothing: no entity is in the sets that it includes. Correct their conditions.`;
  if (include.some(({ distance }) => distance !== undefined) || shown.includes(undefined)) return undefined;
  const excluded = new Set(exclude.flatMap(({ set, distance }) => (distance === undefined ? named(set) : [])));
  const isExcluded = (id: EntityId | undefined): boolean =>
    id !== undefined && (excluded.has(id) || isExcluded(entityOf(model, id).parent));
  if (!shown.flatMap((ids) => ids ?? []).every(isExcluded)) return undefined;
  return t`The view "${title}" shows nothing: it excludes all that it includes. Remove one side.`;
}

/** Returns the entities that an expression names itself. */
function named(set: Expression): readonly EntityId[] {
  if (set.kind === 'entity') return [set.entity];
  return set.kind === 'list' ? set.items.flatMap(named) : [];
}

const kinds: ReadonlyMap<string, string> = new Map([
  ...['pd', 'space', 'resource', 'object', 'node', 'region'].map((kind) => [`${kind}s`, kind] as const),
]);

/** Returns the entities that may be in a set; undefined for a set that is not decided here. */
function possible(model: Model, set: Expression): readonly EntityId[] | undefined {
  switch (set.kind) {
    case 'entity':
      return [set.entity];
    case 'list': {
      const parts = set.items.map((item) => possible(model, item));
      return parts.includes(undefined) ? undefined : parts.flatMap((ids) => ids ?? []);
    }
    case 'all': {
      const kind = kinds.get(set.of);
      if (kind === undefined && set.of !== 'entities') return undefined;
      return model.entities.filter((each) => kind === undefined || each.kind === kind).map(({ id }) => id);
    }
    case 'quantified':
      if (set.quantifier !== 'those') return undefined;
      return possible(model, set.set)?.filter((id) => holds(model, set.body, set.variable, id) !== false);
    default:
      return undefined;
  }
}

/** Returns the truth of a condition on an entity; undefined where it is not decided here. */
function holds(model: Model, condition: Expression, variable: string, id: EntityId): boolean | undefined {
  if (condition.kind === 'boolean') return condition.value;
  if (condition.kind === 'not') {
    const inner = holds(model, condition.operand, variable, id);
    return inner === undefined ? undefined : !inner;
  }
  if (condition.kind !== 'binary') return undefined;
  const { operator, left, right } = condition;
  if (operator === 'and' || operator === 'or') {
    const deciding = operator === 'or';
    const both = [holds(model, left, variable, id), holds(model, right, variable, id)];
    if (both.includes(deciding)) return deciding;
    return both.includes(undefined) ? undefined : !deciding;
  }
  if (operator !== '==' && operator !== '!=') return undefined;
  const [one, other] = [literal(model, left, variable, id), literal(model, right, variable, id)];
  return one === undefined || other === undefined ? undefined : (one === other) === (operator === '==');
}

/** Returns a value as a text that is the same for the same value; undefined where it is not decided here. */
function literal(model: Model, value: Expression, variable: string, id: EntityId): string | undefined {
  switch (value.kind) {
    case 'boolean':
    case 'number':
    case 'duration':
    case 'rate':
    case 'none':
    case 'symbol':
      return JSON.stringify(value);
    case 'text':
      return value.parts.every((part) => typeof part === 'string') ? JSON.stringify(value) : undefined;
    case 'property': {
      if (value.of.kind !== 'local' || value.of.name !== variable) return undefined;
      return ownValue(model, value.name, variable, id);
    }
    default:
      return undefined;
  }
}

const noNames = { parameters: [], variables: [], lets: [] };

function ownValue(model: Model, name: string, variable: string, id: EntityId): string | undefined {
  const entity = entityOf(model, id);
  const { kind, type, machine, settings } = entity;
  if (name === 'type') return JSON.stringify(type === undefined ? { kind: 'none' } : { kind: 'symbol', name: type });
  // The names of a machine come first, and change.
  const { parameters, variables, lets } = model.machines[machine ?? -1] ?? noNames;
  if ([...parameters, ...variables, ...lets].some((each) => each.name === name)) return undefined;
  const said = [...settings, ...readableData(entity)].find((each) => each.name === name);
  if (said !== undefined) return literal(model, said.value, variable, id);
  if (fixedSettings[kind].includes(name)) return undefined;
  const isKnown = model.entities.some((each) => each.data.some((own) => own.name === name));
  return isKnown ? JSON.stringify({ kind: 'none' }) : undefined;
}
