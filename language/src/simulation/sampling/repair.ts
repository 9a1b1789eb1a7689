/**
 * Repairs a trace whose model has changed: takes its steps where they are still possible, earlier or later than before,
 * under their new names, and says of each whether it was kept, moved or dropped, and which ones had to come in between.
 */
import { movesAmong } from '../play/random-run.ts';
import type { Refusal } from '../../model/common/answer.ts';
import { choiceKey, keyText, namesOf, playedKey, type StepKey } from '../play/recording/described-steps.ts';
import type { Program } from '../kernel/run.ts';
import { type Choice, play } from '../play/player.ts';
import { keepsPast, openRun, playerFor, recordTrace } from '../play/recording/recording.ts';
import type { Trace } from '../play/recording/trace.ts';
import { type Renamed, renamedIn, renaming } from './renamed.ts';
import { createTape } from './steered-draws.ts';
import { t } from '../../model/common/translation.ts';

/** A step of the old trace, of the new one, or of both. */
export interface RepairedStep {
  readonly fate: 'kept' | 'moved' | 'dropped' | 'added';
  /** The number in the old trace, unless it is added. */
  readonly from: number | undefined;
  /** The number in the new one, unless it is dropped. */
  readonly to: number | undefined;
  /** Under its new names. */
  readonly text: string;
}

/** A trace of the changed model, and what became of every step; what is dropped comes where it was. */
export interface Repair {
  readonly trace: Trace;
  readonly steps: readonly RepairedStep[];
  readonly renamed: readonly Renamed[];
}

/** A step may come before this many others that were before it. */
const window = 200;
/** This many steps may come in between before one of the old ones is possible again. */
const mostAdded = 20;
/** As often as this it is tried whether some lead to one: each try plays the run so far. */
const mostSearches = 100;

/** Yields between steps; returns the repaired trace, or why there is none. */
export function* repairSteps(program: Program, trace: Trace): Generator<undefined, Repair | Refusal> {
  const { described, origin, seed, interventions = [] } = trace;
  if (interventions.length > 0) return { refusal: t`A trace with steps made by hand, or by a log, is not repaired.` };
  if (described === undefined)
    return {
      refusal: t`The trace does not say what happened in its steps, so it cannot be repaired. Record it again.`,
    };
  const renamed = renamedIn(described.names, namesOf(program.model));
  const rename = renaming(renamed);
  const keys = described.keys.map(rename);
  let at = described.drawn[0] ?? 0;
  const wishes = described.played.map((index, step): Wish => {
    const size = described.drawn[step + 1] ?? 0;
    at += size;
    return { key: keys[index] ?? nothing, values: trace.draws.slice(at - size, at) };
  });
  const player = playerFor(program, origin, seed);
  if ('refusal' in player) return player;
  const taken = yield* follow(program, player, trace, wishes);
  const opened = openRun(program, origin, { seed, draws: taken.draws, continuesByChance: false });
  if ('refusal' in opened) return opened;
  const steps = taken.steps.length;
  return {
    trace: recordTrace(program, origin, { seed, timeline: opened.timeline, steps }),
    steps: fatesOf(wishes, taken.steps),
    renamed,
  };
}

const nothing: StepKey = { kind: 'started', of: [] };

interface Wish {
  readonly key: StepKey;
  readonly values: readonly number[];
}

/** A step of the new run, and the wish that it fulfils. */
interface Taken {
  readonly key: StepKey;
  readonly wish: number | undefined;
}

type AnyPlayer = Exclude<ReturnType<typeof playerFor>, Refusal>;

/** The run so far, and what is still to come. */
interface Following {
  readonly program: Program;
  readonly player: AnyPlayer;
  readonly wishes: readonly Wish[];
  /** The wishes that are open, in their order. */
  readonly open: Set<number>;
  /** Those that nothing leads to for now. */
  readonly blocked: Set<number>;
  /** The one that steps come in between for. */
  pursued: number | undefined;
  searches: number;
}

/** Plays the changed model, and takes at each step the first wish that is possible. */
function* follow(
  program: Program,
  player: AnyPlayer,
  { origin, draws, described }: Trace,
  wishes: readonly Wish[],
): Generator<undefined, { readonly draws: readonly number[]; readonly steps: readonly Taken[] }> {
  const tape = createTape(draws.slice(0, described?.drawn[0] ?? 0));
  const keepsHistory = keepsPast(program, origin, undefined);
  const course = play(program, player, { draw: tape, tell: undefined, keepsHistory });
  const isFree = origin.kind === 'random';
  const open = new Set(wishes.keys());
  const following: Following = { program, player, wishes, open, blocked: new Set(), pursued: undefined, searches: 0 };
  const steps: Taken[] = [];
  let [useful, drawn] = [0, 0];
  let next = course.next();
  tape.cut();
  drawn = tape.all().length;
  while (next.done !== true) {
    if (isFree && (open.size === 0 || steps.length - useful > mostAdded)) break;
    const choices = movesAmong(next.value.choices());
    const chosen = choices.length === 0 ? undefined : choose(following, choices, tape.all());
    if (choices.length > 0 && chosen === undefined) break;
    const values = wishes[chosen?.wish ?? -1]?.values ?? [];
    tape.answer(
      isFree ? values.slice(1) : (wishes[firstOf(open) ?? -1]?.values ?? []),
      choices.length === 0 ? undefined : (count) => chosen?.choice?.draw ?? count - 1,
    );
    next = course.next();
    tape.cut();
    if (next.done === true) break;
    const key = playedKey(program, next.value.played);
    const wish = near(open).find((index) => isLike(wishes[index]?.key ?? nothing, key));
    if (wish !== undefined) open.delete(wish);
    steps.push({ key, wish });
    if (wish !== undefined || !isFree) [useful, drawn] = [steps.length, tape.all().length];
    yield;
  }
  // What came in between, and led to nothing, is left out.
  return { draws: tape.all().slice(0, drawn), steps: steps.slice(0, useful) };
}

