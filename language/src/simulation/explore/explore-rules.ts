/**
 * Explores the states of a check by rules compiled to JavaScript, where its model is of pure rules: the same states,
 * verdicts and lengths of runs as stepping with the kernel, many times as fast. A violation found is stepped with the
 * kernel once more, which words it.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Check } from '../../model/scenario.ts';
import type { RunText } from '../compiled/compiled-rules.ts';
import { type Crew, startCrew, type Threads } from '../compiled/crew.ts';
import { failures } from '../compiled/emit-rules.ts';
import type { SearchGoal } from '../compiled/emit-search.ts';
import { prepareRules } from '../compiled/prepared-rules.ts';
import type { SearchProgress } from '../compiled/search-progress.ts';
import { type CompiledSearch, startSearch } from '../compiled/search.ts';
import { ifSupported } from '../compiled/unsupported.ts';
import { createWayBack, type WayBack } from '../compiled/way-back.ts';
import { makeMove, movesOf, nothingSpent } from '../play/environment.ts';
import { initial } from '../kernel/kernel.ts';
import type { Program, Run, State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import type { Violation, Judge } from './judgement/judge.ts';
import { relevanceOf } from './relevance/relevance.ts';
import type { Space } from './space/space.ts';
import type { Helping } from './together/team.ts';
import type { Limit, Extent } from './judgement/verdict.ts';

/** The means of a host for faster exploration; without it the kernel steps. */
export interface Engine {
  readonly runText: RunText;
  /** Threads that help with large state spaces. */
  readonly threads?: Threads | undefined;
  /** Those that help where rules are not compiled. */
  readonly helping?: Helping | undefined;
}

/** A check that has come to its only state after the plain steps. */
export interface FromState {
  readonly program: Program;
  readonly check: Check;
  readonly judge: Judge;
  readonly space: Pick<Space, 'environment'>;
  readonly state: State;
  readonly engine: Engine;
  /** The most bytes that states may take. */
  readonly memory: number;
}

/** The result of exploring from that state. */
export interface ExploredRules {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly bytes: number;
  /** The first violation, and the indices of the environment's actions that lead to it. */
  readonly found: { readonly fault: Violation; readonly actions: readonly number[] } | undefined;
  /** Those of `Judge.lasting` that are broken by a run that ends where nothing more need happen. */
  readonly lasting: readonly { readonly index: number; readonly actions: readonly number[] }[];
  /** The number of states that were not expanded because of a bound of the check, or of the limit. */
  readonly bounded: number;
  readonly queue: number;
  /** The places reached. */
  readonly reached: readonly PlaceId[];
  readonly limit: Limit | undefined;
}

const statesAtOnce = 20_000;
/** Milliseconds between two checks of the threads. */
const pause = 20;

/** Explores from a state. Returns undefined where the kernel has to step. */
export function* exploreRules(from: FromState): Generator<Extent, ExploredRules | undefined, Limit | undefined> {
  const ready = prepare(from);
  if (ready === undefined) return undefined;
  const { search } = ready;
  let { threads } = from.engine;
  for (;;) {
    const why = search.advance(statesAtOnce);
    // A number that is too large for the compiled rules is not too large for the kernel.
    if (why === 'ended' && search.failed()?.kind === failures.size) return undefined;
    if (why !== 'paused') return resultOf(ready, why === 'full' ? 'memory' : undefined);
    const limit = yield progressOf(search.progress(), search.bytes());
    if (limit !== undefined) return resultOf(ready, limit);
    if (threads === undefined || search.progress().states < threads.from) continue;
    const handedOver = search.handOver();
    const crew = handedOver === undefined ? undefined : startCrew(handedOver, threads);
    if (handedOver === undefined) continue;
    // A violation found by threads is found again by one, so that it is always the same run.
    threads = undefined;
    const result = crew === undefined ? undefined : yield* watch(crew, ready);
    if (result !== undefined) return result;
  }
}

interface Ready {
  readonly from: FromState;
  readonly search: CompiledSearch;
  /** The number of wanted conditions that are `never` and `always`; those of whole runs follow. */
  readonly momentary: number;
  readonly wayBack: () => WayBack;
}

function prepare(from: FromState): Ready | undefined {
  const { program, check, judge, state, engine, memory } = from;
  const ends = check.properties
    .filter(({ kind }) => kind === 'never' || kind === 'always')
    .map(({ kind, condition }): SearchGoal => ({ condition, isNegated: kind === 'always', ends: true }));
  // Nothing is owed its turn, so every run may end anywhere within the bounds.
  const rests = judge.lasting.map(({ kind, condition, goal }): SearchGoal => {
    const open: Expression = { kind: 'not', operand: goal ?? condition };
    const stays = kind === 'eventually' ? open : both(condition, open);
    return { condition: check.bounds.reduce(both, stays), isNegated: false, ends: false };
  });
  const run = runAt(program, state);
  return ifSupported(
    () => {
      const prepared = prepareRules(run, check, relevanceOf(program.model, check).isRead);
      const options = { wanted: [...ends, ...rests], bounds: check.bounds, memory, pausesFrom: engine.threads?.from };
      const search = startSearch(prepared, options, engine.runText);
      const wayBack = (): WayBack => createWayBack(prepared, search, engine.runText);
      return { from, search, momentary: ends.length, wayBack };
    },
    () => undefined,
  );
}

