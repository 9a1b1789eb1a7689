/**
 * The nearest explanation of a log that no run explains: one change to the log, at the line that fails, with which the
 * runs explain the most.
 */
import { itemAt } from '../../model/common/lookup.ts';
import { type LogFact, factText } from './fact.ts';
import { explained, possibleNext, withLine } from './front.ts';
import type { LogLine } from './log-line.ts';
import { stepsOfPath } from './explaining-trace.ts';
import type { Log } from './matching.ts';
import { createRuns } from './runs.ts';
import type { ExplainedPath, Standing } from './standing.ts';
import { type Searched, type LogSearchProgress, searchRuns } from './search.ts';
import { middleOf } from './timing.ts';

/** A change to a log. */
export interface Nearest {
  /** `extra`: the line is left out; `missing`: one before it is lost; `swapped`: it comes after the next; … */
  readonly kind: 'extra' | 'missing' | 'swapped' | 'value' | 'time' | 'lost message';
  /** The number of lines from the failing one on that are explained then, without the line that is left out. */
  readonly further: number;
  /** True if everything is explained then. */
  readonly isAll: boolean;
  /** A missing line, or the line as it should be. */
  readonly instead: string | undefined;
  /** The microseconds by which a line would have to come later; negative for earlier. */
  readonly later: number | undefined;
}

/** The bounds of the search for one change. */
const limits = { states: 4000, waiting: 20_000 };
/** The lines of the log that a change is tried on. */
const mostLines = 200;
/** The most runs that a change is tried on. */
const mostRuns = 64;

/** Returns the change that explains the most lines; undefined if none explains any more. */
export function* nearestOf(
  log: Log,
  { best, front: reachedFront }: Searched,
): Generator<LogSearchProgress, Nearest | undefined, boolean | undefined> {
  const starts = best.slice(0, mostRuns);
  if (starts.length === 0 || reachedFront === undefined) return undefined;
  const failing = itemAt(possibleNext(log.lines, reachedFront, log.rules.skew), 0);
  const lines = log.lines.slice(0, failing + mostLines);
  const isWhole = lines.length === log.lines.length;
  let nearest: Nearest | undefined;
  for (const { kind, ...change } of changesOf({ ...log, lines }, failing)) {
    const changed = createRuns({ ...log, lines, ...change });
    const from = starts.map((each) => {
      const { front, ...standing } = changed.adopt(each);
      return { ...standing, front: kind === 'extra' ? withLine(front, failing) : front };
    });
    const { found, explained: far, best: reached, unfollowed } = yield* searchRuns(changed, from, limits);
    // Whoever ends the search gets the nearest of the changes that were tried to the end.
    if (unfollowed.has('interrupted')) break;
    const further = far - explained(reachedFront) - (kind === 'extra' ? 1 : 0);
    const isAll = found !== undefined && isWhole;
    if (further <= (nearest?.further ?? 0) && !(isAll && nearest?.isAll !== true)) continue;
    const standing = found ?? reached[0];
    const fact = standing === undefined ? undefined : insteadOf(kind, changed.log, failing, standing.path);
    const later = kind === 'time' ? laterBy(itemAt(lines, failing), failing, standing) : undefined;
    nearest = { kind, further, isAll, instead: fact === undefined ? undefined : factText(log.program, fact), later };
  }
  return nearest;
}

type Change = Pick<Nearest, 'kind'> & Partial<Pick<Log, 'lines' | 'rules'>>;

const lose = { kind: 'lose', of: undefined, upTo: 1 } as const;

function changesOf({ lines, rules }: Log, failing: number): readonly Change[] {
  const { fact, ...rest } = itemAt(lines, failing);
  const bare: LogLine = { ...rest, fact: { ...fact, values: undefined, from: undefined } };
  const timeless: LogLine = { ...rest, fact, at: undefined };
  const says = fact.values !== undefined || fact.from !== undefined;
  return [
    { kind: 'extra' },
    ...(failing + 1 < lines.length ? [{ kind: 'swapped' as const, lines: swapped(lines, failing) }] : []),
    ...(rules.complete.length > 0 ? [{ kind: 'missing' as const, rules: { ...rules, lost: rules.lost + 1 } }] : []),
    ...(says ? [{ kind: 'value' as const, lines: lines.with(failing, bare) }] : []),
    ...(rules.clock === 'exact' ? [{ kind: 'time' as const, lines: lines.with(failing, timeless) }] : []),
    { kind: 'lost message', rules: { ...rules, faults: [...rules.faults, lose] } },
  ];
}

/** Each keeps its place in time, so that only what they say is swapped. */
function swapped(lines: readonly LogLine[], line: number): readonly LogLine[] {
  const [one, other] = [itemAt(lines, line), itemAt(lines, line + 1)];
  return lines.with(line, { ...one, fact: other.fact }).with(line + 1, { ...other, fact: one.fact });
}

/** Returns how much later a line fits in a run. */
function laterBy({ at }: LogLine, failing: number, standing: Standing | undefined): number | undefined {
  const step = standing && stepOf(failing, standing.path);
  if (at === undefined || standing?.offset === undefined || step === undefined) return undefined;
  return step.told.now + middleOf(standing.offset) - at;
}

const stepOf = (line: number, path: ExplainedPath): ExplainedPath | undefined =>
  stepsOfPath(path).find(({ told }) => told.lines.includes(line));

/** Returns what a changed log says instead. */
function insteadOf(kind: Nearest['kind'], { lines }: Log, failing: number, path: ExplainedPath): LogFact | undefined {
  if (kind === 'swapped') return itemAt(lines, failing).fact;
  if (kind === 'missing')
    return stepsOfPath(path)
      .findLast(({ told }) => told.missing.length > 0)
      ?.told.missing.at(-1);
  if (kind !== 'value') return undefined;
  const step = stepOf(failing, path);
  return step?.told.facts[step.told.lines.indexOf(failing)];
}
