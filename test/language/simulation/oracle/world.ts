/**
 * The world of the second executor: plain data that turns into text and back, so that a state is what its text says.
 * It follows the language reference and shares no code with the kernel.
 */
import type { Action } from '../../../../language/src/model/action.ts';
import type { Expression } from '../../../../language/src/model/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { RelationKind } from '../../../../language/src/model/relation.ts';
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
  /** How often it came to life. */
  count: number;
  /** After what its machine is still to begin. */
  begins: '' | 'created' | 'restarted';
}

export interface Bond {
  readonly kind: RelationKind;
  readonly source: number;
  readonly target: number;
  readonly as: string | null;
  /** The incarnations that it joins; -1 where it holds by name. */
  readonly sourceLife: number;
  readonly targetLife: number;
  /** The declaration that it was made from, -1 for none. */
  readonly declared: number;
  /** The action that is told of the end of the target. */
  readonly notify: string | null;
}

export interface Message {
  readonly from: number | null;
  readonly to: number;
  readonly event: string;
  readonly values: readonly Value[];
  readonly isOrdered: boolean;
  /** The plain step that has sent it, counted from 1; 0 for none. */
  readonly step: number;
  /** A duplicate, or what was duplicated: only for counting what was reached. */
  readonly mark: string;
  /** The same for a copy. */
  readonly number: number;
}

/** A keepalive under way to the owner of a box. */
export interface Keepalive {
  readonly box: number;
  readonly life: number;
  readonly from: number;
  readonly to: number;
  /** Where its round began, the number of that round there, and until when it gives a lease. */
  readonly origin: number;
  readonly sequence: number;
  readonly visited: readonly number[];
  readonly deadline: number;
}

/** All of keepalive collection; by box and place. */
export interface Leases {
  boxes: Record<string, { until: number; entered: boolean; readonly seen: Record<string, number> }>;
  remote: Record<string, number[]>;
  transfers: { number: number; from: number; boxes: number[] }[];
  sequences: Record<string, number>;
  /** Each box that was freed, with its incarnation. */
  freed: string[];
  /** The references as they were last. */
  graph: string;
}

/** What a collector says. */
export interface Collector {
  readonly duration: number;
  readonly period: number;
  readonly sweep: number;
  readonly forward: string;
  readonly origin: string;
  readonly enter: string;
  readonly handover: boolean;
  readonly phases: Readonly<Record<string, number>>;
}

export type Due =
  | { readonly kind: 'message'; readonly message: Message }
  /** The state that it belongs to, the machine itself last, and its number there. */
  | { readonly kind: 'timer'; readonly entity: number; readonly state: number; readonly transition: number }
  | { readonly kind: 'deletion'; readonly entity: number; readonly life: number }
  /** A PD comes to a node. */
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
}

export interface World {
  now: number;
  /** When something happened last. */
  since: number;
  /** How many plain steps are done, until when the last one takes time, and whether all that may happen has begun. */
  step: number;
  until: number;
  isOver: boolean;
  /** How much has happened in the instant: plain steps may begin one that has no end. */
  done: number;
  lives: Life[];
  /** The innermost active state; the number of states for the machine itself, -1 for none. */
  leaves: number[];
  variables: Record<string, Value>[];
  bonds: Bond[];
  losses: [pd: number, kind: RelationKind, target: number][];
  /** By time, and of the same time in the order of scheduling. */
  agenda: Entry[];
  /** What waits because its receiver stands still. */
  held: Entry[];
  order: number;
  /** How many messages there were. */
  numbers: number;
  leases: Leases | null;
  /** The nodes of those that have moved. */
  places: Record<string, number>;
  deferred: Message[][];
  /** Settings that were set, as `3 finalizers`. */
  settings: Record<string, Value>;
  /** How an object is being deleted, by its number. */
  modes: Record<string, 'background' | 'foreground' | 'orphan'>;
  /** Faults, actions, and who is down. */
  spent: { faults: number[]; actions: number[]; down: number[] };
}

/** What ends a run. */
export class Failure extends Error {}

/** Whose expression it is, -1 for a check, and the names around it. */
export interface Around {
  readonly self: number;
  readonly names: Readonly<Record<string, Value>>;
}

/** A world while something happens in it. */
export interface Scene {
  readonly model: Model;
  readonly world: World;
  /** Answers what is left to chance. */
  readonly pick: (count: number) => number;
  /** The plain step that is carried out, counted from 1; 0 for none. */
  readonly step: number;
  /** Machines that entered a state since their deferred events were offered. */
  readonly unoffered: Set<number>;
  /** Events that a machine neither took nor ignored nor deferred. */
  readonly dropped: string[];
  /** Whoever waited for a turn and does not go on: each timer that was disarmed, each deletion that was called off. */
  readonly relieved: string[];
  readonly reach: (construct: Construct) => void;
  /** Carries out actions: the parts of the executor know each other only by this. */
  readonly perform: (scene: Scene, around: Around, actions: readonly Action[]) => void;
  /** Hears of the places of transitions that are taken. */
  readonly taken: (place: number) => void;
  readonly channels: readonly Channel[];
  readonly policy: Policy;
  readonly collector: Collector | undefined;
  /** The properties of keepalive collection that are broken. */
  readonly wrong: Set<string>;
  /** What blocks "on destroy" end, while something ends. */
  waiting: Set<number> | undefined;
}

export interface Channel {
  readonly least: number;
  readonly most: number;
  /** Of how many messages so many are lost. */
  readonly loss: readonly [lost: number, of: number];
  readonly isOrdered: boolean;
  /** What it joins; all where nothing is said. */
  readonly between: readonly number[] | undefined;
}

export const isAlive = ({ world }: Pick<Scene, 'world'>, entity: number): boolean =>
  world.lives[entity]?.alive ?? false;

/** Whether a bond holds by name, or between the latest incarnations. */
export const isCurrent = ({ lives }: World, { source, target, sourceLife, targetLife }: Bond): boolean =>
  sourceLife < 0 || (lives[source]?.count === sourceLife && lives[target]?.count === targetLife);

/** Puts something after all of the same time. */
export function schedule(world: World, at: number, due: Due): void {
  const time = Math.max(at, world.now);
  const place = world.agenda.findIndex((entry) => entry.at > time);
  world.agenda.splice(place < 0 ? world.agenda.length : place, 0, { at: time, order: world.order, due });
  world.order += 1;
}

/** Takes something off the agenda that has not happened. */
export function takeBack({ world, relieved }: Pick<Scene, 'world' | 'relieved'>, isMeant: (due: Due) => boolean): void {
  relieved.push(...[...world.agenda, ...world.held].flatMap(({ due }) => (isMeant(due) ? [turnOf(due)] : [])));
  const isKept = ({ due }: Entry): boolean => !isMeant(due);
  [world.agenda, world.held] = [world.agenda.filter(isKept), world.held.filter(isKept)];
}

/** Between whom something travels in order; nothing for what may be overtaken. */
export function pairOf(due: Due): string | undefined {
  if (due.kind === 'message') return due.message.isOrdered ? `${due.message.from ?? '-'}>${due.message.to}` : undefined;
  return due.kind === 'keepalive' && due.isOrdered ? `${due.keepalive.from}~${due.keepalive.to}` : undefined;
}

/** Whose turn it is that something happens. */
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

export const textOf = (value: Value): string => JSON.stringify(value);
export const equal = (a: Value, b: Value): boolean => textOf(a) === textOf(b);

/** Makes a set. */
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

/** Returns the setting of an entity as the text declares it. */
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
