/**
 * The stops of a run that is played already: at points in the text, and at failures. A point of a transition or step
 * stops before it happens, one of a state when it is entered.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { isTrue } from '../../kernel/operators.ts';
import type { Evaluate, Program } from '../../kernel/run.ts';
import { RunError } from '../../values/run-error.ts';
import type { StepRecord, Timeline } from './timeline.ts';
import type { Value } from '../../values/values.ts';

/** A point in the text at which to stop. */
export interface StopPoint {
  readonly id: number;
  /** Its places, each with the condition under which it counts there. */
  readonly places: ReadonlyMap<PlaceId, Evaluate | undefined>;
  /** Returns true if it stops at this occurrence since the start, counted from 1. */
  readonly stopsAt?: (times: number) => boolean;
}

/**
 * The other reasons to stop: `failure` of an expectation or property, `error` of the model, `remark`, entering a
 * `final` state.
 */
export const stopKinds = ['failure', 'error', 'remark', 'final'] as const;
/** One of the other reasons to stop. */
export type StopKind = (typeof stopKinds)[number];

/** The stop to look for. */
export interface StopWish {
  readonly program: Program;
  /** The current step; -1 finds stops at the start, too. */
  readonly from: number;
  readonly direction: 'forward' | 'back';
  readonly points: readonly StopPoint[];
  readonly kinds: ReadonlySet<StopKind>;
}

/** The reason why a run stops. */
export type StopCause =
  | {
      readonly kind: 'point';
      readonly id: number;
      readonly what: 'before' | 'entered';
      readonly place: PlaceId;
      readonly entity: EntityId | undefined;
      /** The mistake in its condition. */
      readonly error?: string;
    }
  | { readonly kind: StopKind; readonly entity: EntityId | undefined; readonly place: PlaceId | undefined };

/** A stop: after step `step`. */
export interface RunStop {
  readonly step: number;
  /** In the order in which they came up; never empty. */
  readonly causes: readonly StopCause[];
}

/** This many steps are searched before others may work. */
const atOnce = 64;

/**
 * Finds the nearest stop in a direction; returns undefined if there is none. Cost: the steps between, from the start
 * for points that count.
 */
export function* findStop(timeline: Timeline, last: number, wish: StopWish): Generator<undefined, RunStop | undefined> {
  const { from, direction, points } = wish;
  const doCount = points.some(({ stopsAt }) => stopsAt !== undefined);
  const judge = createJudge(timeline, wish);
  if (direction === 'forward' || doCount) {
    let found: RunStop | undefined;
    const end = direction === 'forward' ? last : Math.min(last, from);
    for (let first = doCount ? 0 : Math.max(0, from + 1); first <= end; first += atOnce) {
      const stops = judge(first, Math.min(end, first + atOnce - 1));
      if (direction === 'forward' && stops.length > 0) return stops[0];
      found = stops.at(-1) ?? found;
      yield;
    }
    return found;
  }
  for (let end = Math.min(last, from); end >= 0; end -= atOnce) {
    const stops = judge(Math.max(0, end - atOnce + 1), end);
    if (stops.length > 0) return stops.at(-1);
    yield;
  }
  return undefined;
}

/** A cause before it is judged. */
interface Candidate {
  /** The step at which it would stop. */
  readonly step: number;
  readonly cause: StopCause;
  /** Returns the values of the names of the event, for a condition. */
  readonly values: () => readonly Value[];
}

/**
 * Returns a function that finds the stops in a window of steps, in order; it counts the occurrences of each point in
 * the windows so far.
 */
function createJudge(timeline: Timeline, wish: StopWish): (first: number, last: number) => readonly RunStop[] {
  const { from, direction, points } = wish;
  const isMeant = (step: number): boolean => (direction === 'forward' ? step > from : step < from);
  const counted = new Set(points.filter(({ stopsAt }) => stopsAt !== undefined));
  const counts = new Map<number, number>();
  const meets = ({ id, places, stopsAt }: StopPoint, place: PlaceId, candidate: Candidate): StopCause[] => {
    if (!places.has(place)) return [];
    const judged = judgeCondition(timeline, places.get(place), candidate);
    if (judged === false) return [];
    const times = (counts.get(id) ?? 0) + 1;
    counts.set(id, times);
    const error = judged === true ? {} : { error: judged };
    return stopsAt?.(times) === false ? [] : [{ ...candidate.cause, kind: 'point', place, id, ...error } as StopCause];
  };
  return (first, last) => {
    const stops: { step: number; causes: StopCause[] }[] = [];
    const candidates = timeline.records(first, last).flatMap((record) => candidatesOf(timeline, record, wish));
    for (const candidate of candidates) {
      const { step, cause } = candidate;
      // Occurrences elsewhere still count.
      const asked = isMeant(step) ? points : [...counted];
      const causes = cause.kind === 'point' ? asked.flatMap((point) => meets(point, cause.place, candidate)) : [cause];
      if (causes.length === 0 || !isMeant(step)) continue;
      const known = stops.at(-1);
      if (known?.step === step) known.causes.push(...causes);
      else stops.push({ step, causes });
    }
    return stops;
  };
}

