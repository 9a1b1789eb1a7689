/**
 * The results of scenarios as findings: a failed expectation with the chain of facts behind it, what
 * ended a run, and what was remarked in one. What happens at one place again and again is one finding.
 */
import type { PlaceId } from '../../model/action.ts';
import type { Fact } from '../../model/fact.ts';
import type { Finding, RelatedPlace } from '../../model/finding.ts';
import type { FindingCode } from '../../model/finding-codes.ts';
import { describeFinding } from '../../model/finding-codes.ts';
import type { Sources } from '../../model/model.ts';
import { entitySpan, relationSpan } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import type { Remark } from '../kernel/run.ts';
import type { RunErrorCode } from '../values/run-error.ts';
import type { Failure, ScenarioResult } from './scenario-result.ts';
import { durationText } from '../values/values.ts';

/** The codes of all that a run can have to say. */
export type RunFindingCode = Extract<FindingCode, 'run/expectation'> | RunErrorCode | Remark['code'];

/** When something happened: microseconds from the start, and in which combination of `for` steps. */
interface Occasion {
  readonly at: number;
  readonly variant?: string;
}

/** What happened at one place: the first time, and how often in all. */
export interface Repeated<T extends Occasion> {
  readonly first: T;
  readonly times: number;
}

/**
 * Returns what there is to say of a scenario: failed expectations, then mistakes that ended a run, as
 * errors; then remarks as warnings. Each has the place where it was first, or else the scenario's title.
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
export const repeatedFailures = ({ failures }: ScenarioResult): readonly Repeated<Failure>[] =>
  repeated(failures, ({ place }) => String(place));

/** Writes when something happened, such as `At 10s with p = fs, the first of 4 times`. */
export function occasionText({ first: { at, variant = '' }, times }: Repeated<Occasion>): string {
  const among = variant === '' ? '' : ` with ${variant}`;
  const count = times === 1 ? '' : `, the first of ${String(times)} times`;
  return `At ${durationText(at)}${among}${count}`;
}

/** Looks up the place that says a fact of a model; nothing for a fact without one. */
function factSpan(sources: Sources, { relation, entity }: Fact): Span | undefined {
  if (relation !== undefined) return relationSpan(sources, relation);
  return entity === undefined ? undefined : entitySpan(sources, entity);
}

/** Looks up a place of a run. */
export function spanAt(sources: Sources, place: PlaceId): Span {
  const span = sources.places[place];
  if (span === undefined) throw new Error('A place of another model was looked up in these sources.');
  return span;
}

function expectationFinding({ first, times }: Repeated<Failure>, sources: Sources): Finding {
  const { expected, found, because, place } = first;
  const span = spanAt(sources, place);
  const message = `${occasionText({ first, times })}: expected ${expected}; found: ${found}.`;
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

/** What has no place of its own is told apart by what it says. */
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
