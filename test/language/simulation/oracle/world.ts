/** The world of the second executor: plain data that converts to text and back. It shares no code with the kernel. */
import type { Action } from '../../../../language/src/model/machines/action.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { RelationKind } from '../../../../language/src/model/relation.ts';
import type { Collector } from './collector.ts';
import type { Construct } from './constructs.ts';

/** An entity is `@3`, a word `:x`; a duration has milliseconds; items of a set are in order. */
export type Value =
  | number
  | boolean
  | string
  | null
  | { readonly ms: number }
  | { readonly items: readonly Value[] }
  | { readonly entries: Readonly<Record<string, Value>>; readonly otherwise: Value };

export interface Life {
  alive: boolean;
  existed: boolean;
  doomed: boolean;
  crashed: boolean;
  halted: boolean;
  /** The number of its incarnations. */
  count: number;
  /** The occasion after which its machine has yet to start. */
  begins: '' | 'created' | 'restarted';
}

export interface Bond {
  readonly kind: RelationKind;
  readonly source: number;
  readonly target: number;
  readonly as: string | null;
  /** The incarnations that it joins; -1 if it holds by name. */
  readonly sourceLife: number;
  readonly targetLife: number;
  /** The declaration that it was made from; -1 for none. */
  readonly declared: number;
  /** The action notified of the end of the target. */
  readonly notify: string | null;
  /** What joins it with others to one need or protection, and how many of these it asks for; nothing for one alone. */
  readonly key: number | null;
  readonly least: number | null;
}

/** How an end goes on: an object in its mode, everything else as by `destroy`. */
export type EndMode = 'background' | 'foreground' | 'orphan' | 'destroy' | 'collect' | 'taken';

export interface Message {
  readonly from: number | null;
  readonly to: number;
  readonly event: string;
  readonly values: readonly Value[];
  readonly isOrdered: boolean;
  /** The plain step that sent it, counted from 1; 0 for none. */
  readonly step: number;
  /** Marks a duplicate, or a duplicated message; only for counting constructs. */
  readonly mark: string;
  /** The same for a copy. */
  readonly number: number;
}

/** An event that a machine raised itself, or one of its states that is done. */
export type Raised =
  | { readonly entity: number; readonly done: number; readonly message?: undefined }
  | { readonly entity: number; readonly done?: undefined; readonly message: Message };

/** A keepalive under way to the owner of a box. */
export interface Keepalive {
  readonly box: number;
  readonly life: number;
  readonly from: number;
  readonly to: number;
  /** The place where its round began, the number of that round there, and the time until which it grants a lease. */
  readonly origin: number;
  readonly sequence: number;
  readonly visited: readonly number[];
  readonly deadline: number;
}

/** The state of keepalive collection, by box and place. */
export interface Leases {
  boxes: Record<string, { until: number; entered: boolean; readonly seen: Record<string, number> }>;
  remote: Record<string, number[]>;
  transfers: { number: number; from: number; boxes: number[] }[];
  sequences: Record<string, number>;
  /** Each box that was freed, with its incarnation. */
  freed: string[];
  /** The last known references. */
  graph: string;
}

export type Due =
  | { readonly kind: 'message'; readonly message: Message }
  /** The state that it belongs to, the machine itself last, and its index there. */
  | { readonly kind: 'timer'; readonly entity: number; readonly state: number; readonly transition: number }
  /** A message that waits with its sender. */
  | {
      readonly kind: 'waiting';
      readonly entity: number;
      readonly to: number;
      readonly event: string;
      readonly values: readonly Value[];
    }
  | { readonly kind: 'deletion'; readonly entity: number; readonly life: number }
  /** A PD arrives at a node. */
  | { readonly kind: 'arrival'; readonly entity: number; readonly to: number; readonly life: number }
  | { readonly kind: 'tick' | 'sweep'; readonly entity: number; readonly planned: number; readonly life: number }
  | { readonly kind: 'keepalive'; readonly entity: number; readonly keepalive: Keepalive; readonly isOrdered: boolean }
  | { readonly kind: 'acknowledged'; readonly entity: number; readonly number: number };

