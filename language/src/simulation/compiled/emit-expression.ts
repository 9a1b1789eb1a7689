/**
 * Generates JavaScript for expressions over the cells of a state. Known values are computed here; quantifiers are
 * unrolled item by item.
 */
import { entitiesOfSet } from '../../model/built-in-set.ts';
import type { PlaceId } from '../../model/machines/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Program } from '../kernel/run.ts';
import { isKind, type Value } from '../values/values.ts';
import type { Cells, CellAddress } from './cells.ts';
import {
  type Code,
  computed,
  condition,
  type Emitted,
  interval,
  isItems,
  isTable,
  type Items,
  literal,
  same,
  singleCode,
  truth,
  wholeNumber,
} from './code.ts';
import { binary, logical } from './emit-operators.ts';
import type { Domain, Field, Layout } from './layout.ts';
import { Unsupported } from './unsupported.ts';
import { spend } from '../values/work.ts';
import { entityMachine } from '../../model/model.ts';
import { at, itemAt } from '../../model/common/lookup.ts';

/** The context of an expression. */
export interface Emitting {
  readonly program: Program;
  readonly layout: Layout;
  readonly cells: Cells;
  /** The code after the call of `F`, where that does not throw. */
  readonly failed: string;
  /** The state of the start, for parameters, which never change. */
  readonly values: readonly Value[];
  readonly self: EntityId | undefined;
  readonly locals: ReadonlyMap<string, Code>;
  /** Generates code that records a transition taken, where that is wanted. */
  readonly mark?: ((place: PlaceId) => string) | undefined;
  /** The depth of nested `let`s being expanded. */
  readonly depth: number;
}

const mostDepth = 50;
const mostItems = 256;
const entityDomain: Domain = { kind: 'entity' };

/** Generates code for an expression. Throws `Unsupported` where it needs the interpreter. */
export function emit(expression: Expression, around: Emitting): Emitted {
  spend(1);
  const inner = (each: Expression): Code => singleCode(emit(each, around));
  switch (expression.kind) {
    case 'boolean':
      return truth('', expression.value);
    case 'number':
      if (expression.denominator !== 1) throw new Unsupported('a fraction');
      return wholeNumber(expression.numerator);
    case 'symbol':
      return literal(0, { kind: 'enum', values: [expression.name] });
    case 'none':
      return literal(-1, entityDomain);
    case 'self':
      return literal(around.self ?? -1, entityDomain);
    case 'entity':
      return literal(expression.entity, entityDomain);
    case 'local': {
      const local = around.locals.get(expression.name);
      if (local === undefined) throw new Unsupported('a name without a value');
      return local;
    }
    case 'list':
      return { items: expression.items.map(inner) };
    case 'range':
      return rangeItems(inner(expression.from), inner(expression.to));
    case 'all':
      return allItems(around.program, expression.of);
    case 'property':
      return property(expression.of, expression.name, around);
    case 'at': {
      const map = emit(expression.map, around);
      const key = inner(expression.key);
      if (isItems(map)) {
        const copy = key.value === undefined ? undefined : map.items[key.value];
        if (copy === undefined) throw new Unsupported('a copy selected by a variable index');
        return copy;
      }
      if (!isTable(map)) throw new Unsupported('a key of a value that is not a map');
      return map.at(key);
    }
    case 'if': {
      const test = inner(expression.condition);
      if (test.value !== undefined) return emit(test.value === 1 ? expression.then : expression.else, around);
      return either(condition(test), inner(expression.then), inner(expression.else));
    }
    default:
      return emitOperation(expression, around);
  }
}

function emitOperation(expression: Expression, around: Emitting): Code {
  const inner = (each: Expression): Code => singleCode(emit(each, around));
  switch (expression.kind) {
    case 'not': {
      const operand = inner(expression.operand);
      return operand.value === undefined ? truth(`!${condition(operand)}`) : truth('', operand.value === 0);
    }
    case 'minus': {
      const operand = inner(expression.operand);
      const [low, high] = interval(operand);
      return computed(`-${operand.text}`, -high + 0, -low + 0);
    }
    case 'binary':
      return binary(expression.operator, inner(expression.left), () => inner(expression.right));
    case 'member':
      return member(inner(expression.item), emit(expression.set, around));
    case 'in state':
      return inState(inner(expression.subject), expression.state, around);
    case 'quantified':
      return quantified(expression, around);
    default:
      throw new Unsupported(`"${expression.kind}"`);
  }
}

