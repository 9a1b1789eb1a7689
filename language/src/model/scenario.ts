/**
 * Scenarios (one run each) and checks (every run) as plain data.
 */
import type { Action, PlaceId } from './machines/action.ts';
import type { Expression } from './machines/expression.ts';

/** The condition of an `expect`; the kinds follow the table of expectations in the language reference. */
export type Expectation =
  | { readonly kind: 'holds'; readonly condition: Expression }
  /** Condition i is about subject i. */
  | { readonly kind: 'each'; readonly subjects: readonly Expression[]; readonly conditions: readonly Expression[] }
  /** `predicate` is true of exactly these subjects. */
  | {
      readonly kind: 'only';
      readonly subjects: readonly Expression[];
      readonly predicate: Expression & { readonly kind: 'predicate' | 'in state' };
    }
  | { readonly kind: 'order'; readonly layers: readonly (readonly Expression[])[] }
  | { readonly kind: 'log'; readonly lines: readonly Expression[] }
  /** The step before was refused. */
  | { readonly kind: 'refused' };

/** One step of a scenario. */
export type Step =
  | Action
  | { readonly kind: 'expect'; readonly place: PlaceId; readonly expectation: Expectation }
  | { readonly kind: 'run'; readonly place: PlaceId; readonly duration: Expression }
  | { readonly kind: 'at'; readonly place: PlaceId; readonly time: Expression; readonly step: Step | undefined }
  | {
      readonly kind: 'within';
      readonly place: PlaceId;
      readonly duration: Expression;
      readonly expectation: Expectation;
    }
  /** `for x in …, y in … { … }`: runs the steps once per combination, each time from the start. */
  | {
      readonly kind: 'each';
      readonly place: PlaceId;
      readonly variables: readonly { readonly name: string; readonly set: Expression }[];
      readonly body: readonly Step[];
    };

/** A declared scenario. */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly documentation: string | undefined;
  readonly place: PlaceId;
}

/** A fault that a check may inject, at most `upTo` times. */
export interface Fault {
  readonly kind: 'crash' | 'halt' | 'pause' | 'lose' | 'duplicate' | 'reorder';
  /** The affected PDs, nodes or receivers; empty means all: of a pause all nodes, of a crash or halt all PDs. */
  readonly of: readonly Expression[];
  /** True if one use strikes all that are named and alive, in one event; only of a crash, halt or pause. */
  readonly together?: true;
  readonly upTo: number;
  readonly place: PlaceId;
}

/** An action that the environment may take at any time, at most `upTo` times; no limit if absent. */
export interface Possibility {
  readonly action: Action;
  readonly upTo: number | undefined;
  readonly place: PlaceId;
}

/** A temporal property that a check must prove. */
export interface Property {
  readonly kind: 'never' | 'always' | 'eventually' | 'leads to';
  readonly condition: Expression;
  /** The second condition of a `leads to`. */
  readonly goal: Expression | undefined;
  readonly place: PlaceId;
}

/** The names of the keepalive collection properties. */
export const leasePropertyNames = ['S1', 'S2', 'S3', 'S4', 'S5', 'L1', 'L2', 'C1'] as const;

/** The faults that any model can have and a check can watch for by name. */
export const watchedNames = ['deadlock', 'unhandled', 'teardown', 'checkpoints', ...leasePropertyNames] as const;

/** A name in the `watch` list of a check. */
export interface Watched {
  readonly name: (typeof watchedNames)[number];
  readonly place: PlaceId;
}

/** A declared check. */
export interface Check {
  readonly title: string;
  /** True if the check passes only when a property is broken. */
  readonly fails: boolean;
  readonly clock: 'any' | 'exact';
  /** In milliseconds. */
  readonly horizon: number | undefined;
  readonly bounds: readonly Expression[];
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  readonly possibilities: readonly Possibility[];
  readonly properties: readonly Property[];
  readonly watched: readonly Watched[];
  readonly documentation: string | undefined;
  readonly place: PlaceId;
}
