/** Writes actions in Promela. Each is a list of statements; the needs of a value are asserted before it is used. */
import type { Action } from '../../model/machines/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { declaredCell, isKept, placeToWrite } from './terms/cells.ts';
import { write } from './terms/expression.ts';
import { crashEntity, createEntity, destroyEntity, restartEntity } from './lives.ts';
import { argumentShapes, queueBetween, insertMessage } from './queues.ts';
import { areDistinct, setItems } from './terms/sets.ts';
import { asserting, assertion, block, branch } from './terms/statements.ts';
import { storedAs } from './terms/stored.ts';
import { conditionOf, entityTerm, known, type Term } from './terms/terms.ts';
import { NotCovered } from './terms/uncovered.ts';
import { type Around, covered, eventNumber, machineOfEntity, scratch } from './terms/writing.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** Writes actions in sequence. */
export const writeActions = (actions: readonly Action[], around: Around): string[] =>
  actions.flatMap((action) => covered(around.writing, action.place, ['skip'], () => writeAction(action, around)));

function writeAction(action: Action, around: Around): string[] {
  switch (action.kind) {
    case 'assign':
    case 'set':
      return writeAssignment(action, around);
    case 'send': {
      if (action.after !== undefined) throw new NotCovered('a delayed message');
      const { value, asserts } = asserting(around, (inner) => ({
        values: action.arguments.map((each) => write(each, inner)),
        to: write(action.to, inner),
      }));
      return [...asserts, ...writeSend(action.event, value.values, value.to, around)];
    }
    case 'log':
    case 'report':
      return [];
    case 'if':
      return writeIf(action, around);
    case 'for':
      return writeFor(action, around);
    case 'create':
      return forEachTarget(action.targets, around, (each) => createEntity(each, around));
    case 'restart':
      return forEachTarget(action.targets, around, (each) => restartEntity(each, around));
    case 'crash':
    case 'halt':
      if (action.policy !== undefined) throw new NotCovered('a crash under a policy of its own');
      return forEachTarget(action.targets, around, (each) => crashEntity(each, around, action.kind === 'halt'));
    case 'destroy':
      if (action.targets.length > 1) throw new NotCovered('the end of several entities at once');
      return forEachTarget(action.targets, around, (each) => destroyEntity(each, around));
    default:
      throw new NotCovered(`the action "${action.kind}"`);
  }
}

function forEachTarget(
  targets: readonly Expression[],
  around: Around,
  write_: (entity: EntityId) => string[],
): string[] {
  return targets.flatMap((target) => {
    const entities = setItems(write(target, around)).map(({ item, present }) => {
      if (present.kind !== 'known') throw new NotCovered('the creation or end of a variable entity');
      return itemAt(entityTerm(item).among, 0);
    });
    return entities.flatMap(write_);
  });
}

function writeIf(
  { condition, then, else: otherwise }: Extract<Action, { readonly kind: 'if' }>,
  around: Around,
): string[] {
  const { value: test, asserts } = asserting(around, (inner) => write(condition, inner));
  if (test.kind === 'known') return [...asserts, ...writeActions(test.value === true ? then : otherwise, around)];
  return [...asserts, ...branch(test, writeActions(then, around), writeActions(otherwise, around))];
}

/** A loop iterates over the set as it was before the first iteration. */
function writeFor({ set, variable, body }: Extract<Action, { readonly kind: 'for' }>, around: Around): string[] {
  const { value: items, asserts } = asserting(around, (inner) => setItems(write(set, inner)));
  if (!areDistinct(items)) throw new NotCovered('a loop over entities that may be the same');
  const turn = (item: Term): string[] =>
    writeActions(body, { ...around, locals: new Map(around.locals).set(variable, item) });
  const [only] = items;
  if (only !== undefined && items.length === 1) return [...asserts, ...branch(only.present, turn(only.item))];
  if (items.every(({ present }) => present.kind === 'known'))
    return [...asserts, ...items.flatMap(({ item }) => turn(item))];
  if (items.length > 31) throw new NotCovered('a loop over very many values');
  const chosen = scratch(around.writing, `chosen${around.locals.size}`);
  const bits = items.map(({ present }, place) => `(${conditionOf(present)} -> ${1 << place} : 0)`);
  const turns = items.flatMap(({ item }, place) =>
    branch({ kind: 'bool', text: `((${chosen} >> ${place}) & 1)` }, turn(item)),
  );
  return [...asserts, `${chosen} = ${bits.join(' | ')}`, ...turns];
}

