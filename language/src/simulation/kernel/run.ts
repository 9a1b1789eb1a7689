/**
 * The shapes of a run: the program that a model was compiled to, the state, and what is reported of
 * each step. Types only; the kernel and its parts give them life.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Model } from '../../model/model.ts';
import type { PlaceId } from '../../model/action.ts';
import type { Type } from '../../model/expression.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';
import type { Keepalive, Leases, LeaseWork } from './lease/leases.ts';
import type { Value } from '../values/values.ts';

/** What an expression or a block is computed for: the entity that is `self`, and its local names. */
export interface Frame {
  readonly run: Run;
  /** -1 in a scenario or check. */
  readonly self: EntityId;
  readonly locals: Value[];
}

export type Evaluate = (frame: Frame) => Value;
export type Execute = (frame: Frame) => void;

/** A compiled transition; `states.length` of its machine stands for the machine itself as a state. */
export interface TransitionProgram {
  readonly source: number;
  readonly target: number | undefined;
  /** The state that stays active around source and target; what is within it is left and entered. */
  readonly domain: number;
  /** The states entered, outer ones first. */
  readonly entered: readonly number[];
  readonly event: string | undefined;
  readonly delay: Evaluate | undefined;
  readonly guard: Evaluate | undefined;
  readonly actions: Execute | undefined;
  readonly place: PlaceId;
  /** Its number in the machine, in document order. */
  readonly number: number;
}

/** What a state may do with an event, in the order in which it is tried. */
export type Answer = TransitionProgram | 'defer';

export interface StateProgram {
  readonly name: string;
  /** Itself first, then the states around it, the machine last. */
  readonly path: readonly number[];
  readonly enter: Execute | undefined;
  readonly leave: Execute | undefined;
  readonly timers: readonly TransitionProgram[];
  readonly final: boolean;
  /** Whether the machine is over here: in a final state that is in no other, nothing of it happens any more. */
  readonly isEnd: boolean;
  /** Of itself and the states around it, inner ones first. */
  readonly always: readonly TransitionProgram[];
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  readonly place: PlaceId;
}

export interface VariableProgram {
  readonly name: string;
  readonly type: Type;
  readonly initial: Evaluate | undefined;
  readonly persistent: boolean;
  readonly isParameter: boolean;
  readonly place: PlaceId;
}

export interface MachineProgram {
  readonly name: string;
  /** The machine itself is the last. */
  readonly states: readonly StateProgram[];
  readonly transitions: readonly TransitionProgram[];
  /** The states entered at the start, outer ones first. */
  readonly start: readonly number[];
  /** Parameters first, then variables; the index is the slot. */
  readonly variables: readonly VariableProgram[];
  readonly slots: ReadonlyMap<string, number>;
  readonly lets: ReadonlyMap<string, Evaluate>;
  readonly requirements: readonly {
    readonly condition: Evaluate;
    readonly message: Evaluate | undefined;
    readonly place: PlaceId;
  }[];
}

/** A model made ready to run; immutable and shared by all runs of it. */
export interface Program {
  readonly model: Model;
  readonly machineOf: readonly (MachineProgram | undefined)[];
  /** The first slot of each entity in `State.values`; one more at the end. */
  readonly slotsFrom: Int32Array;
  /** Entities with a machine, in declaration order. */
  readonly active: readonly EntityId[];
  readonly settings: readonly ReadonlyMap<string, Evaluate>[];
  readonly actions: readonly ReadonlyMap<string, Execute>[];
  readonly destructors: readonly (Execute | undefined)[];
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, Evaluate>>;
  readonly collectors: ReadonlyMap<string, ReadonlyMap<string, Evaluate>>;
  readonly policies: readonly Policy[];
  readonly defaultPolicy: Policy;
  readonly members: readonly (readonly EntityId[])[];
  readonly owned: readonly (readonly EntityId[])[];
  /** Declared relations by the entity that carries them: the owned one for `owns`, the source otherwise. */
  readonly carried: readonly (readonly RelationId[])[];
}

