/**
 * Breakpoints of a run: moves the requested points to locations that a run passes, and finds the next stop.
 */
import type { Span } from '../../../language/src/model/span.ts';
import { compileExpression } from '../../../language/src/simulation/program/expressions.ts';
import { machineScope, scenarioScope } from '../../../language/src/simulation/program/program.ts';
import type { Evaluate } from '../../../language/src/simulation/kernel/run.ts';
import { placesAt, stopPlaces, type StopPlace } from '../../../language/src/simulation/play/recording/stop-places.ts';
import {
  findStop,
  stopKinds,
  type RunStop,
  type StopCause,
  type StopKind,
  type StopPoint,
} from '../../../language/src/simulation/play/recording/stops.ts';
import { numberedTransitions } from '../../../language/src/view/transition-text.ts';
import { stopText, stopTop } from '../../../language/src/view/inspection/stop-text.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { FoundStop, PlacedPoint, PointWish, StopParameters } from '../protocol/debug-protocol.ts';
import { normalized } from '../workspace/workspace.ts';
import { readFor, type DocumentRun } from './run-expressions.ts';
import { tableOf } from '../../../language/src/model/common/table.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns where each requested point stops, or why it does not. */
export function placePoints(open: DocumentRun, wishes: readonly PointWish[]): readonly PlacedPoint[] {
  return wishes.map((wish) => {
    const placed = placeWish(open, wish);
    return 'refusal' in placed ? { refusal: placed.refusal } : { span: placed.value.span };
  });
}

/** Finds the nearest stop. */
export function* stopSteps(open: DocumentRun, asked: StopParameters): Generator<undefined, FoundStop | null> {
  const { from, direction } = asked;
  const { model, timeline, summary } = open.run;
  const points = asked.points.flatMap((wish): StopPoint[] => {
    const placed = placeWish(open, wish);
    if ('refusal' in placed) return [];
    const { places, stopsAt } = placed.value;
    return [{ id: wish.id, places, ...(stopsAt !== undefined && { stopsAt }) }];
  });
  yield;
  const kinds = new Set(asked.kinds.filter((kind): kind is StopKind => stopKinds.some((each) => each === kind)));
  const { program } = model;
  const stop = yield* findStop(timeline, summary.steps, { program, from, direction, points, kinds });
  const isStuck = asked.kinds.includes('stuck') && isStuckAtEnd(open);
  const end = summary.steps;
  if (isStuck && (direction === 'forward' ? stop === undefined && from < end : from > end)) {
    return { step: end, kind: 'stuck', text: t`Nothing more can happen.`, actor: 0, points: [] };
  }
  return stop === undefined ? null : describeStop(open, stop);
}

/** A random run that ends early and without an error has nothing left to do. */
function isStuckAtEnd({ run: { origin, summary, timeline } }: DocumentRun): boolean {
  const isWell = summary.marked.every(({ step, mark }) => step < summary.steps || mark === 'remark');
  return origin.kind === 'random' && isWell && timeline.choices(summary.steps).length === 0;
}

interface PlacedWish {
  readonly span: Span;
  readonly places: StopPoint['places'];
  readonly stopsAt: ((times: number) => boolean) | undefined;
}

function placeWish(open: DocumentRun, { uri, line, character, condition, hits }: PointWish): Answer<PlacedWish> {
  const { program, sources } = open.run.model;
  const found = placesAt(stopPlaces(program.model, sources, normalized(uri)), { line, character });
  const [first] = found;
  if (first === undefined) {
    return { refusal: t`There is nowhere to stop in this file: it has no transition, no state and no scenario.` };
  }
  const stopsAt = hits === undefined ? undefined : hitsOf(hits);
  if (hits !== undefined && stopsAt === undefined) {
    return { refusal: t`"${hits}" is not a hit count. Write 3, ">= 3", "== 3", "> 3", "< 3", "<= 3" or "% 3".` };
  }
  const places = new Map<number, Evaluate | undefined>();
  let refusal: string | undefined;
  for (const place of found) {
    const judged = condition === undefined ? { value: undefined } : conditionAt(open, place, condition);
    if ('refusal' in judged) refusal ??= judged.refusal;
    else places.set(place.place, judged.value);
  }
  if (places.size === 0) return { refusal: refusal ?? t`The condition cannot be read.` };
  const kept = found.find(({ place }) => places.has(place)) ?? first;
  return { value: { span: kept.span, places, stopsAt } };
}

/** Parses a condition with the names known at a location. */
function conditionAt(open: DocumentRun, { kind, machine, span, place }: StopPlace, text: string): Answer<Evaluate> {
  const { program } = open.run.model;
  const at = { ...(machine !== undefined && { machine }), ...(kind === 'transition' && { transition: span }) };
  const read = readFor(open, text, at);
  if ('refusal' in read) return read;
  const { expression, type } = read.value;
  if (type !== 'bool' && type !== 'unknown')
    return { refusal: t`A condition is true or false; this is of type ${type}.` };
  const entity = program.machineOf.findIndex((each) => each !== undefined && each.name === machine);
  const scope = entity < 0 ? scenarioScope(program) : machineScope(program, entity, parametersAt(open, place));
  return { value: compileExpression(expression, scope) };
}

/** Returns the parameters of the event of a transition. */
function parametersAt({ run }: DocumentRun, place: number): readonly string[] {
  const all = run.model.program.model.machines.flatMap(numberedTransitions);
  const trigger = all.find((each) => each.place === place)?.trigger;
  return trigger?.kind === 'event' ? trigger.parameters : [];
}

/** Parses the hit count at which a point stops. */
function hitsOf(text: string): ((times: number) => boolean) | undefined {
  const [, sign = '', digits = ''] = /^\s*(>=|<=|==|=|>|<|%)?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const wanted = Number(digits);
  if (digits === '' || (sign === '%' && wanted === 0)) return undefined;
  const tests: Readonly<Record<string, (times: number) => boolean>> = tableOf({
    '': (times) => times === wanted,
    '=': (times) => times === wanted,
    '==': (times) => times === wanted,
    '>': (times) => times > wanted,
    '>=': (times) => times >= wanted,
    '<': (times) => times < wanted,
    '<=': (times) => times <= wanted,
    '%': (times) => times % wanted === 0,
  });
  return tests[sign];
}

/** An error explains a stop before any point does. */
function describeStop({ run: { model, timeline } }: DocumentRun, { step, causes }: RunStop): FoundStop {
  const cause: StopCause = causes.find(({ kind }) => kind !== 'point') ??
    causes[0] ?? { kind: 'remark', entity: undefined, place: undefined };
  const points = causes.flatMap((each) => (each.kind === 'point' ? [each.id] : []));
  const span = cause.place === undefined ? undefined : model.sources.places[cause.place];
  const top = stopTop(model, timeline, step, cause);
  return {
    step,
    kind: cause.kind,
    text: stopText(model, timeline, step, cause),
    ...(top !== undefined && { top }),
    actor: (cause.entity ?? -1) + 1,
    points: [...new Set(points)],
    ...(span !== undefined && { span }),
  };
}
