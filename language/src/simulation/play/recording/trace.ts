/**
 * Traces: a run recorded as its origin and its draws, so that every state can be rebuilt. The file format is versioned;
 * its page is `language/docs/reference/traces.md`.
 */
import type { Model } from '../../../model/model.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import type { DescribedSteps } from './described-steps.ts';
import type { Intervention } from './interventions.ts';
import { hashText } from './marks.ts';
import { greatestSeed, isSeed } from '../../kernel/seed.ts';
import type { Refusal } from '../../../model/common/answer.ts';
import { t } from '../../../model/common/translation.ts';

/** The origin that a trace was recorded from. */
export type TraceOrigin =
  /** One run of a scenario; `variant` counts the combinations of its `for` steps from 0. */
  | { readonly kind: 'scenario'; readonly title: string; readonly variant: number }
  /** A random run in the environment of a check, or in the one that `faults` describes. */
  | {
      readonly kind: 'random';
      readonly check: string | undefined;
      readonly faults: readonly RandomFault[];
      readonly sends: boolean;
      /** `any` if timers fire and messages arrive in any order, whatever their times; only in version 3. */
      readonly clock?: 'any';
    };

/** A fault of a random run, and how many times it may happen at most. */
export interface RandomFault {
  readonly kind: 'crash' | 'halt' | 'pause' | 'lose' | 'duplicate' | 'reorder';
  readonly upTo: number;
}

/** Plain data, as in a file. */
export interface Trace {
  readonly format: 'aftermath-trace';
  /**
   * 2 if a user has intervened, 3 if it explains a log: a program that does not know interventions, or those of a log,
   * cannot replay it.
   */
  readonly version: 1 | 2 | 3;
  /** See `modelHash`. */
  readonly model: string;
  readonly origin: TraceOrigin;
  readonly seed: number;
  /** The number of recorded steps, without the start. */
  readonly steps: number;
  readonly draws: readonly number[];
  /** The interventions of a user, or the steps that a log reports, in the order of the steps; from version 2 on. */
  readonly interventions?: readonly Intervention[];
  /** The lines of a log that the run explains; only in version 3. */
  readonly log?: readonly ExplainedLine[];
  /** What happened in each step, to repair the trace; absent in long ones, and in those with interventions. */
  readonly described?: DescribedSteps;
  /** One mark for each step, to find where a changed model takes another path. */
  readonly marks: readonly number[];
}

/** A line of a log, and the step that explains it; step 0 is the start. */
export interface ExplainedLine {
  readonly step: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line, shortened if it is long. */
  readonly text: string;
}

/** The result of reading a trace: the trace, or a full sentence why it is none. */
export type ReadTrace = { readonly trace: Trace } | Refusal;

/** Traces of more steps are not read. */
export const mostSteps = 20_000_000;
/** Longer texts are refused before they are parsed, and so are longer lists. */
const mostCharacters = 400_000_000;
const mostFaults = 100;
const mostInterventions = 1_000_000;

/** Returns a short text that is the same for equivalent models. Cost: O(model), once. */
export const modelHash = oncePer((model: Model): string => {
  // Views are pictures. Traces from before there were data are still of the same model.
  const isUnsaid = (key: string, value: unknown): boolean =>
    key === 'place' ||
    key === 'documentation' ||
    key === 'views' ||
    (key === 'data' && Array.isArray(value) && value.length === 0);
  const text = JSON.stringify(model, (key, value: unknown) => (isUnsaid(key, value) ? undefined : value));
  const halves = [hashText(text, 0x811c9dc5), hashText(text, 0x2f0b4a27)];
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
});

/** Writes a trace as a file. */
export function writeTrace(trace: Trace): string {
  return `${JSON.stringify(trace)}\n`;
}

