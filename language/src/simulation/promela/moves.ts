/**
 * The possible next steps, as rules of Promela: a guard, and statements that are executed at once. Whatever is owed its
 * turn has a process of its own, so that SPIN's weak fairness of processes is that of Aftermath; what the environment
 * may do, and faults, share the first process, which may also do nothing.
 */
import type { Possibility } from '../../model/scenario.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Environment, FaultProgram } from '../play/environment.ts';
import { struckBy } from '../play/struck-by.ts';
import { writeActions } from './actions.ts';
import { write } from './terms/expression.ts';
import { crashEntity, downName, restartEntity } from './lives.ts';
import { declareTimer, outcomes, takesCondition, writeFiring } from './machines.ts';
import { type MoveOrigin, shown } from './move-origin.ts';
import { argumentNames, argumentShapes } from './queues.ts';
import { setItems } from './terms/sets.ts';
import { asserting, assertion, block, branch } from './terms/statements.ts';
import { storedAs } from './terms/stored.ts';
import { all, any, bool, entityTerm, known, type Term, yes } from './terms/terms.ts';
import { NotCovered } from './terms/uncovered.ts';
import {
  type Around,
  covered,
  declare,
  deferredName,
  eventNumber,
  aliveCondition,
  type Queue,
  scratch,
  timerName,
  type Writing,
} from './terms/writing.ts';
import { entityName } from '../../model/model.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** A possible next step. */
export interface ExportedMove {
  /** The turn it is owed; absent where it need not happen. */
  readonly owed: string | undefined;
  readonly guard: Term;
  /** Statements before the step that may have several outcomes. */
  readonly choice: readonly string[];
  readonly body: readonly string[];
  readonly meaning: string;
  /** What it is in Aftermath. */
  readonly origin: MoveOrigin;
}

/** Returns the context of the text of a check. */
export const checkContext = (writing: Writing): Around => ({
  writing,
  self: undefined,
  locals: new Map(),
  needs: () => undefined,
  depth: 0,
});

const nameOf = ({ program }: Writing, entity: EntityId): string => entityName(program.model, entity);

/** Returns the moves of the environment and the faults. */
export function environmentMoves(writing: Writing, environment: Environment): ExportedMove[] {
  const { check } = writing;
  const actions = check.possibilities.map((possibility, index) =>
    covered(writing, possibility.place, undefined, () => actionMove(writing, possibility, index)),
  );
  const faults = environment.faults.flatMap((fault, index) =>
    covered(writing, check.faults[index]?.place ?? check.place, [], () => faultMoves(writing, fault, index)),
  );
  return [...actions.filter((move) => move !== undefined), ...faults];
}

/** Counts the uses of a move that has a limit. */
function budget(
  writing: Writing,
  name: string,
  { upTo, used = 0 }: { readonly upTo: number | undefined; readonly used: number | undefined },
  meaning: string,
): { readonly isLeft: Term; readonly use: string[] } {
  if (upTo === undefined) return { isLeft: yes, use: [] };
  if (upTo > 250) throw new NotCovered('an action with a limit above 250');
  declare(writing, { name, type: 'byte', count: undefined, initial: [used], meaning });
  return { isLeft: bool(`${name} < ${upTo}`), use: [`${name}++`] };
}

function actionMove(writing: Writing, { action, upTo }: Possibility, index: number): ExportedMove {
  const around = checkContext(writing);
  const { isLeft, use } = budget(
    writing,
    `done${index}`,
    { upTo, used: writing.spent.actions[index] },
    `how often "may" number ${index + 1} was done`,
  );
  const origin = { kind: 'action', index } as const;
  const common = { owed: undefined, choice: [], meaning: `"may ${action.kind}"`, origin };
  if (action.kind !== 'send')
    return { ...common, guard: isLeft, body: [...shown(writing), ...use, ...writeActions([action], around)] };
  const { value: sent, asserts } = asserting(around, (inner) => ({
    values: action.arguments.map((each) => write(each, inner)),
    receivers: setItems(write(action.to, inner)),
  }));
  const [only] = sent.receivers;
  if (only === undefined || sent.receivers.length > 1)
    throw new NotCovered('a message that the environment sends to several at once');
  const { text, among } = entityTerm(only.item);
  const takers = among.map((id) =>
    all(
      only.present,
      among.length === 1 ? yes : bool(`${text} == ${id}`),
      takesCondition(writing, id, action.event, sent.values),
    ),
  );
  const stored = argumentShapes(writing, action.event, itemAt(among, 0)).map((shape, at) =>
    storedAs(sent.values[at] ?? known(null), shape),
  );
  for (const id of among) writing.arriving.add(`${id} ${action.event}`);
  const deliver = [
    `${scratch(writing, 'sender')} = -1`,
    `${scratch(writing, 'event')} = ${eventNumber(writing, action.event)}`,
    ...argumentNames(writing.arity).map((name, at) => `${scratch(writing, name)} = ${stored[at]?.text ?? '0'}`),
    `${scratch(writing, 'to')} = ${text}`,
  ];
  return {
    ...common,
    guard: all(isLeft, any(...takers)),
    body: [...shown(writing), ...use, ...asserts, ...stored.flatMap(({ fits }) => assertion(fits)), ...deliver],
  };
}

