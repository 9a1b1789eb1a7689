/**
 * Scenarios (one run each) and checks (every run), as plain data.
 */
import type { Action, Assignable, PlaceId } from './action.ts';
import type { Expression } from './expression.ts';

/** What an `expect` asks for; the kinds follow the table of expectations in the language reference. */
export type Expectation =
  | { readonly kind: 'holds'; readonly condition: Expression }
  /** The condition of `subject` must be true of each subject. */
  | { readonly kind: 'each'; readonly subjects: readonly Expression[]; readonly conditions: readonly Expression[] }
  /** `predicate` or `state` is true of exactly these. */
  | {
      readonly kind: 'only';
      readonly subjects: readonly Expression[];
      readonly predicate: Expression & { readonly kind: 'predicate' | 'in state' };
    }
  | { readonly kind: 'order'; readonly layers: readonly (readonly Expression[])[] }
  | { readonly kind: 'log'; readonly lines: readonly Expression[] };

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
  | { readonly kind: 'set'; readonly place: PlaceId; readonly target: Assignable; readonly value: Expression }
  /** `for x in …, y in … { … }`: the steps once for each combination, each from the start. */
  | {
      readonly kind: 'each';
      readonly place: PlaceId;
      readonly variables: readonly { readonly name: string; readonly set: Expression }[];
      readonly body: readonly Step[];
    };

export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly documentation: string | undefined;
  readonly place: PlaceId;
}

export interface Fault {
  readonly kind: 'crash' | 'halt' | 'lose' | 'duplicate' | 'reorder';
  /** Which PDs, or receivers; empty means all. */
  readonly of: readonly Expression[];
  readonly upTo: number;
  readonly place: PlaceId;
}

/** What the environment may do at any time, so often at most; absent means without limit. */
export interface Possibility {
  readonly action: Action;
  readonly upTo: number | undefined;
  readonly place: PlaceId;
}

export interface Property {
  readonly kind: 'never' | 'always' | 'eventually' | 'leads to';
  readonly condition: Expression;
  /** What a `leads to` leads to. */
  readonly goal: Expression | undefined;
  readonly place: PlaceId;
}

/** The properties of keepalive collection. */
export const leasePropertyNames = ['S1', 'S2', 'S3', 'S4', 'S5', 'L1', 'L2', 'C1'] as const;

/** What is wrong in any model, and can be watched for by name. */
export const watchedNames = ['deadlock', 'unhandled', 'teardown', 'checkpoints', ...leasePropertyNames] as const;

/** A name that a check watches for. */
export interface Watched {
  readonly name: (typeof watchedNames)[number];
  readonly place: PlaceId;
}

export interface Check {
  readonly title: string;
  /** Whether the check passes if a property is broken. */
  readonly fails: boolean;
  readonly clock: 'any' | 'exact';
  /** Milliseconds. */
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
