/**
 * The results of scenarios as findings: a failed expectation with the chain of facts that explains it, an error that
 * ended a run, and remarks. Repetitions at one place make one finding.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Fact } from '../../model/fact.ts';
import type { Finding, RelatedPlace } from '../../model/finding.ts';
import { describeFinding, type FindingCode } from '../../model/finding-codes.ts';
import { entitySpan, relationSpan, type Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import type { Remark } from '../kernel/run.ts';
import type { RunErrorCode } from '../values/run-error.ts';
import type { FailedExpectation, ScenarioResult } from './scenario-result.ts';
import { durationText } from '../values/values.ts';
import { t } from '../../model/common/translation.ts';

/** The codes of all findings on a run. */
export type RunFindingCode = Extract<FindingCode, 'run/expectation'> | RunErrorCode | Remark['code'];

/** The time of an event: microseconds from the start, and the combination of `for` steps. */
interface Occasion {
  readonly at: number;
  readonly variant?: string;
}

/** An event repeated at one place: its first occurrence, and the number of times. */
export interface Repeated<T extends Occasion> {
  readonly first: T;
  readonly times: number;
}

/**
 * Returns the findings on a scenario: failed expectations, then mistakes that ended a run, as errors; then remarks as
 * warnings. Each is at the place of its first occurrence, or else at the scenario's title.
 */
export function runFindings(result: ScenarioResult, sources: Sources): Finding[] {
  const spanOf = (place: PlaceId | undefined): Span => spanAt(sources, place ?? result.place);
  const errors = result.errors.map(({ error: { code, message, place }, ...when }) => ({
    code,
    message,
    place,
    ...when,
  }));
  return [
    ...repeatedFailures(result).map((failure) => expectationFinding(failure, sources)),
    ...[...repeated(errors, keyOf), ...repeated(result.remarks, keyOf)].map(({ first, times }) =>
      finding(first.code, `${occasionText({ first, times })}: ${first.message}`, spanOf(first.place)),
    ),
  ];
}

/** Returns the failed expectations of a scenario, each once, in the order in which they failed first. */
export const repeatedFailures = ({ failures }: ScenarioResult): readonly Repeated<FailedExpectation>[] =>
  repeated(failures, ({ place }) => String(place));

/** Describes when something happened, such as `At 10s with p = fs, the first of 4 times`. */
export function occasionText({ first: { at, variant = '' }, times }: Repeated<Occasion>): string {
  const among = variant === '' ? '' : t` with ${variant}`;
  const count = times === 1 ? '' : t`, the first of ${String(times)} times`;
  return t`At ${durationText(at)}${among}${count}`;
}

/** Returns the place that states a fact of a model; undefined for a fact without one. */
function factSpan(sources: Sources, { relation, entity }: Fact): Span | undefined {
  if (relation !== undefined) return relationSpan(sources, relation);
  return entity === undefined ? undefined : entitySpan(sources, entity);
}

/** Returns the span of a place of a run. */
export function spanAt(sources: Sources, place: PlaceId): Span {
  const span = sources.places[place];
  if (span === undefined) throw new Error('A location of another model was looked up in these sources.');
  return span;
}

function expectationFinding({ first, times }: Repeated<FailedExpectation>, sources: Sources): Finding {
  const { expected, found, because, place } = first;
  const span = spanAt(sources, place);
  const message = t`${occasionText({ first, times })}: expected ${expected}; found: ${found}.`;
  const related = because.map((fact) => ({ message: `${fact.text}.`, span: factSpan(sources, fact) ?? span }));
  return { ...finding('run/expectation', message, span), related: unique(related) };
}

function finding(code: RunFindingCode, message: string, span: Span): Finding {
  return { code, severity: describeFinding(code).severity, message, span, related: [] };
}

interface Said extends Occasion {
  readonly code: RunFindingCode;
  readonly place: PlaceId | undefined;
  readonly message: string;
}

/** A remark without a place is identified by its message. */
const keyOf = ({ code, place, message }: Said): string => `${code} ${place === undefined ? message : String(place)}`;

function repeated<T extends Occasion>(all: readonly T[], key: (each: T) => string): Repeated<T>[] {
  const byKey = new Map<string, { readonly first: T; times: number }>();
  for (const each of all) {
    const known = byKey.get(key(each));
    if (known === undefined) byKey.set(key(each), { first: each, times: 1 });
    else known.times += 1;
  }
  return [...byKey.values()];
}

function unique(places: readonly RelatedPlace[]): RelatedPlace[] {
  const seen = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...seen.values()];
}