/** A relation as it stands in a run. */
export interface Link {
  readonly kind: RelationKind;
  readonly source: EntityId;
  readonly target: EntityId;
  readonly as: string | undefined;
  readonly notify: string | undefined;
  /** The incarnations it joins; -1 where it holds by name. */
  readonly sourceLife: number;
  readonly targetLife: number;
  /** The declared relation that it was made from. */
  readonly declared: RelationId | undefined;
}

/** A hold, request or managed space that a living PD has lost and not got back. */
export interface Loss {
  readonly pd: EntityId;
  readonly kind: RelationKind;
  readonly target: EntityId;
}

/** What is under way to a machine. */
export interface Message {
  /** Absent for what a scenario or the system itself sends. */
  readonly from: EntityId | undefined;
  readonly to: EntityId;
  readonly event: string;
  readonly arguments: readonly Value[];
  readonly place: PlaceId | undefined;
  /** Ties the sending to the arrival; unique in a run. */
  readonly number: number;
}

/** What is to happen at a time. */
export type Due =
  | { readonly kind: 'message'; readonly message: Message; readonly isOrdered: boolean }
  | { readonly kind: 'timer'; readonly entity: EntityId; readonly transition: number }
  | { readonly kind: 'deletion'; readonly entity: EntityId; readonly life: number }
  | { readonly kind: 'lease'; readonly entity: EntityId; readonly work: LeaseWork };

/** `at` is in microseconds from the start; equal times go by `order`. */
export interface Entry {
  readonly at: number;
  readonly order: number;
  readonly due: Due;
}

/** Bits of `State.life`; what is `restarted` takes that event when its machine begins. */
export const lifeBits = { alive: 1, doomed: 2, crashed: 4, existed: 8, halted: 16, restarted: 32 } as const;

