/**
 * The requests of a debugger about a run that is open: where it can stop, where it stops, what is to be seen
 * there. Names and types only, as in `protocol.ts`; nothing here knows how a debugger speaks with its editor.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { StopKind } from '../../../language/src/simulation/play/stops.ts';
import type {
  InspectedDetails,
  InspectedRun,
  InspectedValue,
} from '../../../language/src/view/inspection/inspected.ts';
import type { Method, OfDocument, OfRun } from './protocol.ts';
import type { Refusal } from '../../../language/src/model/answer.ts';

/** A wish to stop at a line, in the words of the person who has it. */
export interface PointWish extends OfDocument {
  readonly line: number;
  readonly character?: number;
  /** An expression that has to be true. */
  readonly condition?: string;
  /** `3`, `>= 3`, `% 2`: the how-manieth times it is met. */
  readonly hits?: string;
}

/** What became of a wish: where it stops, or one sentence why it does not. */
export type PlacedPoint = { readonly span: Span } | Refusal;

/** Moves wishes to the nearest places where a run can stop; nothing for a run that is not open any more. */
export const placePointsRequest: Method<
  OfRun & OfDocument & { readonly wishes: readonly PointWish[] },
  { readonly points: readonly PlacedPoint[] } | null
> = { method: 'aftermath/placePoints' };

/** All places of a document where a run can stop, in the order of the text. */
export const stopPlacesRequest: Method<OfDocument, { readonly places: readonly Span[] } | null> = {
  method: 'aftermath/stopPlaces',
};

export interface StopParameters extends OfRun, OfDocument {
  /** The step that is looked at; -1 finds what stops at the start, too. */
  readonly from: number;
  readonly direction: 'forward' | 'back';
  readonly points: readonly (PointWish & { readonly id: number })[];
  readonly kinds: readonly (StopKind | 'stuck')[];
}

/** A place to stop, with its reason in words. */
export interface FoundStop {
  readonly step: number;
  readonly kind: 'point' | StopKind | 'stuck';
  readonly text: string;
  /** See `InspectedActor`. */
  readonly actor: number;
  /** What it is about, where that is written. */
  readonly span?: Span;
  /** What comes next or went wrong there, in few words; absent where it is about a state that was entered. */
  readonly top?: string;
  /** The points that are met. */
  readonly points: readonly number[];
}

/** Finds the nearest stop, if there is one; nothing for a run that is not open any more. May take long; it can be cancelled. */
export const findStopRequest: Method<StopParameters, { readonly stop: FoundStop | null } | Refusal | null> = {
  method: 'aftermath/findStop',
};

/** Who acts in a run after a step, and what comes next. */
export const inspectRunRequest: Method<OfRun & { readonly step: number }, InspectedRun | null> = {
  method: 'aftermath/inspectRun',
};

/** All that is to be seen of an actor after a step. */
export const inspectActorRequest: Method<
  OfRun & { readonly step: number; readonly actor: number },
  InspectedDetails | null
> = { method: 'aftermath/inspectActor' };

/** An expression that is asked of an actor after a step. */
export interface EvaluateParameters extends OfRun, OfDocument {
  readonly step: number;
  readonly actor: number;
  readonly text: string;
  /** It must fit this variable or parameter of the actor. */
  readonly fits?: string;
}

/** The value of an expression, or one sentence why it has none; nothing for a run that is not open any more. */
export const evaluateRequest: Method<EvaluateParameters, { readonly value: InspectedValue } | Refusal | null> = {
  method: 'aftermath/evaluate',
};
