/**
 * The coverage of scenarios and checks, as an addition to the requests that run them. Names and types only, as in
 * `protocol.ts`.
 */
import type { Span } from '../../../language/src/model/span.ts';

/**
 * What a test is, to filter by: a scenario or a check, whether it has `for` steps or steps that crash or halt something,
 * and of a check whether it has faults, or `fails`.
 */
export type ScenarioTag = 'scenario' | 'check' | 'for' | 'crash' | 'fault' | 'fails';

/** Asks for the coverage as well. */
export interface Covering {
  readonly covers?: boolean;
}

/** An outcome with its coverage, if that was asked for and is known. */
export interface Covered {
  /** All the pieces of text that runs could reach. */
  readonly coverage?: readonly CoveredPiece[];
}

/** A piece of text that runs reach or not. Copies of one declaration are one piece. */
export interface CoveredPiece {
  readonly kind: 'state' | 'transition' | 'fault' | 'may' | 'policy' | 'crash';
  /** The name of a policy or entity, `Machine.State` of a state or of a transition written in one; else empty. */
  readonly name: string;
  readonly span: Span;
  /** How often runs reached it; true if nothing counted. */
  readonly reached: number | boolean;
  /** How often the guard of a transition held and failed, if it has one and that was counted. */
  readonly guard?: { readonly held: number; readonly failed: number };
}
