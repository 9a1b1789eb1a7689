/**
 * Facts: what a line of a log says, and what a step of a run shows, in one form, so that they can be compared. It knows
 * neither formats of logs nor how an explanation is found.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Type } from '../../model/machines/expression.ts';
import { append } from '../../model/common/append.ts';
import { declaredName } from '../../model/language-names.ts';
import { entityMachine, entityName, type Model } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { textOf } from '../program/expressions.ts';
import { readValue } from '../program/read-value.ts';
import { eventNamed, parametersTaken } from '../play/outside-events.ts';
import type { Played } from '../play/player.ts';
import type { Effect, Message, Program } from '../kernel/run.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** The kinds of facts, as mappings of logs name them. */
export const factKinds = [
  'event',
  'message',
  'sent',
  'lost',
  'state',
  'value',
  'create',
  'end',
  'fault',
  'action',
] as const;
/** One of the kinds of facts. */
export type FactKind = (typeof factKinds)[number];

/** The faults that a line can name. */
export const loggedFaults = ['crash', 'halt', 'restart', 'pause', 'resume'] as const;
/** A fact. A line leaves out what it does not say. */
export interface LogFact {
  readonly kind: FactKind;
  /** Who it is about: the receiver of an event or message; absent of an action. */
  readonly entity: EntityId | undefined;
  /** The event, state, variable or fault, or the text of the action; empty for `create` and `end`. */
  readonly name: string;
  /** The sender of a message. */
  readonly from?: EntityId | undefined;
  /** The arguments of an event or message, or the value of a variable, as the language writes them. */
  readonly values?: readonly string[] | undefined;
}

/** A step, as far as it shows facts. */
export interface ShownStep {
  readonly played: Played;
  readonly effects: readonly Effect[];
  /** The text of the action, if it is one. */
  readonly action?: string | undefined;
}

/** Returns the facts that a step shows, in order. */
export function factsOf(program: Program, { played, effects, action }: ShownStep): LogFact[] {
  const facts: LogFact[] = action === undefined ? [] : [{ kind: 'action', entity: undefined, name: action }];
  if (played.kind === 'pause' || played.kind === 'resume') {
    for (const entity of [played.entity, ...('others' in played ? (played.others ?? []) : [])])
      facts.push({ kind: 'fault', entity, name: played.kind });
  }
  const crash = played.kind === 'halt' ? 'halt' : 'crash';
  for (const effect of effects) {
    const fact = factOf(program, effect, crash);
    if (fact !== undefined) facts.push(fact);
  }
  return played.kind === 'restart' ? withFirst(facts, played.entity) : facts;
}

/** Moves the restart of an entity before those of what it brings back: they are its consequences. */
function withFirst(facts: readonly LogFact[], entity: EntityId): LogFact[] {
  const own = facts.filter((fact) => fact.kind === 'fault' && fact.entity === entity);
  return [...own, ...facts.filter((fact) => !own.includes(fact))];
}

function factOf(program: Program, effect: Effect, crash: 'crash' | 'halt'): LogFact | undefined {
  switch (effect.kind) {
    case 'received':
      return messageFact(program, effect.message.from === undefined ? 'event' : 'message', effect.message);
    case 'sent':
      return effect.message.from === undefined ? undefined : messageFact(program, 'sent', effect.message);
    case 'lost':
      return messageFact(program, 'lost', effect.message);
    case 'entered': {
      const states = program.machineOf[effect.entity]?.states ?? [];
      return { kind: 'state', entity: effect.entity, name: itemAt(states, effect.state).name };
    }
    case 'assigned': {
      const entity = /^\d+$/.test(effect.owner) ? Number(effect.owner) : undefined;
      if (entity === undefined) return undefined;
      return { kind: 'value', entity, name: effect.name, values: [textOf(program, effect.after)] };
    }
    case 'created':
      return { kind: 'create', entity: effect.entity, name: '' };
    case 'destroyed':
      return { kind: 'end', entity: effect.entity, name: '' };
    case 'crashed':
      return { kind: 'fault', entity: effect.entity, name: crash };
    case 'restarted': {
      // What a restart brings along, such as a space, has no faults of its own.
      const { kind } = itemAt(program.model.entities, effect.entity);
      if (kind !== 'pd' && kind !== 'node') return { kind: 'create', entity: effect.entity, name: '' };
      return { kind: 'fault', entity: effect.entity, name: 'restart' };
    }
    default:
      return undefined;
  }
}

