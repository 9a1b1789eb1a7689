/** The shapes of a run: program, state, effects and remarks. Types only; the kernel brings them to life. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { PlaceId } from '../../model/machines/action.ts';
import type { Type } from '../../model/machines/expression.ts';
import type { EndMode } from '../../analysis/deletion/deletion-state.ts';
import type { Cover } from './cover.ts';
import type { Policy } from '../../model/policy.ts';
import type { Relation, RelationId, RelationKind } from '../../model/relation.ts';
import type { Draw } from './draw.ts';
import type { Keepalive, Leases, LeaseWork } from './lease/leases.ts';
import type { Value } from '../values/values.ts';
import type { LastEnd, Past } from './past.ts';
import type { Memories, StateTree } from './machines/state-tree.ts';
import type { StepWatch } from './step-watch.ts';

/** The context in which an expression or a block is computed: the entity that is `self`, and its local names. */
export interface Frame {
  readonly run: Run;
  /** -1 in a scenario or check. */
  readonly self: EntityId;
  readonly locals: Value[];
}

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;
/** A compiled action or block. */
export type Execute = (frame: Frame) => void;

/** A compiled transition; `states.length` of its machine denotes the machine itself as a state. */
export interface TransitionProgram {
  readonly source: number;
  readonly target: number | undefined;
  readonly isInternal: boolean;
  /** The history that the target stands for: then domain and entered states are those of its first time. */
  readonly history: number | undefined;
  /** The state that stays active around source and target; the states within it are left and entered. */
  readonly domain: number;
  /** The states entered, in document order: outer ones first. */
  readonly entered: readonly number[];
  readonly event: string | undefined;
  readonly delay: Evaluate | undefined;
  readonly guard: Evaluate | undefined;
  readonly actions: Execute | undefined;
  readonly place: PlaceId;
  /** Its number in the machine, in document order. */
  readonly number: number;
}

/** The reactions of a state to an event, in the order in which they are tried. */
export type Reactions = TransitionProgram | 'defer';

/** A compiled state. */
export interface StateProgram {
  readonly name: string;
  /** Itself first, then the states around it, the machine last. */
  readonly path: readonly number[];
  readonly enter: Execute | undefined;
  readonly leave: Execute | undefined;
  readonly timers: readonly TransitionProgram[];
  readonly final: boolean;
  /** The event that is raised once it is done, if it has an `on done`; see `doneIn`. */
  readonly done: string | undefined;
  /** True where the machine is over: in a final state that is in no other, where nothing of it happens any more. */
  readonly isEnd: boolean;
  /** Its own and those of the states around it, inner ones first. */
  readonly always: readonly TransitionProgram[];
  /** By event; see `answersTo`. */
  readonly answers: ReadonlyMap<string, readonly Reactions[]>;
  readonly place: PlaceId;
}

/** A compiled parameter or variable. */
export interface VariableProgram {
  readonly name: string;
  readonly type: Type;
  readonly initial: Evaluate | undefined;
  readonly persistent: boolean;
  readonly isParameter: boolean;
  readonly place: PlaceId;
}

/** The states of a machine that are active together, and what its histories remember. */
export interface Configuration {
  /** In document order, outer ones before those in them; the machine itself is left out. */
  readonly states: readonly number[];
  /** Those in which no other state is active, in document order; the machine itself where no state is active. */
  readonly innermost: readonly StateProgram[];
  readonly memories: Memories;
}