function writeAssignment(
  { target, value }: Extract<Action, { readonly kind: 'assign' | 'set' }>,
  around: Around,
): string[] {
  const owner = target.of === undefined ? around.self : ownerOf(target.of, around);
  if (owner === undefined) throw new NotCovered('writing to a variable target');
  if (machineOfEntity(around.writing, owner)?.slots.has(target.name) !== true)
    throw new NotCovered('writing a setting');
  if (!isKept(around.writing, target.name)) return [];
  const cell = declaredCell(around.writing, owner, target.name);
  const { value: written, asserts } = asserting(around, (inner) => ({
    key: target.key === undefined ? undefined : write(target.key, inner),
    value: write(value, inner),
  }));
  if (written.key === undefined) {
    const { text, fits } = storedAs(asItsType(written.value, cell.shape.kind), cell.shape);
    return [...asserts, ...assertion(fits), `${cell.name} = ${text}`];
  }
  if (cell.shape.kind !== 'map') throw new NotCovered('a key of a value that is not a map');
  const { text, fits } = storedAs(asItsType(written.value, cell.shape.of.kind), cell.shape.of);
  const place = placeToWrite(cell, written.key);
  return [...asserts, ...assertion(place.isInside), ...assertion(fits), `${place.text} = ${text}`];
}

/** Turns a single value into a set where a set is wanted. */
const asItsType = (term: Term, kind: string): Term => (kind === 'set' ? { kind: 'set', items: setItems(term) } : term);

function ownerOf(of: Expression, around: Around): EntityId | undefined {
  const owner = entityTerm(write(of, around));
  return owner.among.length === 1 && /^\d+$/.test(owner.text) ? owner.among[0] : undefined;
}

/** Writes the sending of an event: to each receiver separately, where none means nobody. */
function writeSend(event: string, values: readonly Term[], to: Term, around: Around): string[] {
  const receivers = setItems(to);
  if (!areDistinct(receivers)) throw new NotCovered('sending to a variable set');
  return receivers.flatMap(({ item, present }) => {
    const { text, among } = entityTerm(item);
    const isKnown = among.length === 1 && /^\d+$/.test(text);
    const sends = among.map((id) => {
      const sent = sendTo(event, values, id, around);
      return isKnown ? sent : branch({ kind: 'bool', text: `(${text} == ${id})` }, sent);
    });
    return branch(present, sends.flat());
  });
}

function sendTo(event: string, values: readonly Term[], to: EntityId, around: Around): string[] {
  const { writing, self } = around;
  const queue = queueBetween(writing, self, to);
  const stored = argumentShapes(writing, event, to).map((shape, index) =>
    storedAs(asItsType(values[index] ?? known(null), shape.kind), shape),
  );
  const asserts = stored.flatMap(({ fits }) => assertion(fits));
  if (queue === undefined) return asserts;
  writing.arriving.add(`${to} ${event}`);
  const texts = stored.map(({ text }) => text);
  while (texts.length < writing.arity) texts.push('0');
  const send = [
    `assert(len(${queue.name}) < ROOM)`,
    insertMessage(queue, [String(eventNumber(writing, event)), ...texts]),
  ];
  return [...asserts, ...(queue.isLossy ? [`if\n:: ${block(send)}\n:: skip\nfi`] : send)];
}