function faultMoves(writing: Writing, fault: FaultProgram, index: number): ExportedMove[] {
  const { kind, of, upTo } = fault;
  const { program } = writing;
  const isMeant = (entity: EntityId): boolean => of === undefined || of.has(entity);
  const { isLeft, use } = budget(
    writing,
    `failed${index}`,
    { upTo, used: writing.spent.faults[index] },
    `how often the fault "${kind}" number ${index + 1} has occurred`,
  );
  const origin = { kind: 'fault', index } as const;
  if (kind === 'pause') throw new NotCovered('a pause of a node');
  if (kind === 'crash' || kind === 'halt') {
    const struck = struckBy(program.model, fault);
    // Nothing goes with what crashes here, so one after another is the same as all at once.
    const events = fault.together === true ? [struck] : struck.map((id) => [id]);
    return events.map((ids) => ({
      owed: undefined,
      guard: all(isLeft, any(...ids.map((id) => aliveCondition(writing, id)))),
      choice: [],
      body: [...shown(writing), ...use, ...ids.flatMap((id) => strike(writing, id, kind))],
      origin,
      meaning: `${kind} of ${ids.map((id) => nameOf(writing, id)).join(', ')}`,
    }));
  }
  return (
    [...writing.queues.values()]
      // Where there is no order, nothing is held back.
      .filter(({ from, to, isOrdered }) => from !== undefined && isMeant(to) && (isOrdered || kind !== 'reorder'))
      .map((queue) => {
        const first = kind === 'reorder' ? 1 : 0;
        const choice = anyOf(writing, queue, first);
        const guard = all(isLeft, bool(`len(${queue.name}) > ${first}`));
        const body = [...shown(writing), ...use, ...disturb(writing, queue, kind)];
        return {
          owed: undefined,
          guard,
          choice,
          body,
          origin,
          meaning: `${kind} of a message from ${nameOf(writing, queue.from ?? -1)} to ${nameOf(writing, queue.to)}`,
        };
      })
  );
}

/** Writes the crash or halt of an entity that is alive; a crash is owed a restart. */
function strike(writing: Writing, entity: EntityId, kind: 'crash' | 'halt'): string[] {
  if (kind === 'crash') declareDown(writing, entity);
  const owed = kind === 'crash' ? branch(aliveCondition(writing, entity), [`${downName(entity)} = 1`]) : [];
  return [...owed, ...crashEntity(entity, checkContext(writing), kind === 'halt')];
}

/** Declares the flag that an entity is owed a restart. */
function declareDown(writing: Writing, entity: EntityId): void {
  const meaning = `whether ${nameOf(writing, entity)} is owed a restart`;
  const initial = [writing.spent.down.includes(entity) ? 1 : 0];
  declare(writing, { name: downName(entity), type: 'bit', count: undefined, initial, meaning });
}

/** Chooses the index of a message in a channel, from one on. */
function anyOf(writing: Writing, { name }: Queue, first: number): string[] {
  const which = scratch(writing, 'which');
  return [`${which} = ${first}`, `do\n:: ${which} < len(${name}) - 1 -> ${which}++\n:: break\nod`];
}

/** Rotates a channel once, and disturbs the message `which`. */
function disturb(writing: Writing, queue: Queue, kind: 'lose' | 'duplicate' | 'reorder'): string[] {
  const { name } = queue;
  const [index, left] = [scratch(writing, 'counted'), scratch(writing, 'remaining')];
  const others = [
    scratch(writing, 'otherEvent'),
    ...argumentNames(writing.arity, 'other').map((each) => scratch(writing, each)),
  ];
  const message = [scratch(writing, 'event'), ...argumentNames(writing.arity).map((each) => scratch(writing, each))];
  const back = `${name}!${others.join(', ')}`;
  const taken = message.map((each, at) => `${each} = ${others[at] ?? '0'}`);
  const atIt = { lose: 'skip', duplicate: `${back}; ${back}`, reorder: block(taken) }[kind];
  const through = [
    `${index} = 0; ${left} = len(${name})`,
    `do\n:: ${index} < ${left} -> ${name}?${others.join(', ')};\nif\n:: ${index} == which -> ${atIt}\n:: else -> ${back}\nfi;\n${index}++\n:: else -> break\nod`,
  ];
  // A copy comes directly after its original, which in a sorted channel is where it belongs as well.
  const room = kind === 'duplicate' ? [`assert(len(${name}) < ROOM)`] : [];
  return [...room, ...through, ...(kind === 'reorder' ? arrivingFrom(writing, queue) : [])];
}