const firstOf = (open: ReadonlySet<number>): number | undefined => open.values().next().value;

function near(open: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  for (const index of open) if (found.push(index) >= window) break;
  return found;
}

interface Chosen {
  readonly wish: number | undefined;
  /** Absent for the next plain step of a check, which is no choice. */
  readonly choice: Choice | undefined;
}

/** Returns the first wish that is possible, or a step that leads to one; nothing if there is neither. */
function choose(following: Following, choices: readonly Choice[], draws: readonly number[]): Chosen | undefined {
  const { open, blocked, wishes } = following;
  const possible = firstPossible(following, choices);
  const due = choices.find(({ kind }) => kind === 'due');
  for (const wish of near(open)) {
    if (wish === possible?.wish) return possible;
    // The environment acts at any time, so it does not come before what the system still has to do.
    if (possible?.choice?.kind === 'due' || due === undefined) return possible;
    if (blocked.has(wish) || wishes[wish]?.key.kind !== 'due') continue;
    if (following.pursued === wish || leadsTo(following, wish, draws)) {
      following.pursued = wish;
      return { wish: undefined, choice: due };
    }
    blocked.add(wish);
  }
  return possible;
}

function firstPossible({ program, wishes, open }: Following, choices: readonly Choice[]): Chosen | undefined {
  const keys = choices.map((choice) => choiceKey(program, choice));
  for (const isSame of [isEqual, isLike]) {
    for (const wish of near(open)) {
      const { key, values } = wishes[wish] ?? { key: nothing, values: [] };
      const alike = choices.filter((_, index) => isSame(key, keys[index] ?? nothing));
      // Of several that are alike, the one that was drawn.
      const drawn = choices.findLast(({ draw }) => draw <= (values[0] ?? 0));
      const choice = alike.find((each) => each === drawn) ?? alike[0];
      if (choice !== undefined) return { wish, choice };
      // The first of a check's own steps comes last among the draws.
      if (key.kind === 'step' && wish === firstOf(open)) return { wish, choice: undefined };
    }
  }
  return undefined;
}

/** Returns true if a wish becomes possible soon when only what is due happens. */
function leadsTo(following: Following, wish: number, draws: readonly number[]): boolean {
  const { program, player, wishes } = following;
  if (following.searches++ >= mostSearches) return false;
  const key = wishes[wish]?.key ?? nothing;
  const tape = createTape(draws);
  const course = play(program, player, { draw: tape, tell: undefined, keepsHistory: true });
  let left = mostAdded;
  for (let next = course.next(); next.done !== true; next = course.next()) {
    tape.cut();
    if (tape.all().length < draws.length) continue;
    const choices = movesAmong(next.value.choices());
    if (choices.some((choice) => isLike(choiceKey(program, choice), key))) return true;
    const due = choices.find(({ kind }) => kind === 'due');
    if (due === undefined || left-- === 0) return false;
    tape.answer([], () => due.draw);
  }
  return false;
}

const isEqual = (one: StepKey, other: StepKey): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Values may be others in a changed model. */
const isLike = (one: StepKey, other: StepKey): boolean => isEqual({ ...one, values: [] }, { ...other, values: [] });

/** Returns what became of each step, in the order of the new run. */
function fatesOf(wishes: readonly Wish[], taken: readonly Taken[]): readonly RepairedStep[] {
  const inOrder = longestAscent(taken.flatMap(({ wish }) => (wish === undefined ? [] : [wish])));
  const steps: RepairedStep[] = [];
  const done = new Set(taken.map(({ wish }) => wish));
  let passed = 0;
  const dropBefore = (end: number): void => {
    for (; passed < end; passed++)
      if (!done.has(passed))
        steps.push({ fate: 'dropped', from: passed + 1, to: undefined, text: keyText(wishes[passed]?.key ?? nothing) });
  };
  for (const [index, { key, wish }] of taken.entries()) {
    if (wish !== undefined && inOrder.has(wish)) dropBefore(wish);
    const fate = wish === undefined ? 'added' : inOrder.has(wish) ? 'kept' : 'moved';
    steps.push({ fate, from: wish === undefined ? undefined : wish + 1, to: index + 1, text: keyText(key) });
  }
  dropBefore(wishes.length);
  return steps;
}

/** Returns the elements of a longest ascending part of a list. Cost: O(n log n). */
export function longestAscent(list: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const each of list) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((ends[middle] ?? 0) < each) from = middle + 1;
      else to = middle;
    }
    before.set(each, ends[from - 1]);
    ends[from] = each;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) found.add(at);
  return found;
}