const both = (left: Expression, right: Expression): Expression => ({ kind: 'binary', operator: 'and', left, right });

function runAt(program: Program, state: State): Run {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  run.state = copyOf(state);
  return run;
}

const progressOf = ({ states, transitions, depth, followed }: SearchProgress, bytes: number): Extent => ({
  ...{ states, transitions, depth, bytes },
  queue: states - followed,
});

/**
 * Waits for threads. Returns undefined if they found something, and one thread is to find it again, or if they failed.
 */
function* watch(crew: Crew, ready: Ready): Generator<Extent, ExploredRules | undefined, Limit | undefined> {
  const { from, momentary } = ready;
  try {
    for (;;) {
      const outcome = crew.wait(pause);
      const progress = progressOf(crew.progress(), crew.bytes());
      const limit = outcome === undefined ? yield progress : outcome === 'full' ? 'memory' : undefined;
      if (outcome === undefined && limit === undefined) continue;
      const isLasting = from.judge.lasting.some((_, index) => crew.isMet(momentary + index));
      if (outcome === 'ended' || outcome === 'failed' || isLasting) return undefined;
      const reached = reachedPlaces(from.program, crew.reached());
      return { ...progress, found: undefined, lasting: [], bounded: crew.bounded(), reached, limit };
    }
  } finally {
    crew.end();
  }
}

function resultOf(ready: Ready, limit: Limit | undefined): ExploredRules {
  const { from, search, momentary } = ready;
  const found = firstFound(ready);
  const { followed } = search.progress();
  const lasting = from.judge.lasting.flatMap((_, index) => {
    const first = found === undefined ? search.firstOf(momentary + index) : undefined;
    // For a property that must come in the end at all, only the start counts.
    const isEventually = from.judge.lasting[index]?.kind === 'eventually';
    // The successors of a state that was not expanded are unknown.
    if (first === undefined || first >= followed || (isEventually && first > 0)) return [];
    return [{ index, actions: ready.wayBack().rulesTo(first) }];
  });
  const all = progressOf(search.progress(), search.bytes());
  const counts = found === undefined ? all : { ...all, ...found.counts, queue: 0 };
  const reached = reachedPlaces(from.program, search.reached);
  return {
    ...counts,
    found,
    lasting,
    bounded: search.bounded(),
    reached,
    limit: found === undefined ? limit : undefined,
  };
}

/** Returns the transitions and rules that were reached, and the states that these enter. */
function reachedPlaces({ machineOf }: Program, reached: Uint8Array): PlaceId[] {
  const places = [...reached.keys()].filter((place) => reached[place] === 1);
  const entered = [...new Set(machineOf)].flatMap((machine) =>
    (machine?.transitions ?? [])
      .filter(({ place }) => reached[place] === 1)
      .flatMap(({ entered: states }) => states.flatMap((state) => machine?.states[state]?.place ?? [])),
  );
  return [...places, ...entered];
}

interface Found {
  readonly fault: Violation;
  readonly actions: readonly number[];
  readonly counts: { readonly states: number; readonly transitions: number; readonly depth: number };
}

/** Returns whichever came first of a rule that fails and a state that must not be. */
function firstFound({ from, search, momentary, wayBack }: Ready): Found | undefined {
  const firsts = Array.from({ length: momentary }, (_, wanted) => search.firstOf(wanted) ?? Infinity);
  const first = Math.min(...firsts);
  const failed = search.failed();
  const isFailure = failed !== undefined && failed.known <= first;
  if (!isFailure && first === Infinity) return undefined;
  const back = wayBack();
  const actions = isFailure ? [...back.rulesTo(failed.state), back.failingRule(failed.state)] : back.rulesTo(first);
  const last = isFailure ? failed.state : search.before(first);
  const states = isFailure ? failed.known : first;
  // The kernel stops at once, and has not taken the next rules of the same state.
  const { all, until } = back.applied(last, itemAt(actions, actions.length - 1));
  const counts = {
    states,
    transitions: search.progress().transitions - all + until + (isFailure ? 1 : 0),
    depth: search.depthOf(states - 1),
  };
  return { fault: faultAlong(from, actions), actions, counts };
}

/** Steps with the kernel to the violation. */
function faultAlong(
  { program, space: { environment }, state, judge }: FromState,
  actions: readonly number[],
): Violation {
  const run = runAt(program, state);
  let spent = nothingSpent(environment);
  let fault: Violation | undefined;
  for (const action of actions) {
    const move = movesOf(run, environment, spent).find((each) => each.kind === 'action' && each.index === action);
    if (move === undefined || fault !== undefined)
      throw new Error('Compiled rules reach a state that the kernel does not.');
    const made = makeMove(run, environment, spent, move);
    spent = made.spent;
    fault = judge.faultAfter(run, made.played);
  }
  if (fault === undefined) throw new Error('Compiled rules find a violation that the kernel does not.');
  return fault;
}