/** Returns the items that a quantifier or loop iterates over, each with the condition that it is present. */
export function iteratedItems(emitted: Emitted): readonly { readonly item: Code; readonly present: Code }[] {
  if (isItems(emitted)) {
    if (emitted.items.length > mostItems) throw new Unsupported('a very large set');
    return emitted.items.map((item) => ({ item, present: truth('', true) }));
  }
  if (isTable(emitted) || emitted.domain.kind !== 'set') throw new Unsupported('an unknown set');
  const { items, of } = emitted.domain;
  return items.map((item, bit) => ({ item: literal(item, of), present: truth(`(${emitted.text}>>${bit}&1)===1`) }));
}

function rangeItems(from: Code, to: Code): Items {
  if (from.value === undefined || to.value === undefined || to.value - from.value >= mostItems) {
    throw new Unsupported('a range with variable ends');
  }
  const first = from.value;
  return { items: Array.from({ length: Math.max(0, to.value - first + 1) }, (_, index) => wholeNumber(first + index)) };
}

function allItems({ model }: Program, of: string): Items {
  const entities = entitiesOfSet(model.entities, of);
  if (of === 'policies' || entities.length > mostItems) throw new Unsupported(`the set "${of}"`);
  return { items: entities.map(({ id }) => literal(id, entityDomain)) };
}

function property(of: Expression, name: string, around: Emitting): Emitted {
  const { program, layout, values } = around;
  const owner = singleCode(emit(of, around));
  if (owner.domain.kind !== 'entity' || owner.value === undefined) throw new Unsupported('a name of a variable entity');
  const entity = owner.value;
  const field = layout.fieldsOf.get(entity)?.get(name);
  if (field !== undefined) return read(field, around);
  const machine = entityMachine(program.model, entity);
  const computedLet = machine?.lets.find((each) => each.name === name);
  if (computedLet !== undefined) {
    if (around.depth > mostDepth) throw new Unsupported('"let" values that need each other');
    return emit(computedLet.value, { ...around, self: entity, locals: new Map(), depth: around.depth + 1 });
  }
  if (name === 'members' || name === 'owned') {
    return { items: itemAt(program[name], entity).map((id) => literal(id, entityDomain)) };
  }
  const slot = program.machineOf[entity]?.slots.get(name);
  if (slot === undefined) throw new Unsupported(`a setting`);
  return known(values[at(program.slotsFrom, entity) + slot] ?? null);
}

/** Returns a value that never changes. */
function known(value: Value): Emitted {
  if (value === null || isKind(value, 'entity')) return literal(value === null ? -1 : value.id, entityDomain);
  if (typeof value === 'boolean') return truth('', value);
  if (typeof value === 'number') return wholeNumber(value);
  if (isKind(value, 'symbol')) return literal(0, { kind: 'enum', values: [value.name] });
  if (isKind(value, 'set')) return { items: value.items.map((item) => singleCode(known(item))) };
  throw new Unsupported('a parameter of this type');
}

function read(field: Field, { cells }: Emitting): Emitted {
  const { base, domain, keys } = field;
  if (keys === undefined) return cellCode(cells.read({ base }), domain);
  return { at: (key) => cellCode(cells.read(placeIn(field, key)), domain) };
}

/** Returns the place of the value of a key of a map. */
export function placeIn({ base, keys = [], keyDomain }: Field, key: Code): CellAddress {
  if (keyDomain === undefined) throw new Unsupported('a key of a value that is not a map');
  const place = placeOfKey(keys, keyDomain, key);
  if (place.value !== undefined) return { base: base + place.value };
  return { base, varying: { key: place.text, count: keys.length } };
}

/** Returns the place of a key in a map, a number that is known to be one of its places. */
export function placeOfKey(keys: readonly number[], keyDomain: Domain, key: Code): Code {
  const [first = 0] = keys;
  if (key.value !== undefined) {
    const number =
      keyDomain.kind === 'enum' && key.domain.kind === 'enum'
        ? keyDomain.values.indexOf(itemAt(key.domain.values, key.value))
        : key.value;
    const place = keys.indexOf(number);
    if (place < 0) throw new Unsupported('a key that the map does not have');
    return wholeNumber(place);
  }
  if (keyDomain.kind !== 'int') throw new Unsupported('a variable key');
  const [low, high] = interval(key);
  if (low < first || high > (keys.at(-1) ?? 0)) throw new Unsupported('a key that may be outside the map');
  return computed(first === 0 ? key.text : `${key.text}-${first}`, low - first, high - first);
}

