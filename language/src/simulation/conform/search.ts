/**
 * Searches for a run that explains a log: depth first, with the log and the times of the model as guides. It goes on from
 * the run that explains the most lines with the fewest steps out of time; what cannot go on is left for the next best,
 * until one explains all or none is left. The guides only order the search: without them, what waits piles up where
 * messages and timers leave no line and may come at any time.
 */
import { explained, type Front } from './front.ts';
import { factText } from './fact.ts';
import type { Runs, Standing, Watch } from './runs.ts';
import { itemAt, required } from '../../model/lookup.ts';

/** The bounds of a search. */
export interface SearchLimits {
  /** The most states to go on from. */
  readonly states: number;
  /** The most states that wait; beyond them the least promising ones are dropped. */
  readonly waiting: number;
}

/** The reasons for which runs were not followed. */
export type Unfollowed = 'unlogged' | 'states' | 'waiting' | 'interrupted';

/** The progress of a search. */
export interface LogSearchProgress {
  readonly explained: number;
  readonly states: number;
}

/** Something that could come where no line states it. */
export interface UnstatedFact {
  readonly text: string;
  /** True if it always writes a line. */
  readonly isRequired: boolean;
}

/** The outcome of a search. */
export interface Searched {
  /** A run that explains all lines. */
  readonly found: Standing | undefined;
  /** The greatest number of lines that a run explains, maybe in the middle of its next step. */
  readonly explained: number;
  /** The lines that are explained then; undefined if there is no run. */
  readonly front: Front | undefined;
  /** Runs that explain so many, without that step. */
  readonly best: readonly Standing[];
  /** What could come after them. */
  readonly expected: readonly UnstatedFact[];
  /** The mistakes in the model that ended runs there. */
  readonly ended: readonly string[];
  readonly states: number;
  /** Why runs were not followed, and how many. */
  readonly unfollowed: ReadonlyMap<Unfollowed, number>;
}

/** This many states are visited between two reports of progress. */
const statesAtOnce = 128;
/** The most expectations that are kept. */
const mostExpected = 1000;

/** Searches from some starts; `next(true)` ends it. */
export function* searchRuns(
  runs: Runs,
  starts: readonly Standing[],
  limits: SearchLimits,
): Generator<LogSearchProgress, Searched, boolean | undefined> {
  const { lines, rules } = runs.log;
  const queue = createQueue(runs, limits.waiting);
  const unfollowed = new Map<Unfollowed, number>();
  const count = (reason: Unfollowed, times = 1): void => {
    if (times > 0) unfollowed.set(reason, (unfollowed.get(reason) ?? 0) + times);
  };
  let states = 0;
  const shown = createShown(runs);
  let found: Standing | undefined;
  for (const start of starts) queue.add(start);
  while (found === undefined) {
    const next = queue.take();
    if (next === undefined) break;
    const explains = explained(next.front);
    if (explains === lines.length) {
      found = next;
      break;
    }
    if (states >= limits.states) {
      count('states', 1 + queue.waiting());
      break;
    }
    states += 1;
    if (states % statesAtOnce === 0 && (yield { explained: shown.far(), states }) === true) {
      count('interrupted', 1 + queue.waiting());
      break;
    }
    shown.stands(next);
    if (next.quiet > rules.unlogged) {
      count('unlogged');
      continue;
    }
    // The last one that is added is the next.
    for (const after of runs.after(next, shown.watch(next)).toReversed()) queue.add(after);
  }
  count('waiting', queue.dropped());
  const { front, standings: best, expected, ended } = shown.result();
  return {
    ...{ found, explained: found === undefined ? shown.far() : lines.length, front, best, states, unfollowed },
    ...{ expected: [...expected.values()], ended: [...ended] },
  };
}

/** What is known about the runs that explain the most lines. */
interface Shown {
  readonly front: Front | undefined;
  readonly standings: Standing[];
  readonly expected: Map<string, UnstatedFact>;
  readonly ended: Set<string>;
}

/** The most runs that are kept. */
const mostStandings = 256;

/** Creates the record of what is known about the runs that explain the most lines. */
function createShown({ log: { program } }: Runs) {
  let far = -1;
  let shown: Shown = { front: undefined, standings: [], expected: new Map(), ended: new Set() };
  /** Returns true if a front is as far as any; if it is further, what is known of others is forgotten. */
  const isFar = (front: Front): boolean => {
    const explains = explained(front);
    if (explains > far) {
      far = explains;
      shown = { front, standings: [], expected: new Map(), ended: new Set() };
    }
    return explains === far;
  };
  const keep = (standing: Standing): void => {
    const { standings } = shown;
    if (standings.length < mostStandings && standings.at(-1) !== standing) standings.push(standing);
  };
  return {
    far: () => Math.max(0, far),
    result: () => shown,
    stands: (standing: Standing): void => {
      if (isFar(standing.front)) keep(standing);
    },
    watch: (standing: Standing): Watch => ({
      unstated: (fact, front, isRequired) => {
        if (explained(front) < far || (!isRequired && explained(front) > far) || !isFar(front)) return;
        keep(standing);
        const { expected } = shown;
        const text = factText(program, fact);
        if (expected.size < mostExpected && expected.get(text)?.isRequired !== true)
          expected.set(text, { text, isRequired });
      },
      ended: (message) => {
        if (explained(standing.front) === far) shown.ended.add(message);
      },
    }),
  };
}

/** One more line that is explained is worth this much strain: that of a step that is out of time in every way. */
const worthOfLine = 2;

/** Creates the waiting runs, each state once: the most promising one is next, and of equal ones the last. */
function createQueue({ keyOf }: Runs, mostWaiting: number) {
  const queues = new Map<number, Standing[]>();
  /** The ranks that have a queue, ascending. */
  const ranks: number[] = [];
  /** By state, the fewest unlogged steps: the same state after fewer of them may go further. */
  const seen = new Map<string, number>();
  let waiting = 0;
  let dropped = 0;
  const queueOf = (rank: number): Standing[] => {
    const known = queues.get(rank);
    if (known !== undefined) return known;
    const queue: Standing[] = [];
    queues.set(rank, queue);
    let place = ranks.length;
    while (place > 0 && itemAt(ranks, place - 1) > rank) place -= 1;
    ranks.splice(place, 0, rank);
    return queue;
  };
  const drop = (): void => {
    const [lowest] = ranks.splice(0, 1);
    const { length } = required(queues.get(required(lowest)));
    waiting -= length;
    dropped += length;
    queues.delete(required(lowest));
  };
  return {
    add(standing: Standing): void {
      const key = keyOf(standing);
      if ((seen.get(key) ?? Infinity) <= standing.quiet) return;
      seen.set(key, standing.quiet);
      queueOf(worthOfLine * explained(standing.front) - standing.strain).push(standing);
      waiting += 1;
      if (waiting > mostWaiting && ranks.length > 1) drop();
    },
    /** Returns the next run. */
    take(): Standing | undefined {
      const rank = ranks.at(-1);
      if (rank === undefined) return undefined;
      const queue = required(queues.get(rank));
      const next = queue.pop();
      waiting -= 1;
      if (queue.length === 0) {
        queues.delete(rank);
        ranks.pop();
      }
      return next;
    },
    waiting: () => waiting,
    dropped: () => dropped,
  };
}