/** Reads a file; whatever it holds, nothing is thrown and nothing in it is run. */
export function readTrace(text: string): ReadTrace {
  if (text.length > mostCharacters) return { refusal: t`The file is too large for a trace.` };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Whatever the error of the parser, the file is not JSON.
    return { refusal: t`The file is not a trace: it is not JSON.` };
  }
  if (!isRecord(parsed) || parsed.format !== 'aftermath-trace') {
    return { refusal: t`The file is not a trace: "format" is not "aftermath-trace".` };
  }
  if (parsed.version !== 1 && parsed.version !== 2 && parsed.version !== 3) {
    const version = typeof parsed.version === 'number' ? String(parsed.version) : 'none';
    return { refusal: t`The trace has version ${version}; this program reads versions 1 to 3.` };
  }
  const fault = faultIn(parsed);
  return fault === undefined ? { trace: parsed as unknown as Trace } : { refusal: t`The trace is damaged: ${fault}.` };
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function faultIn({
  version,
  model,
  origin,
  seed,
  steps,
  draws,
  interventions,
  marks,
  log,
  described,
}: Fields): string | undefined {
  if (typeof model !== 'string') return t`"model" is not a text`;
  if (!isSeed(seed)) return t`"seed" is not a whole number from 0 to ${String(greatestSeed)}`;
  if (!isCount(steps) || steps > mostSteps) return t`"steps" is not a number of steps`;
  if (!isCounts(draws)) return t`"draws" is not a list of whole numbers`;
  if (!isCounts(marks) || marks.length !== steps) return t`"marks" does not have one number for each step`;
  if (version === 2 && !areInterventions(interventions)) return t`"interventions" is not a list of interventions`;
  if (version === 3 && interventions !== undefined && !areInterventions(interventions))
    return t`"interventions" is not a list of interventions`;
  if (version === 3 && log !== undefined && !(Array.isArray(log) && log.length <= mostLines && log.every(isLine)))
    return t`"log" is not a list of lines`;
  if (described !== undefined && !areDescribed(described, steps, draws))
    return t`"described" does not say what happened in each step`;
  return originFault(origin);
}

function areDescribed(value: unknown, steps: number, draws: readonly number[]): boolean {
  if (!isRecord(value) || !Array.isArray(value.keys) || !value.keys.every(isKey)) return false;
  const { keys, played, drawn, names } = value;
  if (!isCounts(played) || played.length !== steps || played.some((index) => index >= keys.length)) return false;
  if (!isCounts(drawn) || drawn.length !== steps + 1) return false;
  if (drawn.reduce((sum, each) => sum + each, 0) > draws.length) return false;
  return isRecord(names) && [names.entities, names.events, names.states].every(isTexts);
}

const isKey = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.kind === 'string' &&
  isTexts(value.of) &&
  (value.values === undefined || isTexts(value.values)) &&
  [value.event, value.state, value.text].every((each) => each === undefined || typeof each === 'string');

const mostLines = 10_000_000;

const isLine = (value: unknown): boolean =>
  isRecord(value) &&
  isCount(value.step) &&
  isCount(value.line) &&
  typeof value.file === 'string' &&
  typeof value.text === 'string';

const areInterventions = (value: unknown): value is readonly Intervention[] =>
  Array.isArray(value) && value.length <= mostInterventions && value.every(isIntervention);

function isIntervention(value: unknown): boolean {
  if (!isRecord(value) || !isCount(value.after) || (value.at !== undefined && !isCount(value.at))) return false;
  const areTexts = (...fields: readonly unknown[]): boolean => fields.every((field) => typeof field === 'string');
  switch (value.kind) {
    case 'due':
    case 'lose':
    case 'duplicate':
    case 'reorder':
      return isCount(value.entry);
    case 'send':
      return areTexts(value.event, value.to);
    case 'event':
      return areTexts(value.event, value.to) && isTexts(value.arguments);
    case 'pause':
    case 'resume':
      return areTexts(value.entity);
    case 'act':
      return areTexts(value.action);
    case 'crash':
    case 'halt':
    case 'restart':
      return areTexts(value.entity) && (value.others === undefined || isTexts(value.others));
    case 'set':
      return areTexts(value.entity, value.variable, value.value);
    default:
      return false;
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= mostInterventions && value.every((each) => typeof each === 'string');

const isCounts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length <= 10 * mostSteps && value.every(isCount);

function originFault(origin: unknown): string | undefined {
  if (!isRecord(origin)) return t`"origin" is missing`;
  const { kind, title, variant, check, faults, sends, clock } = origin;
  if (kind === 'scenario') {
    return typeof title === 'string' && isCount(variant) ? undefined : t`"origin" does not name a scenario`;
  }
  if (kind !== 'random') return t`"origin" is neither a scenario nor a random run`;
  if (check !== undefined && typeof check !== 'string') return t`"check" is not a text`;
  if (clock !== undefined && clock !== 'any') return t`"clock" is not "any"`;
  if (typeof sends !== 'boolean') return t`"sends" is neither true nor false`;
  if (!Array.isArray(faults) || faults.length > mostFaults || !faults.every(isFault))
    return t`"faults" is not a list of faults`;
  return undefined;
}

const faultKinds: ReadonlySet<unknown> = new Set(['crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder']);

const isFault = (value: unknown): boolean => isRecord(value) && faultKinds.has(value.kind) && isCount(value.upTo);