function arrivingFrom(writing: Writing, { name, to }: Pick<Queue, 'name' | 'to'>): string[] {
  const from = writing.queues.get(name)?.from;
  return [`${scratch(writing, 'sender')} = ${from ?? -1}`, `${scratch(writing, 'to')} = ${to}`];
}

/** Returns all moves that are owed their turn: messages, timers, restarts. */
export function owedMoves(writing: Writing, environment: Environment): ExportedMove[] {
  const { program } = writing;
  const messages = [...writing.queues.values()].map((queue): ExportedMove => {
    const message = ['event', ...argumentNames(writing.arity)].map((each) => scratch(writing, each)).join(', ');
    return {
      owed: queue.name,
      guard: bool(`len(${queue.name}) > 0`),
      choice: queue.isOrdered ? [] : anyOf(writing, queue, 0),
      body: [
        ...shown(writing),
        ...(queue.isOrdered
          ? [`${queue.name}?${message}`, ...arrivingFrom(writing, queue)]
          : disturb(writing, queue, 'reorder')),
      ],
      origin: { kind: 'message', from: queue.from, to: queue.to },
      meaning: `a message from ${queue.from === undefined ? 'outside' : nameOf(writing, queue.from)} to ${nameOf(writing, queue.to)}`,
    };
  });
  const timers = program.active.flatMap((entity) =>
    (program.machineOf[entity]?.transitions ?? [])
      .filter(({ delay }) => delay !== undefined)
      .map(({ number, place }): ExportedMove => {
        declareTimer(writing, entity, number);
        const name = timerName(entity, number);
        const body = covered(writing, place, [], () => writeFiring(writing, entity, number));
        return {
          owed: name,
          guard: bool(`${name} != 0`),
          choice: [],
          body: [
            `if\n:: ${name} > 1 -> ${name} = 1\n:: else ->\n${block([...shown(writing), `${name} = 0`, ...body])}\nfi`,
          ],
          origin: { kind: 'timer', entity, transition: number },
          meaning: `a timer of ${nameOf(writing, entity)}`,
        };
      }),
  );
  const restarts = environment.faults.flatMap((fault) =>
    fault.kind === 'crash' ? struckBy(program.model, fault) : [],
  );
  return [...messages, ...timers, ...[...new Set(restarts)].map((entity) => restartMove(writing, entity))];
}

function restartMove(writing: Writing, entity: EntityId): ExportedMove {
  const name = downName(entity);
  const body = covered(writing, writing.check.place, [], () => restartEntity(entity, checkContext(writing)));
  return {
    owed: name,
    guard: bool(`${name} == 1`),
    choice: [],
    body: [...shown(writing), ...body],
    origin: { kind: 'restart', entity },
    meaning: `a restart of ${nameOf(writing, entity)}`,
  };
}

/** Returns the events that a machine may defer, among those that arrive. */
export function deferrableOf(writing: Writing, entity: EntityId): string[] {
  const events = new Set(
    writing.program.machineOf[entity]?.states.flatMap(({ answers }) =>
      [...answers].flatMap(([event, each]) => (each.includes('defer') ? [event] : [])),
    ) ?? [],
  );
  return [...events].filter((event) => event === 'restarted' || writing.arriving.has(`${entity} ${event}`));
}

/** Defers the current event if that is its outcome. */
export function deferral(writing: Writing, entity: EntityId, event?: string): string[] {
  if (deferrableOf(writing, entity).length === 0) return [];
  const name = deferredName(entity);
  const values = argumentNames(writing.arity).map((each) => (event === undefined ? scratch(writing, each) : '0'));
  const message =
    event === undefined ? ['sender', 'event', ...values] : ['-1', String(eventNumber(writing, event)), ...values];
  return [
    `if\n:: outcome == ${outcomes.deferred} -> assert(len(${name}) < ROOM); ${name}!${message.join(', ')}\n:: else\nfi`,
  ];
}
