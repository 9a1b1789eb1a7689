/**
 * Computes the values of a model that are known before a run: arithmetic on literals, settings, data, parameters and
 * the `let`s of machines, as the model declares them. What depends on variables, or on what happens, is unknown.
 */
import {
  bool,
  type Constant,
  literalSize,
  negative,
  operated,
  opposite,
  overMembers,
  setOf,
  sized,
} from './constant.ts';
import type { EntityId } from '../entity-kind.ts';
import type { Entity } from '../entity.ts';
import type { Expression } from './expression.ts';
import { fixedSettings, otherSpellingOf, readableData } from '../fixed-settings.ts';
import type { Machine } from './machine.ts';
import type { Model } from '../model.ts';
import { oncePer } from '../common/once-per.ts';

/** The parts of a model that values are computed from; without machines, what depends on them is unknown. */
export type Declared = Pick<Model, 'entities'> & Partial<Pick<Model, 'machines'>>;

/** A value of a model. */
type Known = Constant<EntityId>;

/** What `self` and the variables of quantifiers are. */
interface Scope {
  readonly self?: EntityId | undefined;
  readonly locals?: ReadonlyMap<string, Known>;
}

const nothing: Declared = { entities: [] };

/** Computes the value of an expression of an entity, if it is known before a run. Without a model, only of literals. */
export const constantOf = (value: Expression, model: Declared = nothing, self?: EntityId): Known | undefined =>
  evaluatorOf(model)(value, { self });

/** Returns a number that is known before a run, rounded to a float. */
export function numberOf(value: Expression, model?: Declared): number | undefined {
  const known = constantOf(value, model);
  return known?.kind === 'number' ? known.value : undefined;
}

/** Returns a duration that is known before a run, in milliseconds; undefined if it is no whole number of microseconds. */
export function millisecondsOf(value: Expression, model?: Declared): number | undefined {
  const known = constantOf(value, model);
  return known?.kind === 'duration' && known.bottom === 1n ? known.value : undefined;
}

/** Returns the smallest part of an unknown value of an entity that is unknown by itself. */
export function unknownPart(value: Expression, model: Declared, self: EntityId): Expression {
  const part = partsOf(value).find((each) => constantOf(each, model, self) === undefined);
  return part === undefined ? value : unknownPart(part, model, self);
}

function partsOf(value: Expression): readonly Expression[] {
  switch (value.kind) {
    case 'minus':
    case 'not':
      return [value.operand];
    case 'binary':
      return [value.left, value.right];
    case 'if':
      return [value.condition, value.then, value.else];
    default:
      return [];
  }
}

type Evaluate = (value: Expression, scope: Scope) => Known | undefined;

/** As many values may be computed from each other in a run, too. */
const mostOpen = 250;

const evaluatorOf = oncePer((model: Declared): Evaluate => {
  const known = new Map<string, Known>();
  // Those of one question that are unknown; others may be only because of where that question began.
  const unknown = new Set<string>();
  const open = new Set<string>();
  const evaluate: Evaluate = (value, scope) => evaluated(value, scope, evaluate, read, model.entities);
  const read = (of: EntityId, name: string): Known | undefined => {
    const key = `${of} ${name}`;
    const found = known.get(key);
    if (found !== undefined || unknown.has(key)) return found;
    if (open.has(key) || open.size >= mostOpen) return undefined;
    open.add(key);
    const value = propertyOf(model, of, name, evaluate);
    open.delete(key);
    if (value === undefined) unknown.add(key);
    else known.set(key, value);
    if (open.size === 0) unknown.clear();
    return value;
  };
  return evaluate;
});

function evaluated(
  value: Expression,
  scope: Scope,
  evaluate: Evaluate,
  read: (of: EntityId, name: string) => Known | undefined,
  names: Declared['entities'],
): Known | undefined {
  const of = (part: Expression): Known | undefined => evaluate(part, scope);
  switch (value.kind) {
    case 'number':
    case 'duration':
    case 'rate':
      return literalSize(value);
    case 'boolean':
      return bool(value.value);
    case 'text':
      return textOf(value.parts, of, names);
    case 'none':
      return { kind: 'none' };
    case 'symbol':
      return { kind: 'symbol', value: value.name };
    case 'entity':
      return { kind: 'entity', entity: value.entity };
    case 'self':
      return scope.self === undefined ? undefined : { kind: 'entity', entity: scope.self };
    case 'local':
      return scope.locals?.get(value.name);
    case 'list':
      return setOf(value.items.map(of));
    case 'property': {
      const owner = of(value.of);
      return owner?.kind === 'entity' ? read(owner.entity, value.name) : undefined;
    }
    case 'at':
      return copyAt(of(value.map), of(value.key));
    case 'minus':
      return negative(of(value.operand));
    case 'not':
      return opposite(of(value.operand));
    case 'binary':
      return operated(value.operator, of(value.left), of(value.right));
    case 'if': {
      const condition = of(value.condition);
      return condition?.kind === 'bool' ? of(condition.value ? value.then : value.else) : undefined;
    }
    case 'quantified':
      return quantified(value, scope, evaluate);
    default:
      return undefined;
  }
}

