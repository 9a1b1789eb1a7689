/**
 * Searches for a run that explains a log: depth first, with the log and the times of the model as guides. It goes on from
 * the run that explains the most lines with the fewest steps out of time; what cannot go on is left for the next best,
 * until one explains all or none is left. The guides only order the search: without them, what waits piles up where
 * messages and timers leave no line and may come at any time.
 */
import { increase } from '../../model/common/increase.ts';
import { explained, type Front } from './front.ts';
import { factText } from './fact.ts';
import { isComplete } from './log-line.ts';
import type { Runs } from './runs.ts';
import type { HindranceWatch, LazyStep, Standing } from './standing.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** The bounds of a search. */
export interface ConformLimits {
  /** The most states to go on from without explaining one more line. */
  readonly states: number;
  /** The most states that wait; beyond them the least promising ones are dropped. */
  readonly waiting: number;
}

/** The reasons for which runs were not followed. */
export type Unfollowed = 'unlogged' | 'states' | 'waiting' | 'interrupted' | 'values' | 'times';

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

/** So often a run goes on between two reports of progress. */
const turnsAtOnce = 32;
/** So many starts wait from the beginning; each further one comes once nothing waits. */
const startsAtOnce = 1024;
/** The most expectations that are kept. */
const mostExpected = 1000;

/** Searches from some starts; `next(true)` ends it. */
export function* searchRuns(
  runs: Runs,
  starts: Iterable<Standing>,
  limits: ConformLimits,
): Generator<LogSearchProgress, Searched, boolean | undefined> {
  const { lines, rules } = runs.log;
  const queue = createQueue(runs, limits.waiting);
  const unfollowed = new Map<Unfollowed, number>();
  const count = (reason: Unfollowed, times = 1): void => {
    if (times > 0) increase(unfollowed, reason, times);
  };
  let [states, turns, sinceFurther] = [0, 0, 0];
  const shown = createShown(runs);
  let found: Standing | undefined;
  /** Makes the steps that may explain the next line; the others wait, the most promising one last. */
  const begin = (standing: Standing): void => {
    const steps = runs.after(standing, shown.watch(standing, count));
    const line = lines[standing.front.next];
    // Without times all are equal; where facts always write lines, a wrong order shows soon.
    const hasTime = standing.guess !== undefined && line?.at !== undefined;
    const isPatient = hasTime && isComplete(rules, line.fact);
    const isMade = ({ isLikely }: LazyStep): boolean => !hasTime || (isLikely && !isPatient);
    const [made, left] = [steps.filter(isMade), steps.filter((each) => !isMade(each))];
    queue.putBack({ standing, steps: left.reverse().sort((one, other) => one.promise - other.promise) });
    add(made.flatMap(({ make }) => make()));
  };
  /** The last one that is added is the next. */
  const add = (standings: readonly Standing[]): void => {
    for (const each of standings.toReversed()) queue.add(each);
  };
  const addStart = adding(starts, (start) => {
    queue.add(start);
  });
  for (let added = 0; added < startsAtOnce && addStart();) added += 1;
  while (found === undefined) {
    const taken = queue.take();
    if (taken === undefined && !addStart()) break;
    turns += 1;
    if (turns % turnsAtOnce === 0 && (yield { explained: shown.far(), states }) === true) {
      count('interrupted', 1 + queue.waiting());
      break;
    }
    if (taken === undefined) continue;
    const { standing: next, steps } = taken;
    const step = steps?.pop();
    if (step !== undefined) {
      queue.putBack(taken);
      add(step.make());
      continue;
    }
    const explains = explained(next.front);
    if (explains === lines.length) {
      found = next;
      break;
    }
    const far = shown.far();
    shown.stands(next);
    if (shown.far() > far) sinceFurther = states;
    if (states - sinceFurther >= limits.states) {
      count('states', 1 + queue.waiting());
      break;
    }
    states += 1;
    if (next.quiet > rules.unlogged) {
      count('unlogged');
      continue;
    }
    begin(next);
  }
  // What the best runs have not tried is expected there, too.
  if (found === undefined && queue.waiting() > 0)
    for (const each of [...shown.result().standings])
      for (const { make } of runs.after(
        each,
        shown.watch(each, () => undefined),
      ))
        make();
  count('waiting', queue.dropped());
  const { front, standings: best, expected, ended } = shown.result();
  return {
    ...{ found, explained: found === undefined ? shown.far() : lines.length, front, best, states, unfollowed },
    ...{ expected: [...expected.values()], ended: [...ended] },
  };
}

/** Returns a function that adds the next start; it returns false once none is left. */
function adding(starts: Iterable<Standing>, add: (start: Standing) => void): () => boolean {
  const left = starts[Symbol.iterator]();
  return () => {
    const next = left.next();
    if (next.done === true) return false;
    add(next.value);
    return true;
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
    watch: (standing: Standing, untried: HindranceWatch['untried']): HindranceWatch => ({
      untried,
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

/** A run that waits, with the steps that are left once one was made. */
interface Waiting {
  readonly standing: Standing;
  readonly steps: LazyStep[] | undefined;
}

/** One more line that is explained is worth this much strain: that of a step that is out of time in every way. */
const worthOfLine = 2;

/** Creates the waiting runs, each state once: the most promising one is next, and of equal ones the last. */
function createQueue({ keyOf }: Runs, mostWaiting: number) {
  const queues = new Map<number, Waiting[]>();
  /** The ranks that have a queue, ascending, from the first that was not dropped. */
  const ranks: number[] = [];
  let lowest = 0;
  /** By state, the fewest unlogged steps: the same state after fewer of them may go further. */
  const seen = new Map<string, number>();
  let waiting = 0;
  let dropped = 0;
  const queueOf = (rank: number): Waiting[] => {
    const known = queues.get(rank);
    if (known !== undefined) return known;
    const queue: Waiting[] = [];
    queues.set(rank, queue);
    let place = ranks.length;
    while (place > lowest && itemAt(ranks, place - 1) > rank) place -= 1;
    ranks.splice(place, 0, rank);
    return queue;
  };
  const drop = (): void => {
    const rank = itemAt(ranks, lowest);
    const { length } = required(queues.get(rank));
    lowest += 1;
    waiting -= length;
    dropped += length;
    queues.delete(rank);
  };
  const wait = (one: Waiting, promise = 0): void => {
    const { front, strain } = one.standing;
    const promised = promise > 0 ? worthOfLine : promise;
    queueOf(worthOfLine * explained(front) - strain + promised).push(one);
    waiting += 1;
    if (waiting > mostWaiting && ranks.length > lowest + 1) drop();
  };
  return {
    add(standing: Standing): void {
      const key = keyOf(standing);
      if ((seen.get(key) ?? Infinity) <= standing.quiet) return;
      seen.set(key, standing.quiet);
      wait({ standing, steps: undefined });
    },
    /** Lets a run wait for its next step, if one is left. */
    putBack(one: Waiting): void {
      const next = one.steps?.at(-1);
      if (next !== undefined) wait(one, next.promise);
    },
    /** Returns the next run. */
    take(): Waiting | undefined {
      if (ranks.length === lowest) return undefined;
      const rank = required(ranks.at(-1));
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