export interface Entry {
  /** Milliseconds. */
  readonly at: number;
  /** The order of scheduling. */
  readonly order: number;
  readonly due: Due;
  /** True while the clock stands that measures it. */
  readonly stands?: boolean;
}

export interface World {
  now: number;
  /** The time of the last event. */
  since: number;
  /** The number of plain steps done, the time until which the last one takes, and whether it still does. */
  step: number;
  until: number;
  isWaiting: boolean;
  /** True at the end of a step that takes time, if nothing has happened there yet. */
  isLingering: boolean;
  /** True once all moves are enabled. */
  isOver: boolean;
  lives: Life[];
  /** The active states of each machine, in document order, without the machine itself; nothing if it does not run. */
  active: (number[] | null)[];
  /** What histories stand for, such as `3 0`: of entity 3 the first. */
  memories: Record<string, number[]>;
  variables: Record<string, Value>[];
  bonds: Bond[];
  losses: [pd: number, kind: RelationKind, target: number][];
  /** By time; at the same time in scheduling order. */
  agenda: Entry[];
  /** Waiting because the receiver is paused. */
  held: Entry[];
  order: number;
  /** The number of messages so far. */
  numbers: number;
  leases: Leases | null;
  /** The nodes of entities that have moved. */
  places: Record<string, number>;
  deferred: Message[][];
  /** Settings that were changed, such as `3 finalizers`. */
  settings: Record<string, Value>;
  /** How each entity ends whose end is under way, by its number. */
  modes: Record<string, EndMode>;
  /** Used faults and actions, and the crashed entities. */
  spent: { faults: number[]; actions: number[]; down: number[]; paused: number[] };
}

/** Signals an error that ends a run. */
export class Failure extends Error {}

/** The actor of an expression, -1 for a check, and the names in scope. */
export interface Around {
  readonly self: number;
  readonly names: Readonly<Record<string, Value>>;
}

/** A world while an event is processed. */
export interface Scene {
  readonly model: Model;
  readonly world: World;
  /** Makes random choices. */
  readonly pick: (count: number) => number;
  /** The plain step being executed, counted from 1; 0 for none. */
  readonly step: number;
  /** Events that machines have raised and not taken yet, oldest first, and states that are done. */
  readonly raised: Raised[];
  /** The number of raised events taken in this step. */
  events: number;
  /** Machines that entered a state since their deferred events were offered. */
  readonly unoffered: Set<number>;
  /** Events that a machine neither took nor ignored nor deferred. */
  readonly dropped: string[];
  /** Those who stopped waiting for a turn: each disarmed timer, each cancelled deletion. */
  readonly relieved: string[];
  readonly reach: (construct: Construct) => void;
  /** Carries out actions; the only link between the parts of the executor. */
  readonly perform: (scene: Scene, around: Around, actions: readonly Action[]) => void;
  /** Called with the places of transitions taken. */
  readonly taken: (place: number) => void;
  readonly channels: readonly Channel[];
  readonly policy: Policy;
  readonly collector: Collector | undefined;
  /** The broken properties of keepalive collection. */
  readonly wrong: Set<string>;
  /** The entities ended by "on destroy" blocks, while an end is processed. */
  waiting: Set<number> | undefined;
  /** What ends in the round of a teardown that is under way. */
  torn: readonly number[];
}

export interface Channel {
  readonly least: number;
  readonly most: number;
  /** Of `of` messages, `lost` are lost. */
  readonly loss: readonly [lost: number, of: number];
  readonly isOrdered: boolean;
  /** The entities that it joins; absent for all. */
  readonly between: readonly number[] | undefined;
}

export const isAlive = ({ world: { lives } }: Pick<Scene, 'world'>, id: number): boolean => lives[id]?.alive ?? false;

