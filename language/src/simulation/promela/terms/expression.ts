/**
 * Writes expressions in Promela. Known values are computed here, quantifiers are unrolled item by item, and a name of
 * an entity that varies is a choice between those that it may be.
 */
import { entitiesOfSet } from '../../../model/built-in-set.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { exact } from '../../values/exact.ts';
import { duration, isKind, setOf } from '../../values/values.ts';
import { declaredCell, readCell } from './cells.ts';
import { entityValue, readConstant } from './constants.ts';
import { inStateCondition, areRelated, isTrueOf } from './entity-questions.ts';
import { choose, membership, operate } from './operations.ts';
import { areDistinct, elementsOf, setItems, setOfItems } from './sets.ts';
import {
  all,
  any,
  bool,
  conditionOf,
  entityTerm,
  known,
  no,
  negation,
  numberBetween,
  numberIn,
  type Term,
  yes,
} from './terms.ts';
import { NoSuchName, NotCovered } from './uncovered.ts';
import { spend } from '../../values/work.ts';
import { type Around, machineOfEntity } from './writing.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { entityMachine } from '../../../model/model.ts';

const mostDepth = 50;

const mostItems = 256;

/** Writes an expression. Throws `NotCovered`. */
export function write(expression: Expression, around: Around): Term {
  spend(1);
  switch (expression.kind) {
    case 'boolean':
      return known(expression.value);
    case 'number':
      return known(exact(expression.numerator, expression.denominator));
    case 'duration':
      return known(duration(exact(Math.round(expression.milliseconds * 1000), 1)));
    case 'symbol':
      return known({ kind: 'symbol', name: expression.name });
    case 'none':
      return known(null);
    case 'self':
      return known(around.self === undefined ? null : entityValue(around.self));
    case 'entity':
      return known(entityValue(expression.entity));
    case 'local': {
      const local = around.locals.get(expression.name);
      if (local === undefined) throw new NotCovered('a name without a value');
      return local;
    }
    case 'list':
      return writeList(expression.items.map((item) => write(item, around)));
    case 'range':
      return writeRange(write(expression.from, around), write(expression.to, around));
    case 'all':
      return writeAll(around, expression.of);
    case 'property':
      return writeProperty(write(expression.of, around), expression.name, around);
    case 'at':
      return writeSelection(expression, around);
    case 'if': {
      const test = write(expression.condition, around);
      const then = write(expression.then, under(around, test));
      return choose(test, then, write(expression.else, under(around, negation(test))));
    }
    default:
      return writeOperation(expression, around);
  }
}

function writeOperation(expression: Expression, around: Around): Term {
  switch (expression.kind) {
    case 'not':
      return negation(write(expression.operand, around));
    case 'minus': {
      const operand = write(expression.operand, around);
      return operate('-', known(0), operand, around.needs);
    }
    case 'binary': {
      const { operator } = expression;
      const left = write(expression.left, around);
      if (operator === 'and') return all(left, write(expression.right, under(around, left)));
      if (operator === 'or') return any(left, write(expression.right, under(around, negation(left))));
      return operate(operator, left, write(expression.right, around), around.needs);
    }
    case 'member':
      return writeMember(expression, around);
    case 'in state':
      return inStateCondition(write(expression.subject, around), expression.state, around);
    case 'predicate':
      return isTrueOf(expression.predicate, write(expression.subject, around), around);
    case 'related':
      return areRelated(expression, write(expression.source, around), write(expression.target, around), around);
    case 'quantified':
      return writeQuantified(expression, around);
    default:
      throw new NotCovered(what(expression.kind));
  }
}

/** Needs of an expression that is only evaluated where a condition holds count only there. */
function under(around: Around, test: Term): Around {
  return {
    ...around,
    needs: (need) => {
      around.needs(any(negation(test), need));
    },
  };
}

function writeList(items: readonly Term[]): Term {
  const values = items.flatMap((item) => (item.kind === 'known' ? [item.value] : []));
  if (values.length < items.length) return setOfItems(items.flatMap(elementsOf));
  return known(setOf(values.flatMap((value) => (isKind(value, 'set') ? value.items : [value]))));
}

function writeRange(from: Term, to: Term): Term {
  const [first, last] = [numberIn(from), numberIn(to)];
  if (first.low !== first.high || last.low !== last.high || last.low - first.low >= mostItems)
    throw new NotCovered('a range with variable ends');
  return known({
    kind: 'set',
    items: Array.from({ length: Math.max(0, last.low - first.low + 1) }, (_, index) => first.low + index),
  });
}

function writeAll({ writing }: Around, of: string): Term {
  if (of === 'policies') throw new NotCovered('the set of all policies');
  const entities = entitiesOfSet(writing.program.model.entities, of);
  if (entities.length > mostItems) throw new NotCovered('a very large set');
  return known({ kind: 'set', items: entities.map(({ id }) => entityValue(id)) });
}