const messageFact = (program: Program, kind: FactKind, { to, from, event, arguments: values }: Message): LogFact => ({
  kind,
  entity: to,
  name: event,
  ...(from !== undefined && { from }),
  values: values.map((value) => textOf(program, value)),
});

/**
 * Returns what a line says with the name of the event in the model, and with its values as the language writes them:
 * `24h` is `86400s`, and `0.50` is `0.5`.
 */
export function asWritten(program: Program, said: LogFact): LogFact {
  const fact = { ...said, name: eventMeant(program, said) };
  if (fact.values === undefined || fact.entity === undefined) return fact;
  const types = typesOf(program, fact.entity, fact);
  const values = fact.values.map((text, index) => {
    const type = types[index];
    const read = type === undefined ? undefined : readValue(program.model, type, text);
    return read === undefined ? text : textOf(program, read.value);
  });
  return { ...fact, values };
}

/** Returns the name of what a line is about; of events that several files declare, that which the receiver takes. */
function eventMeant(program: Program, { kind, entity, name }: LogFact): string {
  if (entity === undefined || !ofEvents.has(kind)) return name;
  const named = eventsDeclared(program.model).get(name);
  return named?.find((event) => parametersTaken(program, entity, event) !== undefined) ?? name;
}

/** The names in the model of the events that files declare by one name, where they differ from it. */
const eventsDeclared = oncePer(({ events }: Model): ReadonlyMap<string, readonly string[]> => {
  const declared = new Map<string, string[]>();
  for (const { name } of events) append(declared, declaredName(name), name);
  return new Map([...declared].filter(([name, all]) => all.some((each) => each !== name)));
});

const ofEvents: ReadonlySet<FactKind> = new Set(['event', 'message', 'sent', 'lost']);

function typesOf({ model }: Program, entity: EntityId, { kind, name }: LogFact): readonly Type[] {
  const machine = entityMachine(model, entity);
  const declared =
    kind === 'value'
      ? machine?.variables.filter((variable) => variable.name === name)
      : eventNamed(model, machine, name)?.parameters;
  return (declared ?? []).map(({ type }) => type);
}

/** Returns true if a line that says this may be about what a step shows. */
export function isAbout(said: LogFact, shown: LogFact): boolean {
  return (
    said.kind === shown.kind &&
    said.name === shown.name &&
    said.entity === shown.entity &&
    (said.from === undefined || said.from === shown.from) &&
    (said.values === undefined || areSameValues(said.values, shown.values ?? []))
  );
}

/** Quotes around a text make no difference: a log seldom writes them. */
const areSameValues = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => plain(value) === plain(itemAt(other, index)));

const plain = (value: string): string => value.replace(/^"(.*)"$/s, '$1');

/** Returns a fact in words: `Save(1) from boss to a`, `a enters busy`. */
export function factText({ model }: Program, { kind, entity, name, from, values }: LogFact): string {
  const who = entity === undefined ? '' : entityName(model, entity);
  const called = `${name}${values === undefined || values.length === 0 ? '' : `(${values.join(', ')})`}`;
  const sender = from === undefined ? '' : ` from ${entityName(model, from)}`;
  switch (kind) {
    case 'event':
      return t`${called} from outside to ${who}`;
    case 'message':
      return t`${called}${sender} to ${who}`;
    case 'sent':
      return t`${called} sent${sender} to ${who}`;
    case 'lost':
      return t`${called}${sender} to ${who} is lost`;
    case 'state':
      return t`${who} enters ${name}`;
    case 'value':
      return t`${who}.${name} becomes ${values?.join(', ') ?? t`another value`}`;
    case 'create':
      return t`${who} is created`;
    case 'end':
      return t`${who} is destroyed`;
    case 'fault':
      return t`${name} of ${who}`;
    case 'action':
      return name;
  }
}
