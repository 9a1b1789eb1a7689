/** Evaluates expressions by walking over them, for the second executor of random models. */
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { predefinedPolicies } from '../../../../language/src/model/policy.ts';
import { isBlocked, isBroken, lacksSoftly } from './needs.ts';
import {
  type Around,
  declaredSetting,
  entityIn,
  entityOf,
  equal,
  Failure,
  isAlive,
  isCurrent,
  itemsOf,
  type Scene,
  setOf,
  type Value,
  type World,
} from './world.ts';

export const nobody: Around = { self: -1, names: {} };

type OracleState = Pick<Scene, 'model' | 'world'>;

/** Evaluates an expression. Throws a `Failure` for an error that ends the run. */
export function evaluate(place: OracleState, around: Around, expression: Expression): Value {
  const of = (inner: Expression): Value => evaluate(place, around, inner);
  switch (expression.kind) {
    case 'boolean':
      return expression.value;
    case 'number':
      return expression.numerator / expression.denominator;
    case 'duration':
      return { ms: expression.milliseconds };
    case 'text':
      return `"${expression.parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(of(part)))).join('')}`;
    case 'none':
      return null;
    case 'self':
      return entityOf(around.self);
    case 'now':
      return { ms: place.world.now };
    case 'entity':
      return entityOf(expression.entity);
    case 'policy':
      return `*${expression.name}`;
    case 'symbol':
      return `:${expression.name}`;
    case 'local':
      return around.names[expression.name] ?? null;
    case 'all':
      if (expression.of === 'policies') return policies(place.model);
      return setOf(
        place.model.entities
          .filter(({ kind, classes = [] }) =>
            [`${kind}s`, ...classes.map((name) => `instances of ${name}`)].includes(expression.of),
          )
          .map(({ id }) => entityOf(id)),
      );
    case 'list':
      return setOf(expression.items.map(of).flatMap((item) => (isSet(item) ? itemsOf(item) : [item])));
    case 'range': {
      const [from, to] = [numberIn(of(expression.from)), numberIn(of(expression.to))];
      return setOf(Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index));
    }
    case 'property':
      return itemsOf(of(expression.of)).length === 1
        ? property(place, entityIn(of(expression.of)), expression.name)
        : fail();
    case 'at': {
      const map = of(expression.map);
      if (typeof map !== 'object' || map === null || !('entries' in map)) return fail();
      return map.entries[JSON.stringify(of(expression.key))] ?? map.otherwise;
    }
    case 'not':
      return !isTrue(of(expression.operand));
    case 'minus':
      return -numberIn(of(expression.operand));
    case 'binary':
      return binary(expression, of);
    case 'if':
      return of(isTrue(of(expression.condition)) ? expression.then : expression.else);
    case 'member': {
      const [item, set] = [of(expression.item), of(expression.set)];
      return elements(item).every((each) => elements(set).some((other) => equal(each, other)));
    }
    case 'in state': {
      const subjects = itemsOf(of(expression.subject));
      return subjects.length > 0 && subjects.every((each) => isIn(place, each, expression.state));
    }
    case 'quantified': {
      const holds = (item: Value): boolean => {
        const names = { ...around.names, [expression.variable]: item };
        return isTrue(evaluate(place, { ...around, names }, expression.body));
      };
      const items = itemsOf(of(expression.set));
      if (expression.quantifier === 'those') return { items: items.filter(holds) };
      if (expression.quantifier === 'count') return items.filter(holds).length;
      return expression.quantifier === 'all' ? items.every(holds) : items.some(holds);
    }
    case 'related': {
      const [sources, targets] = [itemsOf(of(expression.source)), itemsOf(of(expression.target))];
      return sources.every((source) =>
        targets.every((target) => isRelated(place, expression, entityIn(source), entityIn(target))),
      );
    }
    case 'predicate':
      return itemsOf(of(expression.subject)).every((each) => predicate(place, expression.predicate, entityIn(each)));
    default:
      throw new Error(`Random models have no ${expression.kind}.`);
  }
}

/** Returns the predefined policies, then the model's own. */
function policies({ policies: declared }: Model): Value {
  const names = declared.map(({ name }) => name);
  const known = predefinedPolicies.map(({ name }) => name).filter((name) => !names.includes(name));
  return { items: [...known, ...names].map((name) => `*${name}`) };
}

/** Returns true if a condition holds. */
export const holds = (place: OracleState, condition: Expression, around = nobody): boolean =>
  isTrue(evaluate(place, around, condition));

function fail(): never {
  throw new Failure('run/value');
}

function isTrue(value: Value): boolean {
  return typeof value === 'boolean' ? value : fail();
}

function numberIn(value: Value): number {
  return typeof value === 'number' ? value : fail();
}

export const isSet = (value: Value): boolean => typeof value === 'object' && value !== null && 'items' in value;
const elements = (value: Value): readonly Value[] => (isSet(value) ? itemsOf(value) : [value]);
const isDuration = (value: Value): value is { readonly ms: number } =>
  typeof value === 'object' && value !== null && 'ms' in value;