export const isRunning = ({ active }: World, entity: number): boolean => (active[entity] ?? null) !== null;

/** Returns true if a bond holds by name, or between the latest incarnations. */
export const isCurrent = ({ lives }: World, { source, target, sourceLife, targetLife }: Bond): boolean =>
  sourceLife < 0 || (lives[source]?.count === sourceLife && lives[target]?.count === targetLife);

/** Schedules an event after all others at the same time. */
export function schedule(world: World, at: number, due: Due): void {
  const time = Math.max(at, world.now);
  const place = world.agenda.findIndex((entry) => entry.at > time);
  world.agenda.splice(place < 0 ? world.agenda.length : place, 0, { at: time, order: world.order, due });
  world.order += 1;
}

/** Removes an event from the agenda before it happens. */
export function takeBack({ world, relieved }: Pick<Scene, 'world' | 'relieved'>, isMeant: (due: Due) => boolean): void {
  relieved.push(...[...world.agenda, ...world.held].flatMap(({ due }) => (isMeant(due) ? [turnOf(due)] : [])));
  const isKept = ({ due }: Entry): boolean => !isMeant(due);
  [world.agenda, world.held] = [world.agenda.filter(isKept), world.held.filter(isKept)];
}

/** Returns the pair between which an event keeps its order; nothing if it may be overtaken. */
export function pairOf(due: Due): string | undefined {
  if (due.kind === 'message') return due.message.isOrdered ? `${due.message.from ?? '-'}>${due.message.to}` : undefined;
  return due.kind === 'keepalive' && due.isOrdered ? `${due.keepalive.from}~${due.keepalive.to}` : undefined;
}

/** Returns whose turn an event is. */
export function turnOf(due: Due): string {
  if (due.kind === 'deletion') return `deletion ${due.entity}`;
  const pair = pairOf(due);
  if (pair !== undefined) return `queue ${pair}`;
  if (due.kind !== 'message') return JSON.stringify(due);
  const { from, to, event, values } = due.message;
  return `message ${from ?? '-'}>${to} ${event} ${JSON.stringify(values)}`;
}

/** Compares values of one kind: entities by declaration, numbers by size. */
const byOrder = (a: Value, b: Value): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : typeof a === 'string' && typeof b === 'string' && a.startsWith('@') && b.startsWith('@')
      ? entityIn(a) - entityIn(b)
      : textOf(a) < textOf(b)
        ? -1
        : Number(textOf(a) > textOf(b));

const textOf = (value: Value): string => JSON.stringify(value);
export const equal = (a: Value, b: Value): boolean => textOf(a) === textOf(b);

/** Returns a set of values. */
export const setOf = (values: readonly Value[]): Value => ({
  items: values.filter((value, index) => values.findIndex((other) => equal(other, value)) === index).sort(byOrder),
});

/** Returns the items of a set, or a value alone; nothing of `none`. */
export function itemsOf(value: Value): readonly Value[] {
  if (value === null) return [];
  return typeof value === 'object' && 'items' in value ? value.items : [value];
}

export const entityOf = (id: number): string => `@${id}`;

export function entityIn(value: Value): number {
  if (typeof value === 'string' && value.startsWith('@')) return Number(value.slice(1));
  throw new Failure('run/value');
}

/** Returns the setting of an entity as declared in the text. */
export const declaredSetting = ({ entities }: Model, entity: number, name: string): Expression | undefined =>
  entities[entity]?.settings.find((setting) => setting.name === name)?.value;

/** Returns the entities that some values name. */
export function namedIn(values: readonly Value[]): number[] {
  return values.flatMap((value): number[] => {
    if (typeof value === 'string') return value.startsWith('@') ? [entityIn(value)] : [];
    if (typeof value !== 'object' || value === null || 'ms' in value) return [];
    return namedIn('items' in value ? value.items : [value.otherwise, ...Object.values(value.entries)]);
  });
}
