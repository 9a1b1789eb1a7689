/**
 * The debugger's requests about an open run: where it can stop, where it stops, and what can be inspected there. Names
 * and types only, as in `protocol.ts`; independent of the debug adapter protocol.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { StopKind } from '../../../language/src/simulation/play/recording/stops.ts';
import type {
  InspectedDetails,
  InspectedRun,
  InspectedValue,
} from '../../../language/src/view/inspection/inspected.ts';
import type { Method, OfDocument, OfRun } from './protocol.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** A breakpoint as the user requested it. */
export interface PointWish extends OfDocument {
  readonly line: number;
  readonly character?: number;
  /** An expression that must be true. */
  readonly condition?: string;
  /** The hit count: `3`, `>= 3`, `% 2`. */
  readonly hits?: string;
}

/** The location of a breakpoint, or a sentence that says why it has none. */
export type PlacedPoint = { readonly span: Span } | Refusal;

/** Moves breakpoints to the nearest locations where a run can stop; answers nothing for a closed run. */
export const placePointsRequest: Method<
  OfRun & OfDocument & { readonly wishes: readonly PointWish[] },
  { readonly points: readonly PlacedPoint[] } | null
> = { method: 'aftermath/placePoints' };

/** All locations of a document where a run can stop, in text order. */
export const stopPlacesRequest: Method<OfDocument, { readonly places: readonly Span[] } | null> = {
  method: 'aftermath/stopPlaces',
};

/** The search for the next stop of a run. */
export interface StopParameters extends OfRun, OfDocument {
  /** The current step; -1 also finds stops at the start. */
  readonly from: number;
  readonly direction: 'forward' | 'back';
  readonly points: readonly (PointWish & { readonly id: number })[];
  readonly kinds: readonly (StopKind | 'stuck')[];
}

/** A stop, with its reason. */
export interface FoundStop {
  readonly step: number;
  readonly kind: 'point' | StopKind | 'stuck';
  readonly text: string;
  /** See `InspectedActor`. */
  readonly actor: number;
  /** The subject, if it is in the text. */
  readonly span?: Span;
  /** The next step or the error there, in a few words; absent for a state that was entered. */
  readonly top?: string;
  /** The breakpoints that were hit. */
  readonly points: readonly number[];
}

/** Finds the nearest stop, if there is one; answers nothing for a closed run. May take long; can be cancelled. */
export const findStopRequest: Method<StopParameters, { readonly stop: FoundStop | null } | Refusal | null> = {
  method: 'aftermath/findStop',
};

/** The actors of a run after a step, and what comes next. */
export const inspectRunRequest: Method<OfRun & { readonly step: number }, InspectedRun | null> = {
  method: 'aftermath/inspectRun',
};

/** The details of an actor after a step. */
export const inspectActorRequest: Method<
  OfRun & { readonly step: number; readonly actor: number },
  InspectedDetails | null
> = { method: 'aftermath/inspectActor' };

/** An expression to evaluate for an actor after a step. */
export interface EvaluateParameters extends OfRun, OfDocument {
  readonly step: number;
  readonly actor: number;
  readonly text: string;
  /** The variable or parameter of the actor whose type the value must have. */
  readonly fits?: string;
}

/** The value of an expression, or a sentence that says why it has none; answers nothing for a closed run. */
export const evaluateRequest: Method<EvaluateParameters, { readonly value: InspectedValue } | Refusal | null> = {
  method: 'aftermath/evaluate',
};