const cellCode = (text: string, domain: Domain): Code =>
  domain.kind === 'bool' ? truth(`${text}===1`) : { text, domain, value: undefined };

function either(test: string, then: Code, otherwise: Code): Code {
  if (then.domain.kind === 'bool' && otherwise.domain.kind === 'bool') {
    return truth(`${test}?${condition(then)}:${condition(otherwise)}`);
  }
  if (then.domain.kind === 'int' && otherwise.domain.kind === 'int') {
    const [[low, high], [least, most]] = [interval(then), interval(otherwise)];
    return computed(`${test}?${then.text}:${otherwise.text}`, Math.min(low, least), Math.max(high, most));
  }
  if (then.domain.kind !== 'entity' || otherwise.domain.kind !== 'entity') throw new Unsupported('a choice of values');
  return { text: `(${test}?${then.text}:${otherwise.text})`, domain: entityDomain, value: undefined };
}

function member(item: Code, set: Emitted): Code {
  return iteratedItems(set).reduce<Code>(
    (sum, each) => logical('or', sum, () => logical('and', each.present, () => same(item, each.item))),
    truth('', false),
  );
}

function inState(subject: Code, state: string, { program, layout, cells }: Emitting): Code {
  if (subject.value === undefined) throw new Unsupported('a state of a variable entity');
  const machine = program.machineOf[subject.value];
  const leaf = layout.leafOf.get(subject.value);
  if (machine === undefined || leaf === undefined) return truth('', false);
  const inner = machine.states
    .slice(0, -1)
    .flatMap(({ path }, index) =>
      path.some((each) => each < machine.states.length - 1 && machine.states[each]?.name === state) ? [index] : [],
    );
  if (inner.length === 0) return truth('', false);
  return truth(inner.map((index) => `${cells.read({ base: leaf })}===${index}`).join('||'));
}

function quantified(
  { quantifier, variable, set, body }: Extract<Expression, { readonly kind: 'quantified' }>,
  around: Emitting,
): Code {
  const items = iteratedItems(emit(set, around));
  const holds = (item: Code): Code =>
    singleCode(emit(body, { ...around, locals: new Map(around.locals).set(variable, item) }));
  if (quantifier === 'count') {
    const counted = items.map(({ item, present }) => logical('and', present, () => holds(item)));
    const sum = counted.map((each) => `(${condition(each)}?1:0)`).join('+');
    return computed(sum === '' ? '0' : sum, 0, counted.length);
  }
  if (quantifier === 'those') return those(items, holds);
  const isAll = quantifier === 'all';
  return items.reduce<Code>(
    (sum, { item, present }) => {
      const absent = present.value === undefined ? truth(`!${present.text}`) : truth('', present.value === 0);
      const one = isAll ? logical('or', absent, () => holds(item)) : logical('and', present, () => holds(item));
      return logical(isAll ? 'and' : 'or', sum, () => one);
    },
    truth('', isAll),
  );
}

/** The most items of a set that varies: one bit each. */
const mostBits = 31;

/** Returns the set of the items for which a condition holds: what varies is one bit for each. */
function those(items: ReturnType<typeof iteratedItems>, holds: (item: Code) => Code): Code {
  const values = items.map(({ item }) => item.value);
  const of = items[0]?.item.domain ?? entityDomain;
  const isKnown = (value: number | undefined): value is number => value !== undefined;
  if (!values.every(isKnown) || values.length > mostBits || new Set(values).size < values.length)
    throw new Unsupported('a set of items that vary');
  const bits = items.map(({ item, present }, bit) => {
    const test = logical('and', present, () => holds(item));
    return `(${condition(test)}?${2 ** bit}:0)`;
  });
  return {
    text: `(${bits.length === 0 ? '0' : bits.join('|')})`,
    domain: { kind: 'set', items: values, of },
    value: undefined,
  };
}