/** Returns true if a condition holds, or one sentence why that cannot be said. */
function judgeCondition(timeline: Timeline, condition: Evaluate | undefined, at: Candidate): boolean | string {
  if (condition === undefined) return true;
  const locals = [...at.values()];
  const { run } = timeline.goTo(at.step);
  try {
    return isTrue(condition({ run, self: at.cause.entity ?? -1, locals }));
  } catch (error) {
    if (error instanceof RunError) return error.message;
    throw error;
  }
}

/** Returns the candidates of a step, in order: a point before an event stops one step earlier. */
function candidatesOf(timeline: Timeline, record: StepRecord, { program, kinds, points }: StopWish): Candidate[] {
  const { step, played, effects } = record;
  const isPoint = (place: PlaceId): boolean => points.some(({ places }) => places.has(place));
  const point = (what: 'before' | 'entered', place: PlaceId, entity: EntityId | undefined): StopCause[] =>
    isPoint(place) ? [{ kind: 'point', id: -1, what, place, entity }] : [];
  const before: Candidate[] = [];
  const after: StopCause[] = wrongIn(record).filter(({ kind }) => kind !== 'point' && kinds.has(kind));
  if (played.kind === 'acted' || played.kind === 'judged') {
    for (const cause of point('before', played.place, undefined)) before.push({ step: step - 1, cause, values: none });
  }
  for (const [index, effect] of effects.entries()) {
    if (effect.kind === 'taken') {
      const values = (): readonly Value[] => argumentsOf(timeline, program, record, index);
      const causes = point('before', effect.place, effect.entity);
      for (const cause of causes) before.push({ step: step - 1, cause, values });
    } else if (effect.kind === 'entered') {
      const { entity } = effect;
      const state = program.machineOf[entity]?.states[effect.state];
      if (state === undefined) continue;
      after.push(...point('entered', state.place, entity));
      if (state.final && kinds.has('final')) after.push({ kind: 'final', place: state.place, entity });
    }
  }
  // Nothing comes before the start.
  return [...before.filter((each) => each.step >= 0), ...after.map((cause) => ({ step, cause, values: none }))];
}

const none = (): readonly Value[] => [];

function wrongIn({ played }: StepRecord): StopCause[] {
  if (played.kind === 'judged') {
    return played.judgement.holds ? [] : [{ kind: 'failure', place: played.place, entity: undefined }];
  }
  const { error, remarks } = played.stepped;
  if (error !== undefined) return [{ kind: 'error', place: error.place, entity: undefined }];
  const [remark] = remarks;
  return remark === undefined ? [] : [{ kind: 'remark', place: remark.place, entity: undefined }];
}

/** Returns the values that came with the event of a transition: it arrived in this step, or was deferred before. */
function argumentsOf(
  timeline: Timeline,
  { machineOf }: Program,
  { step, effects }: StepRecord,
  index: number,
): readonly Value[] {
  const taken = effects[index];
  if (taken?.kind !== 'taken') return [];
  const { entity } = taken;
  const event = machineOf[entity]?.transitions[taken.transition]?.event;
  if (event === undefined) return [];
  const received = effects
    .slice(0, index)
    .findLast(
      (each) =>
        (each.kind === 'received' || each.kind === 'raised') &&
        each.message.to === entity &&
        each.message.event === event,
    );
  if (received !== undefined && 'message' in received) return received.message.arguments;
  const { state } = timeline.goTo(Math.max(0, step - 1)).run;
  return state.deferred.get(entity)?.find((message) => message.event === event)?.arguments ?? [];
}