/** The order of the last teardown, collection or crash, with the reasons of each end in it. */
export interface LastEnd {
  readonly layers: readonly (readonly EntityId[])[];
  readonly isBefore: (first: EntityId, then: EntityId) => boolean;
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** What was said or seen so far, newest first: shared by all states that follow. */
export type History = undefined | { readonly earlier: History; readonly fact: PastFact };

export type PastFact =
  | { readonly kind: 'log'; readonly text: string }
  | {
      readonly kind: 'received';
      readonly entity: EntityId;
      readonly event: string;
      readonly arguments: readonly Value[];
    }
  | { readonly kind: 'notified'; readonly entity: EntityId; readonly of: EntityId }
  /** Why each of some entities ended. */
  | { readonly kind: 'ended'; readonly because: ReadonlyMap<EntityId, readonly Fact[]> };

/**
 * A state of a run. Arrays are indexed by entity unless said otherwise; they belong to one state, all
 * else is shared and never written to.
 */
export interface State {
  /** Microseconds since the start. */
  now: number;
  /** The order of the next entry. */
  order: number;
  messages: number;
  /** See `lifeBits`. */
  readonly life: Uint8Array;
  /** How often an entity came to life: 0 for what never did. */
  readonly lives: Int32Array;
  /** How often anything came to life or ended. */
  turns: number;
  /** The innermost active state of each machine, -1 while it is in none: that of something alive is still to begin. */
  readonly active: Int32Array;
  /** Parameters and variables, from `Program.slotsFrom` on. */
  readonly values: Value[];
  /** Settings that were `set`, by `settingKey`. */
  settings: ReadonlyMap<string, Value>;
  links: readonly Link[];
  losses: readonly Loss[];
  /** Where moved entities are now. */
  places: ReadonlyMap<EntityId, EntityId>;
  /** By time and order. */
  agenda: readonly Entry[];
  /** What waits for something that stands still: a paused node, a PD on its way. By time and order. */
  held: readonly Entry[];
  /** Keepalive collection, if the model has a collector. */
  leases: Leases | undefined;
  /** Deferred messages by entity, oldest first. */
  deferred: ReadonlyMap<EntityId, readonly Message[]>;
  /** How each doomed object is being deleted. */
  deletions: ReadonlyMap<EntityId, Policy['deletion']>;
  lastEnd: LastEnd | undefined;
  history: History;
  /** Steps taken since the clock last moved. */
  steps: number;
}

/** Something that the run wants known and that does not end it. */
export interface Remark {
  readonly code: 'run/report' | 'run/lost' | 'run/freed' | 'run/refused' | 'run/shell';
  readonly message: string;
  readonly place: PlaceId | undefined;
  readonly at: number;
}

/** What happens in a step, told in order; entities and states by id. */
export type Effect =
  | { readonly kind: 'left' | 'entered'; readonly entity: EntityId; readonly state: number }
  | { readonly kind: 'taken'; readonly entity: EntityId; readonly transition: number; readonly place: PlaceId }
  | {
      readonly kind: 'assigned';
      readonly owner: string;
      readonly name: string;
      readonly before: Value;
      readonly after: Value;
    }
  | { readonly kind: 'sent'; readonly message: Message; readonly at: number }
  | { readonly kind: 'lost' | 'received' | 'dropped' | 'deferred' | 'dead'; readonly message: Message }
  | { readonly kind: 'armed'; readonly entity: EntityId; readonly transition: number; readonly at: number }
  | { readonly kind: 'disarmed' | 'spent'; readonly entity: EntityId; readonly transition: number }
  | { readonly kind: 'created' | 'restarted' | 'crashed' | 'destroyed' | 'doomed' | 'moved'; readonly entity: EntityId }
  | {
      readonly kind: 'keepalive';
      readonly what: 'sent' | 'lost' | 'processed' | 'dropped' | 'stray' | 'fell back';
      /** The box. */
      readonly entity: EntityId;
      readonly keepalive: Keepalive;
    }
  | { readonly kind: 'leased'; readonly entity: EntityId; readonly until: number }
  /** By the end of its lease; that it is destroyed is told as well. The cause is told where a root still reaches it. */
  | { readonly kind: 'freed'; readonly entity: EntityId; readonly cause?: string }
  | { readonly kind: 'linked' | 'unlinked' | 'cut'; readonly link: Link }
  | { readonly kind: 'notified'; readonly entity: EntityId; readonly of: EntityId; readonly action: string }
  | { readonly kind: 'logged'; readonly text: string; readonly entity: EntityId | undefined }
  | { readonly kind: 'remarked'; readonly remark: Remark };

/** Answers what is left to chance; every answer is one of finitely many. */
export interface Draw {
  /** Returns a whole number from 0 to `count - 1`; `what` is for those who know more of it than chance does. */
  readonly pick: (count: number, what?: 'loss' | 'delay') => number;
}

/** One run: a program in a state. */
export interface Run {
  readonly program: Program;
  state: State;
  readonly draw: Draw;
  /** Hears of everything that happens, if anybody listens. */
  readonly tell: ((effect: Effect) => void) | undefined;
  /** Whether logs, arrivals and notifications are kept, as scenarios need them. */
  readonly keepsHistory: boolean;
  /** What was remarked in the current step. */
  readonly remarks: Remark[];
  /** What is under way inside a step; nothing of it outlives the step. */
  readonly step: StepState;
}

/** The part of a run that lives within one step only. */
export interface StepState {
  /** Depth of teardowns under way; within one, further ends wait for the next round. */
  teardowns: number;
  readonly waiting: Set<EntityId>;
  /** Machines that entered a state since their deferred events were offered. */
  readonly unoffered: Set<EntityId>;
  /** Whether anything has come to life whose machine is still to begin. */
  hasRevived: boolean;
  /** Between what deletion has nothing left to do. */
  settled: Pick<State, 'links' | 'settings' | 'deletions' | 'turns'> | undefined;
  /** Whether it was asked what messages under way keep alive: nothing else in a step depends on what else is under way. */
  asksUnderWay: boolean;
}

/** The key of a setting in `State.settings`: of an entity by id, of a channel or collector by kind and name. */
export const settingKey = (owner: EntityId | string, name: string): string => `${owner} ${name}`;