/** Resolves an expression for every entity that the owner may be; none, or an entity without the name, has no value. */
function perEntity(owner: Term, around: Around, of: (entity: EntityId) => Term): Term {
  if (owner.kind === 'known' && isKind(owner.value, 'entity')) return of(owner.value.id);
  const { text, among } = entityTerm(owner);
  around.needs(bool(`${text} >= 0`));
  const choices = among.flatMap((id) => {
    const term = termOf(id, of);
    if (term === undefined) around.needs(bool(`${text} != ${id}`));
    return term === undefined ? [] : [{ id, term }];
  });
  const [first, ...rest] = choices;
  if (first !== undefined) {
    return rest.reduce((others, { id, term }) => choose(bool(`${text} == ${id}`), term, others), first.term);
  }
  // It is never evaluated: any value of the kind will do.
  const example = around.writing.program.model.entities
    .map(({ id }) => termOf(id, of))
    .find((term) => term !== undefined);
  if (example === undefined) throw new NotCovered('an unknown name');
  return example;
}

function termOf(entity: EntityId, of: (entity: EntityId) => Term): Term | undefined {
  try {
    return of(entity);
  } catch (error) {
    if (error instanceof NoSuchName) return undefined;
    throw error;
  }
}

function writeProperty(owner: Term, name: string, around: Around): Term {
  return perEntity(owner, around, (entity) => readName(entity, name, around));
}

function readName(entity: EntityId, name: string, around: Around): Term {
  const { writing } = around;
  const { program, start } = writing;
  const machine = machineOfEntity(writing, entity);
  const slot = machine?.slots.get(name);
  const variable = machine?.variables[slot ?? -1];
  if (slot !== undefined && variable !== undefined) {
    if (!variable.isParameter) return readCell(declaredCell(writing, entity, name));
    return known(start.values[itemAt(program.slotsFrom, entity) + slot] ?? null);
  }
  const { model } = program;
  const computed = entityMachine(model, entity)?.lets.find((each) => each.name === name);
  if (computed !== undefined) {
    if (around.depth > mostDepth) throw new NotCovered('"let" values that need each other');
    return write(computed.value, { ...around, self: entity, locals: new Map(), depth: around.depth + 1 });
  }
  if (name === 'members' || name === 'owned') {
    return known({ kind: 'set', items: itemAt(program[name], entity).map(entityValue) });
  }
  if (name === 'type') {
    const label = model.entities[entity]?.type;
    return known(label === undefined ? null : { kind: 'symbol', name: label });
  }
  return readConstant(entity, name, around);
}

function writeSelection({ map, key }: Extract<Expression, { readonly kind: 'at' }>, around: Around): Term {
  const at = write(key, around);
  if (map.kind === 'list') {
    const copies = map.items.map((item) => write(item, around));
    const copy = at.kind === 'known' && typeof at.value === 'number' ? copies[at.value] : undefined;
    if (copy !== undefined) return copy;
    const { text } = numberIn(at);
    const [first, ...rest] = copies;
    if (first === undefined) throw new NotCovered('a copy that does not exist');
    around.needs(bool(`${text} >= 0 && ${text} < ${copies.length}`));
    return rest.reduce((others, each, index) => choose(bool(`${text} == ${index + 1}`), each, others), first);
  }
  const whole = write(map, around);
  if (whole.kind !== 'map') throw new NotCovered('a key of a value that is not a map');
  return whole.at(at);
}

function writeMember({ item, set }: Extract<Expression, { readonly kind: 'member' }>, around: Around): Term {
  const sought = write(item, around);
  if (set.kind !== 'range') return membership(sought, write(set, around));
  const [from, to] = [write(set.from, around), write(set.to, around)];
  return all(
    ...elementsOf(sought).map((each) =>
      any(
        negation(each.present),
        all(operate('>=', each.item, from, around.needs), operate('<=', each.item, to, around.needs)),
      ),
    ),
  );
}

function writeQuantified(
  { quantifier, variable, set, body }: Extract<Expression, { readonly kind: 'quantified' }>,
  around: Around,
): Term {
  const items = setItems(write(set, around));
  if (items.length > mostItems) throw new NotCovered('a very large set');
  const holds = (item: Term, inner: Around): Term =>
    write(body, { ...inner, locals: new Map(around.locals).set(variable, item) });
  if (quantifier === 'those') {
    return setOfItems(
      items.map(({ item, present }) => ({ item, present: all(present, holds(item, under(around, present))) })),
    );
  }
  if (quantifier === 'count' && !areDistinct(items)) throw new NotCovered('a count of entities that may be the same');
  if (quantifier === 'count')
    return count(items.map(({ item, present }) => all(present, holds(item, under(around, present)))));
  const isAll = quantifier === 'all';
  let sum: Term = isAll ? yes : no;
  for (const { item, present } of items) {
    const open = isAll ? sum : negation(sum);
    const one = holds(item, under(around, all(open, present)));
    sum = isAll ? all(sum, any(negation(present), one)) : any(sum, all(present, one));
  }
  return sum;
}

function count(tests: readonly Term[]): Term {
  const sure = tests.filter((test) => test.kind === 'known' && test.value === true).length;
  const open = tests.filter((test) => test.kind !== 'known');
  if (open.length === 0) return known(sure);
  return numberBetween(
    [...open.map((test) => `(${conditionOf(test)} -> 1 : 0)`), ...(sure > 0 ? [String(sure)] : [])].join(' + '),
    sure,
    sure + open.length,
  );
}

const what = (kind: Expression['kind']): string =>
  ({
    now: 'the time',
    text: 'a text',
    call: 'a function',
    before: 'the order of destruction',
  })[kind as string] ?? `"${kind}"`;