function binary(
  { operator, left, right }: Extract<Expression, { readonly kind: 'binary' }>,
  of: (inner: Expression) => Value,
): Value {
  if (operator === 'and') return isTrue(of(left)) && isTrue(of(right));
  if (operator === 'or') return isTrue(of(left)) || isTrue(of(right));
  const [a, b] = [of(left), of(right)];
  if (operator === '==') return equal(a, b);
  if (operator === '!=') return !equal(a, b);
  if (isSet(a) && operator === '+') return setOf([...itemsOf(a), ...elements(b)]);
  if (isSet(a) && operator === '-')
    return setOf(itemsOf(a).filter((item) => !elements(b).some((other) => equal(item, other))));
  if (isDuration(a) && isDuration(b)) return ofDurations(operator, a.ms, b.ms);
  if (operator === '*' && isDuration(a)) return duration(a.ms * numberIn(b));
  if (operator === '*' && isDuration(b)) return duration(numberIn(a) * b.ms);
  const [x, y] = [numberIn(a), numberIn(b)];
  if ((operator === '/' || operator === '%') && y === 0) throw new Failure('run/number');
  const result = { '+': x + y, '-': x - y, '*': x * y, '/': x / y, '%': ((x % y) + y) % y }[operator as '+'];
  return (result as number | undefined) === undefined ? compared(operator, x, y) : exactly(result) + 0;
}

/** Returns a number that is exact; a larger one, which may be rounded, ends the run. */
function exactly(value: number): number {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Failure('run/number');
  return value;
}

const duration = (ms: number): Value => ({ ms: exactly(1000 * ms) / 1000 });

function ofDurations(operator: string, a: number, b: number): Value {
  if (operator === '+') return duration(a + b);
  return operator === '-' ? duration(a - b) : compared(operator, a, b);
}

function compared(operator: string, a: number, b: number): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

/** Returns the value of `x.name`. */
function property(place: OracleState, entity: number, name: string): Value {
  const { model, world } = place;
  const known = world.variables[entity]?.[name];
  if (known !== undefined) return known;
  const machine = model.machines[model.entities[entity]?.machine ?? -1];
  const computed = machine?.lets.find((each) => each.name === name);
  if (computed !== undefined) return evaluate(place, { self: entity, names: {} }, computed.value);
  return setting(place, entity, name) ?? parameter(place, entity, name) ?? fail();
}

/** Returns the value of a parameter of an entity's class, or of its data. */
function parameter(place: OracleState, entity: number, name: string): Value | undefined {
  const said = place.model.entities[entity]?.data.find((each) => each.name === name);
  if (said === undefined) return undefined;
  return evaluate(place, { self: entity, names: {} }, said.value);
}

/** Returns a setting of an entity, as set or declared. */
export function setting(place: OracleState, entity: number, name: string): Value | undefined {
  const declared = declaredSetting(place.model, entity, name);
  const changed = place.world.settings[`${entity} ${name}`];
  return changed ?? (declared === undefined ? undefined : evaluate(place, { self: entity, names: {} }, declared));
}

function isIn(place: OracleState, subject: Value, name: string): boolean {
  if (typeof subject !== 'string' || !subject.startsWith('@')) return false;
  const entity = entityIn(subject);
  const machine = place.model.machines[place.model.entities[entity]?.machine ?? -1];
  return (place.world.active[entity] ?? []).some((state) => machine?.states[state]?.name === name);
}

function isRelated(
  { world }: OracleState,
  { relation, as }: Extract<Expression, { readonly kind: 'related' }>,
  source: number,
  target: number,
): boolean {
  return world.bonds.some(
    (bond) =>
      bond.kind === relation &&
      bond.source === source &&
      bond.target === target &&
      (as === undefined || bond.as === as) &&
      isCurrent(world, bond),
  );
}

function predicate(place: OracleState, name: string, entity: number): boolean {
  const { world, model } = place;
  const life = world.lives[entity];
  switch (name) {
    case 'alive':
      return life?.alive === true;
    case 'destroyed':
      return life?.alive === false && life.existed;
    case 'crashed':
      return life?.crashed === true;
    case 'doomed':
      return life?.doomed === true;
    case 'degraded':
      return life?.alive === true && (world.losses.some(([pd]) => pd === entity) || lacksSoftly(place, entity));
    case 'broken':
      return isBroken(place, entity);
    case 'blocked':
      return isBlocked(place, entity);
    case 'dangling':
      return (
        life?.alive === true && world.bonds.some((bond) => pointerOf(bond) === entity && !isAlivePointee(place, bond))
      );
    case 'orphaned':
      return (
        model.entities[entity]?.kind === 'resource' &&
        life?.alive === true &&
        !world.bonds.some(({ kind, target, source }) => kind === 'holds' && target === entity && isAlive(place, source))
      );
    default:
      throw new Error(`Random models do not ask for ${name}.`);
  }
}

type AnyBond = World['bonds'][number];

/** An owned entity points to its owner, all others to the target. */
const pointerOf = ({ kind, source, target }: AnyBond): number =>
  kind === 'owns' ? target : kind === 'refers' || kind === 'maps' ? source : -1;

function isAlivePointee(place: OracleState, bond: AnyBond): boolean {
  const [entity, life] = bond.kind === 'owns' ? [bond.source, bond.sourceLife] : [bond.target, bond.targetLife];
  return isAlive(place, entity) && place.world.lives[entity]?.count === life;
}