/** A compiled machine. */
export interface MachineProgram {
  readonly name: string;
  /** The machine itself is the last. */
  readonly states: readonly StateProgram[];
  readonly transitions: readonly TransitionProgram[];
  readonly tree: StateTree;
  /** By number: of each state alone, with those around it; then others, as runs meet them. */
  readonly configurations: Configuration[];
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
  /** The author's own values of each entity, by key. */
  readonly data: readonly ReadonlyMap<string, Evaluate>[];
  /** Every key of data that some entity has: of the others it is `none`. */
  readonly dataKeys: ReadonlySet<string>;
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

/** A relation during a run. */
export interface Link extends Pick<Relation, 'kind' | 'source' | 'target' | 'as' | 'notify' | 'quorum'> {
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

/** A message under way to a machine. */
export interface Message {
  /** Absent for messages of a scenario or the system itself. */
  readonly from: EntityId | undefined;
  readonly to: EntityId;
  readonly event: string;
  readonly arguments: readonly Value[];
  readonly place: PlaceId | undefined;
  /** Ties the sending to the arrival; unique in a run. */
  readonly number: number;
}

/** An event that is due at a time. `isSeveral`, in explored states alone: one or more equal messages; see `Piles`. */
export type Due =
  | { readonly kind: 'message'; readonly message: Message; readonly isOrdered: boolean; readonly isSeveral?: true }
  | { readonly kind: 'timer'; readonly entity: EntityId; readonly transition: number }
  | { readonly kind: 'delayed'; readonly entity: EntityId; readonly message: Message }
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

/** A state of a run. Arrays, by entity unless said otherwise, are its own; all else is shared, never written. */
export interface State {
  /** Microseconds since the start. */
  now: number;
  /** The order of the next entry. */
  order: number;
  messages: number;
  /** See `lifeBits`. */
  readonly life: Uint8Array;
  /** The number of times an entity came to life: 0 if it never did. */
  readonly lives: Int32Array;
  /** The number of times anything came to life or ended. */
  turns: number;
  /** The number of each machine's configuration; negative: it is yet to begin, or over; below -1 it remembers. */
  readonly active: Int32Array;
  /** Parameters and variables, from `Program.slotsFrom` on. */
  readonly values: Value[];
  /** Settings that were `set`, by `settingKey`. */
  settings: ReadonlyMap<string, Value>;
  links: readonly Link[];
  losses: readonly Loss[];
  /** The current places of moved entities. */
  places: ReadonlyMap<EntityId, EntityId>;
  /** By time and order. */
  agenda: readonly Entry[];
  /** Entries that wait for something that stands still: a paused node, a PD on its way. By time and order. */
  held: readonly Entry[];
  /** Keepalive collection, if the model has a collector. */
  leases: Leases | undefined;
  /** Deferred messages by entity, oldest first. */
  deferred: ReadonlyMap<EntityId, readonly Message[]>;
  /** The way in which each doomed entity ends once it can: an object in its mode, or as by `destroy`. */
  deletions: ReadonlyMap<EntityId, EndMode>;
  lastEnd: LastEnd | undefined;
  history: Past;
  /** Steps taken since the clock last moved. */
  steps: number;
}

/** A note of the run that does not end it. */
export interface Remark {
  readonly code: 'run/report' | 'run/lost' | 'run/freed' | 'run/refused' | 'run/shell';
  readonly message: string;
  readonly place: PlaceId | undefined;
  readonly at: number;
}

/** An effect of a step, reported in order; entities and states by id. */
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
  | { readonly kind: 'raised' | 'delayed' | 'cancelled' | 'lost' | 'dead'; readonly message: Message }
  | { readonly kind: 'received' | 'dropped' | 'deferred'; readonly message: Message }
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
  /** By the end of its lease; its destruction is reported as well. The cause is given if a root still reaches it. */
  | { readonly kind: 'freed'; readonly entity: EntityId; readonly cause?: string }
  | { readonly kind: 'linked' | 'unlinked' | 'cut'; readonly link: Link }
  | { readonly kind: 'notified'; readonly entity: EntityId; readonly of: EntityId; readonly action: string }
  | { readonly kind: 'logged'; readonly text: string; readonly entity: EntityId | undefined }
  | { readonly kind: 'remarked'; readonly remark: Remark };

/** One run: a program in a state. */
export interface Run {
  readonly program: Program;
  state: State;
  readonly draw: Draw;
  /** Is called for every effect, if there is a listener. */
  readonly tell: ((effect: Effect) => void) | undefined;
  readonly cover?: Cover | undefined;
  /** True if logs, arrivals and notifications are kept, as scenarios need them. */
  readonly keepsHistory: boolean;
  /** The remarks of the current step. */
  readonly remarks: Remark[];
  /** The work under way inside a step; none of it outlives the step. */
  readonly step: StepState;
}

/** The part of a run that lives within one step only. */
export interface StepState {
  /** The entities that end in the round of a teardown under way; further ends wait for the next round. */
  torn: ReadonlySet<EntityId> | undefined;
  readonly waiting: Set<EntityId>;
  /** Events that machines have raised and not taken yet, oldest first. */
  readonly raised: Map<EntityId, Message[]>;
  /** Machines that entered a state since their deferred events were offered. */
  readonly unoffered: Set<EntityId>;
  /** True if anything has come to life whose machine has yet to begin. */
  hasRevived: boolean;
  /** Returns true for a state in which deletion has nothing left to do; absent if that is not known. */
  settled: ((state: State) => boolean) | undefined;
  /** The exploration that watches the step, if one does. */
  watch: StepWatch | undefined;
  /** True if the step asked what messages under way keep alive, or whether there is room for many more. */
  asksUnderWay: boolean;
}

/** The key of a setting in `State.settings`: of an entity by id, of a channel or collector by kind and name. */
export const settingKey = (owner: EntityId | string, name: string): string => `${owner} ${name}`;
