/** Messages: which channel carries one, how long it travels, and whether it is lost. */
import { itemAt } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { PlaceId } from '../../model/machines/action.ts';
import type { EventDeclaration } from '../../model/machines/machine.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { schedule } from './agenda.ts';
import { groupEntries, messageGroup } from './agenda-groups.ts';
import { multiply, round } from '../values/exact.ts';
import { fits } from '../values/fits.ts';
import { typeText } from '../../model/machines/type-text.ts';
import { trueTime } from './lease/lease-settings.ts';
import { keepSent } from './lease/transfers.ts';
import { namedSetting } from './properties.ts';
import { remark } from './remarks.ts';
import type { Entry, Message, Run } from './run.ts';
import { RunError } from '../values/run-error.ts';
import { isKind, itemsOf, type Value, valueText } from '../values/values.ts';
import { append } from '../../model/common/append.ts';
import { entityName, type Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** An event to send, with its sender and its line. */
export interface SentEvent {
  readonly from: EntityId | undefined;
  readonly event: string;
  readonly arguments: readonly Value[];
  readonly place: PlaceId | undefined;
}

/** Sends a message to each receiver; what the scenario or the system sends arrives at once. */
export function send(run: Run, sending: SentEvent, to: Value): void {
  for (const receiver of receiversOf(run, sending, to)) sendTo(run, sending, receiver);
}

/** Lets a message wait with its sender before it leaves for each receiver. Throws a `RunError` for a negative delay. */
export function sendLater(run: Run, sending: SentEvent, to: Value, delay: Value): void {
  const { state, tell } = run;
  if (microsecondsIn(delay) < 0)
    throw new RunError('run/range', t`A message cannot be sent in the past.`, sending.place);
  for (const receiver of receiversOf(run, sending, to)) {
    const message: Message = { ...sending, to: receiver, number: state.messages };
    state.messages += 1;
    tell?.({ kind: 'delayed', message });
    const at = state.now + byOwnClock(run, sending.from ?? receiver, delay);
    schedule(run, at, { kind: 'delayed', entity: sending.from ?? receiver, message });
  }
}

function receiversOf(run: Run, sending: SentEvent, to: Value): EntityId[] {
  if (to === null) {
    remark(run, {
      code: 'run/refused',
      message: t`"${sending.event}" is sent to none, so nobody receives it.`,
      place: sending.place,
    });
  }
  checkArguments(run.program.model, sending);
  return itemsOf(to).map((receiver) => {
    if (isKind(receiver, 'entity')) return receiver.id;
    throw new RunError('run/value', t`Only an entity can receive a message.`, sending.place);
  });
}

/** Raises an event in the machine of an entity, which takes it before anything that was deferred or comes from outside. */
export function raise(run: Run, entity: EntityId, raised: Omit<SentEvent, 'from'>): void {
  const { state, step, tell } = run;
  checkArguments(run.program.model, { ...raised, from: entity });
  // What is in no state, or has no machine, takes nothing.
  if (itemAt(state.active, entity) < 0) return;
  const message: Message = { ...raised, from: entity, to: entity, number: state.messages };
  state.messages += 1;
  tell?.({ kind: 'raised', message });
  append(step.raised, entity, message);
}

/** Throws a `RunError` for an argument that is not of the type its event declares, as an assignment does. */
function checkArguments(model: Model, { event, arguments: values, place }: SentEvent): void {
  if (values.length === 0) return;
  // Several machines may have an event of that name; only the receiver tells which one is meant.
  const declared = eventsNamed(model, event);
  const first = declared.find(({ parameters }) => parameters.length === values.length);
  const isFit = ({ parameters }: EventDeclaration): boolean =>
    parameters.length === values.length &&
    parameters.every(({ type }, index) => fits(model, values[index] ?? null, type));
  if (first === undefined || declared.some(isFit)) return;
  const index = first.parameters.findIndex(({ type }, each) => !fits(model, values[each] ?? null, type));
  const parameter = first.parameters[index];
  if (parameter === undefined) return;
  const text = valueText(values[index] ?? null, (id) => entityName(model, id));
  throw new RunError(
    'run/range',
    t`"${parameter.name}" of "${event}" would be ${text}, which is not of type ${typeText(parameter.type)}.`,
    place,
  );
}

const eventsByName = oncePer(
  ({ events }: Model): ReadonlyMap<string, readonly EventDeclaration[]> =>
    new Map(events.map(({ name }) => [name, events.filter((other) => other.name === name)])),
);

const eventsNamed = (model: Model, name: string): readonly EventDeclaration[] => eventsByName(model).get(name) ?? [];

/** Returns the node that an entity is on, or undefined. */
export function nodeOf({ program, state }: Pick<Run, 'program' | 'state'>, entity: EntityId): EntityId | undefined {
  const { entities } = program.model;
  let current: EntityId | undefined = entity;
  while (current !== undefined) {
    if (entities[current]?.kind === 'node') return current;
    current = state.places.get(current) ?? entities[current]?.parent;
  }
  return undefined;
}

function sendTo(run: Run, sending: SentEvent, to: EntityId): void {
  const { state, tell } = run;
  const message: Message = { ...sending, to, number: state.messages };
  state.messages += 1;
  const passed = passage(run, message, () => lastArrival(run, message));
  const { at, isOrdered } = passed;
  tell?.({ kind: 'sent', message, at });
  if (passed.isLost) tell?.({ kind: 'lost', message });
  else {
    keepSent(run, message, nodeOf(run, sending.from ?? to), nodeOf(run, to));
    schedule(run, at, { kind: 'message', message, isOrdered });
  }
}

/**
 * Returns the passage of a message from one entity to another, or its loss; `lastOne` returns when the last message
 * arrives that must not be overtaken.
 */
export function passage(
  run: Run,
  { from, to }: Pick<Message, 'from' | 'to'>,
  lastOne: () => number,
): { readonly at: number; readonly isLost: boolean; readonly isOrdered: boolean } {
  const channel = from === undefined ? undefined : channelBetween(run, from, to);
  const loss = channel === undefined ? 0 : settingOf(run, channel, 'loss');
  const delay = channel === undefined ? 0 : delayOf(run, channel);
  const isOrdered = channel === undefined || settingOf(run, channel, 'ordered') !== false;
  const at = run.state.now + delay;
  return { at: isOrdered ? Math.max(at, lastOne()) : at, isLost: isLost(run, loss), isOrdered };
}

/** Returns the longest travel time from one entity to another, and whether everything between them is lost now. */
export function longestPassage(
  run: Run,
  { from, to }: { readonly from: EntityId; readonly to: EntityId },
): { readonly delay: number; readonly isInterrupted: boolean } {
  const channel = channelBetween(run, from, to);
  if (channel === undefined) return { delay: 0, isInterrupted: false };
  return { delay: delayRange(run, channel)[1], isInterrupted: settingOf(run, channel, 'loss') === 1 };
}

/** In order means: not before anything the same sender has sent the same receiver earlier. */
function lastArrival({ state, program }: Run, { from, to }: Message): number {
  // Without channels nothing is ever delayed, so nothing is overtaken.
  if (from === undefined || program.channels.size === 0) return 0;
  const isEarlier = ({ due }: Entry): boolean =>
    due.kind === 'message' && due.message.to === to && due.message.from === from;
  const last = groupEntries(state, messageGroup(from, to)).at(-1);
  return Math.max(last?.at ?? 0, state.held.findLast(isEarlier)?.at ?? 0);
}

function isLost(run: Run, loss: Value | undefined): boolean {
  if (loss === undefined || loss === null || loss === 0) return false;
  if (loss === 1) return true;
  if (isKind(loss, 'fraction') && loss.numerator > 0 && loss.numerator < loss.denominator) {
    return run.draw.pick(loss.denominator, 'loss', loss.numerator) < loss.numerator;
  }
  throw new RunError('run/range', t`The loss of a channel is a number from 0 to 1.`);
}

/** A range yields whole milliseconds, a range of less than a millisecond whole microseconds. */
function delayOf(run: Run, channel: string): number {
  const [least, most] = delayRange(run, channel);
  const unit = most - least < 1000 ? 1 : 1000;
  return least + unit * run.draw.pick(Math.floor((most - least) / unit) + 1, 'delay', unit);
}

/** Returns the longest delay that any channel has now, in microseconds. */
export const longestDelay = (run: Run): number =>
  Math.max(0, ...[...run.program.channels.keys()].map((channel) => delayRange(run, channel)[1]));

function delayRange(run: Run, channel: string): readonly [least: number, most: number] {
  const delay = settingOf(run, channel, 'delay');
  if (delay === undefined) return [0, 0];
  const [from, to = from] = itemsOf(delay);
  if (from === undefined || to === undefined || !isKind(from, 'duration') || !isKind(to, 'duration')) {
    throw new RunError('run/value', t`The delay of a channel is a duration, or a range of durations.`);
  }
  const [least, most] = [round(from.microseconds), round(to.microseconds)];
  if (least < 0) throw new RunError('run/range', t`The delay of a channel is not negative.`);
  return [least, Math.max(least, most)];
}

const settingOf = (run: Run, channel: string, name: string): Value | undefined =>
  namedSetting(run, 'channel', channel, name);

/** Returns the channel that carries messages between two entities; none within a node, or from an entity to itself. */
function channelBetween(run: Run, from: EntityId, to: EntityId): string | undefined {
  const { channels } = run.program;
  if (channels.size === 0 || from === to) return undefined;
  const node = nodeOf(run, from);
  if (node !== undefined && node === nodeOf(run, to)) return undefined;
  let general: string | undefined;
  const [left, right] = [around(run, from), around(run, to)];
  for (const name of channels.keys()) {
    const between = settingOf(run, name, 'between');
    if (between === undefined) {
      general ??= name;
      continue;
    }
    const ends = itemsOf(between).flatMap((end) => (isKind(end, 'entity') ? [end.id] : []));
    const [first, second = first] = ends;
    if (first === undefined || second === undefined) continue;
    if ((left.has(first) && right.has(second)) || (left.has(second) && right.has(first))) return name;
  }
  return general;
}

/** Returns an entity with everything around it. */
function around({ program, state }: Run, entity: EntityId): Set<EntityId> {
  const found = new Set<EntityId>();
  let current: EntityId | undefined = entity;
  while (current !== undefined) {
    found.add(current);
    current = state.places.get(current) ?? program.model.entities[current]?.parent;
  }
  return found;
}

/**
 * Returns how long a wait of an entity is, in whole microseconds: the clock of its node measures it, at the rate that it
 * has now. It is rounded once.
 */
export function byOwnClock(run: Run, entity: EntityId, wait: Value): number {
  const node = nodeOf(run, entity);
  return node === undefined || !isKind(wait, 'duration')
    ? microsecondsIn(wait)
    : trueTime(run, node, wait.microseconds);
}

/** Returns a duration in whole microseconds as a clock of that rate measures it. */
export function microsecondsIn(value: Value, rate: Value = 1): number {
  if (!isKind(value, 'duration')) throw new RunError('run/value', t`This is not a duration.`);
  return round(
    typeof rate === 'number' || isKind(rate, 'fraction') ? multiply(value.microseconds, rate) : value.microseconds,
  );
}
