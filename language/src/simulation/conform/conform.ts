/**
 * Answers whether a log fits a model: whether some run of it shows what the lines state, in their order. If none does,
 * it names the first line that no run explains, what was expected there, and the change to the log that explains most.
 */
import { itemAt, required } from '../../model/common/lookup.ts';
import { asWritten, factText } from './fact.ts';
import { possibleNext } from './front.ts';
import type { Log } from './matching.ts';
import { nearestOf, type Nearest } from './nearest.ts';
import { createRuns } from './runs.ts';
import type { ExplainedPath } from './standing.ts';
import {
  type UnstatedFact,
  type Searched,
  type LogSearchProgress,
  searchRuns,
  type ConformLimits,
  type Unfollowed,
} from './search.ts';
import { namesInState } from './standing-text.ts';

/** The usual bounds. */
export const usualSearchLimits: ConformLimits = { states: 50_000, waiting: 100_000 };

/** The first line that no run explains. */
export interface Misfit {
  /** The index of the line. */
  readonly line: number;
  /** What it states. */
  readonly stated: string;
  /** What runs could show there instead; what always writes a line comes first. */
  readonly expected: readonly UnstatedFact[];
  /** Where the machine of the entity that the line is about may be, and whether it is alive. */
  readonly standing: readonly string[];
  /** Mistakes in the model that end runs there. */
  readonly ended: readonly string[];
  readonly nearest: Nearest | undefined;
}

/** The answer. */
export interface Conformance {
  readonly verdict: 'fits' | 'does not fit' | 'undecided';
  /** The number of lines explained. */
  readonly explained: number;
  /** The number of lines that have to be missing from the log. */
  readonly lost: number;
  /** The run that explains so many; undefined if the model cannot even start. */
  readonly path: ExplainedPath | undefined;
  readonly misfit: Misfit | undefined;
  readonly states: number;
  readonly unfollowed: readonly { readonly reason: Unfollowed; readonly states: number }[];
}

/** The most expectations in an answer. */
const mostExpected = 12;

/** Compares a log with the runs of a model; `next(true)` ends it with what is known. */
export function* conform(
  { program, lines, rules }: Log,
  limits: ConformLimits = usualSearchLimits,
): Generator<LogSearchProgress, Conformance, boolean | undefined> {
  const log = { program, lines: lines.map((line) => ({ ...line, fact: asWritten(program, line.fact) })), rules };
  const runs = createRuns(log);
  const searched = yield* searchRuns(runs, runs.starts(), limits);
  const { found, states, unfollowed } = searched;
  const common = {
    states,
    unfollowed: [...unfollowed].map(([reason, count]) => ({ reason, states: count })),
  };
  if (found !== undefined) {
    const { path, lost } = found;
    return { verdict: 'fits', explained: log.lines.length, lost, path, misfit: undefined, ...common, unfollowed: [] };
  }
  const [best] = searched.best;
  // Whoever ends a search does not wait for more of them.
  const nearest = unfollowed.has('interrupted') ? undefined : yield* nearestOf(log, searched);
  const misfit = best === undefined ? undefined : misfitOf(log, searched, nearest);
  return {
    verdict: unfollowed.size === 0 ? 'does not fit' : 'undecided',
    ...{ explained: searched.explained, lost: best?.lost ?? 0, path: best?.path, misfit, ...common },
  };
}

function misfitOf({ program, lines, rules }: Log, searched: Searched, nearest: Nearest | undefined): Misfit {
  const { best, expected, ended, front } = searched;
  const line = itemAt(possibleNext(lines, required(front), rules.skew), 0);
  const { fact } = itemAt(lines, line);
  const sorted = [...expected].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return {
    ...{ line, stated: factText(program, fact), nearest, ended },
    expected: sorted.slice(0, mostExpected),
    standing: namesInState(program, best, fact.entity),
  };
}