/** Writes a text as a run does, if what is in it is a word, a text, a whole number or an entity. */
function textOf(
  parts: Extract<Expression, { readonly kind: 'text' }>['parts'],
  of: (part: Expression) => Known | undefined,
  entities: Declared['entities'],
): Known | undefined {
  const written = parts.map((part) => {
    if (typeof part === 'string') return part;
    const known = of(part);
    if (known?.kind === 'text' || known?.kind === 'symbol') return known.value;
    if (known?.kind === 'entity') return entities[known.entity]?.name;
    return known?.kind === 'number' && known.bottom === 1n ? String(known.top) : undefined;
  });
  return written.includes(undefined) ? undefined : { kind: 'text', value: written.join('') };
}

/** Returns a copy by its index. */
function copyAt(copies: Known | undefined, index: Known | undefined): Known | undefined {
  return copies?.kind === 'list' && index?.kind === 'number' ? copies.items[index.value] : undefined;
}

function quantified(
  { quantifier, variable, set, body }: Extract<Expression, { readonly kind: 'quantified' }>,
  scope: Scope,
  evaluate: Evaluate,
): Known | undefined {
  const list = evaluate(set, scope);
  if (list?.kind !== 'list') return undefined;
  return overMembers(quantifier, list.items, (item) =>
    evaluate(body, { ...scope, locals: new Map([...(scope.locals ?? []), [variable, item]]) }),
  );
}

/** Reads a property of an entity as a run does at its start. */
function propertyOf(
  { entities, machines }: Declared,
  of: EntityId,
  name: string,
  evaluate: Evaluate,
): Known | undefined {
  const entity = entities[of];
  if (entity === undefined) return undefined;
  const machine = entity.machine === undefined ? undefined : machines?.[entity.machine];
  if (machine === undefined && entity.machine !== undefined) return undefined;
  const isNamed = (each: { readonly name: string }): boolean => each.name === name;
  if (machine?.variables.some(isNamed) === true) return undefined;
  const computed = machine?.lets.find(isNamed)?.value;
  const value = computed ?? entity.settings.find(isNamed)?.value ?? machine?.parameters.find(isNamed)?.initial;
  if (value !== undefined) return evaluate(value, { self: of });
  const other = otherSpelling(entity, name, machine);
  if (other !== undefined) return inverse(evaluate(other, { self: of }));
  if (name === 'type') return entity.type === undefined ? { kind: 'none' } : { kind: 'symbol', value: entity.type };
  if (name === 'members' || name === 'owned' || name === 'finalizers' || name === 'removes') return undefined;
  const usual = defaults.get(name);
  if (usual !== undefined && fixedSettings[entity.kind].includes(name)) return usual;
  const own = readableData(entity).find(isNamed)?.value;
  // What it lacks, but something else has, is none.
  return own === undefined ? (usual ?? { kind: 'none' }) : evaluate(own, { self: of });
}

/** Returns the setting that says the same in another unit, unless the machine has a parameter of that name. */
function otherSpelling({ kind, settings }: Entity, name: string, machine: Machine | undefined): Expression | undefined {
  const other = otherSpellingOf(kind, name);
  if (other === undefined || machine?.parameters.some((each) => each.name === other) === true) return undefined;
  return settings.find((each) => each.name === other)?.value;
}

/** Returns the rate of a mean time, or the mean time of a rate: none if the other is 0. */
function inverse(value: Known | undefined): Known | undefined {
  if (value?.kind !== 'duration' && value?.kind !== 'rate') return undefined;
  const { kind, top, bottom } = value;
  return top === 0n ? { kind: 'none' } : sized(kind === 'rate' ? 'duration' : 'rate', bottom, top);
}

const zero = sized('number', 0n, 1n);

/** The defaults of the settings with a fixed meaning. */
const defaults: ReadonlyMap<string, Known | undefined> = new Map<string, Known | undefined>([
  ['phase', sized('duration', 0n, 1n)],
  ['clockRate', sized('number', 1n, 1n)],
  ['paused', bool(false)],
  ['size', zero],
  ['overhead', zero],
]);
