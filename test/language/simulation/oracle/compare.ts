/** Judges one random model with all executors and asserts that they agree. */
import assert from 'node:assert/strict';
import type { Check, Step } from '../../../../language/src/model/scenario.ts';
import { compileRules } from '../../../../language/src/simulation/compiled/compiled-rules.ts';
import { toReach } from '../../../../language/src/simulation/explore/judgement/coverage.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import type { Hashing } from '../../../../language/src/simulation/explore/hashed/recognized.ts';
import { createJudge } from '../../../../language/src/simulation/explore/judgement/judge.ts';
import { type Exploration, verdictOf } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { lowered } from '../../dsl/load-text.ts';
import { toTheEnd } from '../explore/explored.ts';
import { compareInterrupted } from '../explore/interrupted.ts';
import type { Construct } from './constructs.ts';
import { type Found, search } from './search.ts';

/** The result for a model. */
export interface Judged {
  readonly isSmall: boolean;
  readonly isCompiled: boolean;
  readonly reached: ReadonlySet<Construct>;
}

/** Which comparisons are made besides. */
type Comparisons = Partial<Record<'isThorough' | 'isReduced' | 'isHashed' | 'isInterrupted', boolean>>;

/** The most states of a model that the naive search has finished: an executor with more is wrong. */
const tooMany = 3000;

/** A variable that only counts is not part of a state. */
const ignored = ['ticks'];

/**
 * Judges a model by the naive search, by the kernel with and without cached steps, and by compiled rules where they
 * apply; if a property cuts the exploration short, once more without it. The kernel without cached steps judges only if
 * the comparison is thorough, and on request searches that leave states or moves out, that keep only hashes of states, or
 * that are interrupted.
 */
export async function compareExecutors(
  text: string,
  most: number,
  { isThorough = true, isReduced = true, isHashed = true, isInterrupted = true }: Comparisons = {},
): Promise<Judged> {
  const model = await lowered(text);
  const program = compileModel(model);
  const [check] = model.checks;
  assert.ok(check, text);
  const reached = new Set<Construct>();
  const compare = (asked: Check): readonly Found[] | undefined => {
    const options = { most, ignored, reach: (construct: Construct) => reached.add(construct) };
    const found = search(model, asked, options);
    if (found === undefined || !compareWith(found, program, asked, { text, isThorough })) return undefined;
    if (hasCopies(program) && compareReduced(found, program, asked, text)) reached.add('copies interchanged');
    if (isReduced) compareWithout(found, program, asked, { text, reach: (construct) => reached.add(construct) });
    if (isHashed) compareHashed(found, program, asked, text);
    if (isInterrupted) compareInterrupted(model, asked, { states: tooMany }, text);
    return found;
  };
  const found = compare(check);
  if (found === undefined) return { isSmall: false, isCompiled: false, reached };
  if (found.some(({ first }) => first.length > 0))
    compare({ ...check, watched: [], properties: check.properties.filter(isLasting) });
  return { isSmall: true, isCompiled: canCompile(program, check), reached };
}

const isLasting = ({ kind }: Check['properties'][number]): boolean => kind === 'eventually' || kind === 'leads to';

/**
 * Returns false if plain steps begin an instant without end: the kernel counts 10,000 steps, and the naive search finds
 * a cycle.
 */
function compareWith(
  found: readonly Found[],
  program: Program,
  check: Check,
  { text, isThorough }: { readonly text: string; readonly isThorough: boolean },
): boolean {
  const explored = toTheEnd(program, check, { states: tooMany, symmetry: false, reduces: false });
  if (check.steps.length > 0 && explored.unexplored.some(({ limit }) => limit === 'states')) return false;
  expectSame(program, check, found, explored, text);
  if (isThorough) {
    const stepped = toTheEnd(program, check, { states: tooMany, symmetry: false, reduces: false, remembers: false });
    assert.deepEqual(withoutLoops(stepped), withoutLoops(explored), text);
    expectPlayed(program, check, stepped, text);
  }
  expectPlayed(program, check, explored, text);
  if (canCompile(program, check))
    expectSame(
      program,
      check,
      found,
      toTheEnd(program, check, { symmetry: false, reduces: false, engine: { runText } }),
      text,
    );
  return true;
}

/**
 * Returns an exploration without memory, and without the loops of endless runs, only with where they begin: what is due
 * at one time comes in no fixed order, and of several fair loops through a state the one found first is shown.
 */
function withoutLoops(explored: Exploration): unknown {
  const broken = explored.broken.map((each) => {
    const { counterexample } = each;
    return counterexample.loopsTo === undefined
      ? each
      : { ...each, counterexample: { ...counterexample, draws: undefined, steps: undefined } };
  });
  return { ...explored, bytes: 0, broken };
}

const hasCopies = ({ model }: Program): boolean => model.entities.some(({ name }) => name.endsWith(']'));

/** Compares where one state represents all with interchanged copies; returns whether it does. */
function compareReduced(found: readonly Found[], program: Program, check: Check, text: string): boolean {
  const reduced = toTheEnd(program, check, { states: tooMany, reduces: false });
  if (!reduced.isReduced) return false;
  for (const [variant, one] of found.entries()) expectSameBroken(check, one, kindsOf(reduced, variant), text);
  const isBroken = found.some(({ first }) => first.length > 0);
  assert.ok(isBroken || reduced.states <= found.reduce((sum, { states }) => sum + states, 0), text);
  expectPlayed(program, check, reduced, text);
  return true;
}

/** Compares where states leave out what makes no difference in them, and where moves wait for one that may come first. */
function compareWithout(
  found: readonly Found[],
  program: Program,
  check: Check,
  { text, reach }: { readonly text: string; readonly reach: (construct: Construct) => void },
): void {
  const states = found.reduce((sum, one) => sum + one.states, 0);
  const [full, partial] = [false, true].map((postpones) => {
    const reduced = toTheEnd(program, check, { states: tooMany, symmetry: false, postpones });
    for (const [variant, one] of found.entries()) {
      const what = kindsOf(reduced, variant);
      // Where the states of a loop differ in nothing that is read, it begins earlier.
      const isEarlier = one.first.length === 0 && what.length === one.lasting.length;
      const begins = isEarlier ? what.map((each, at) => laterOf(each, one.lasting[at])) : what;
      expectSameBroken(check, one, begins, text);
    }
    expectPlayed(program, check, reduced, text);
    const isComparable = !reduced.unexplored.some(({ limit }) => limit === 'resolution');
    if (found.some(({ first }) => first.length > 0) || !isComparable) return reduced;
    assert.ok(reduced.states <= states, text);
    expectSameTaken(program, check, found, reduced, text);
    if (reduced.states < states && !postpones) reach('dead variables');
    return reduced;
  });
  if (full?.transitions !== partial?.transitions) reach('moves that wait');
}

/**
 * Compares where states are recognized by their hashes. With fingerprints of many bits nothing is omitted; with few, and
 * in a small table, most is, and what is reported is true all the same. Neither ever passes.
 */
function compareHashed(found: readonly Found[], program: Program, check: Check, text: string): void {
  const whole = { states: tooMany, symmetry: false, reduces: false };
  for (const options of [whole, { states: tooMany }]) {
    const [kept, hashed] = [undefined, { kind: 'compact' as const }].map((hashing) =>
      toTheEnd(program, check, { ...options, hashing }),
    );
    assert.ok(kept && hashed);
    for (const [variant, one] of found.entries())
      expectSameBroken(check, { ...one, lasting: [] }, kindsOf(hashed, variant), text);
    const countsOf = ({ states, transitions, depth }: Exploration): object => ({ states, transitions, depth });
    // A broken property of whole runs, which hashes do not judge, is searched once more for a shortest run.
    const isSameSearch = !kept.hasPiles && kept.broken.length === hashed.broken.length;
    if (isSameSearch) assert.deepEqual(countsOf(hashed), countsOf(kept), text);
    expectHonest(found, program, check, { explored: hashed, text });
  }
  const few: Hashing = text.length % 2 === 0 ? { kind: 'compact', bits: 5 } : { kind: 'bitstate', bytes: 16 };
  const explored = toTheEnd(program, check, { ...whole, hashing: few });
  if (found.every(({ first }) => first.length === 0))
    assert.ok(explored.states <= found.reduce((sum, { states }) => sum + states, 0) || hasFreeTimes(check), text);
  expectHonest(found, program, check, { explored, text });
}

/**
 * Asserts that what is broken is, and that the verdict is not that nothing is. The naive search ends at what is nearest;
 * what is farther away is judged when it is played.
 */
function expectHonest(
  found: readonly Found[],
  program: Program,
  check: Check,
  { explored, text }: { readonly explored: Exploration; readonly text: string },
): void {
  for (const [variant, { first }] of found.entries()) {
    const broken = explored.broken.filter(({ counterexample }) => counterexample.variant === variant);
    const nearest = Math.min(...first.map(({ steps }) => steps));
    for (const { kind, counterexample } of broken)
      assert.ok(
        first.some((each) => each.kind === kind) || counterexample.steps > nearest,
        `${kind} after ${String(counterexample.steps)} steps\n${text}`,
      );
  }
  if (explored.broken.length === 0) assert.equal(verdictOf(check, explored), 'undecided', text);
  expectPlayed(program, check, explored, text);
}

/** Asserts that counterexamples can be played, and break the check. */
function expectPlayed(program: Program, check: Check, { broken }: Exploration, text: string): void {
  const judge = createJudge(program, check);
  for (const { kind, code, counterexample } of broken) {
    const opened = openCounterexample(program, check, counterexample);
    if ('refusal' in opened) assert.fail(`${opened.refusal}\n${text}`);
    const { step, run } = opened.timeline.goTo(counterexample.steps);
    assert.equal(step, counterexample.steps, text);
    if (kind === 'never' || kind === 'always') assert.equal(judge.faultIn(run)?.kind, kind, text);
    // An instant without end has no last step.
    if (kind !== 'error' || code === 'run/endless' || step === 0) continue;
    const [last] = opened.timeline.records(step, step);
    assert.ok(last && 'stepped' in last.played && last.played.stepped.error, text);
  }
}

const kindsOf = ({ broken }: Exploration, variant: number): string[] =>
  broken
    .filter(({ counterexample }) => counterexample.variant === variant)
    .map(({ kind, counterexample: { steps, loopsTo } }) => `${kind} ${loopsTo ?? steps}`);

function canCompile(program: Program, check: Check): boolean {
  const { run, started } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  return started.error === undefined && !('needs' in compileRules(run, check, runText));
}

function expectSame(
  program: Program,
  check: Check,
  found: readonly Found[],
  explored: Exploration,
  text: string,
): void {
  for (const [variant, one] of found.entries()) {
    expectSameBroken(check, one, kindsOf(explored, variant), text);
  }
  if (found.some(({ first }) => first.length > 0)) return;
  const states = found.reduce((sum, one) => sum + one.states, 0);
  // With an exact clock the environment acts only at some times, which suffice; at a resolution, which may be finer than
  // a millisecond, their number says nothing.
  if (explored.unexplored.some(({ limit }) => limit === 'resolution')) assert.ok(hasFreeTimes(check), text);
  else if (!hasFreeTimes(check)) assert.equal(explored.states, states, `states\n${text}`);
  else assert.ok(explored.states <= states, `${explored.states} states, more than ${states}\n${text}`);
  expectSameTaken(program, check, found, explored, text);
}

/** Asserts that an exploration to the end has found the same transitions that no run takes. */
function expectSameTaken(
  program: Program,
  check: Check,
  found: readonly Found[],
  explored: Exploration,
  text: string,
): void {
  const transitions = toReach(program, check).filter(({ kind }) => kind === 'transition');
  const notTaken = transitions.filter(({ place }) => !found.some(({ taken }) => taken.has(place)));
  assert.deepEqual(
    explored.unreached?.filter(({ kind }) => kind === 'transition'),
    notTaken,
    text,
  );
}

/** Returns the second text if both name one kind and the first a smaller number, otherwise the first. */
function laterOf(one: string, other: string | undefined): string {
  const [kind, number] = one.split(/ (?=\d+$)/u);
  const [otherKind, otherNumber] = other?.split(/ (?=\d+$)/u) ?? [];
  return other !== undefined && kind === otherKind && Number(number) <= Number(otherNumber) ? other : one;
}

/** Returns true if the environment has a choice of times: with an exact clock, or while a plain step takes time. */
function hasFreeTimes({ clock, faults, possibilities, steps }: Check): boolean {
  if (clock === 'exact') return faults.length + possibilities.length > 0;
  const takesTime = (all: readonly Step[]): boolean =>
    all.some((step) => (step.kind === 'each' ? takesTime(step.body) : step.kind === 'run'));
  return faults.length > 0 && takesTime(steps);
}

function expectSameBroken(check: Check, { first, lasting }: Found, what: readonly string[], text: string): void {
  if (first.length === 0) {
    // A state between two instants does not exist here, so a final state is reached earlier.
    const isTimed = check.clock === 'exact';
    const kinds = (all: readonly string[]): string[] => all.map((each) => (isTimed ? each.replace(/ \d+$/, '') : each));
    assert.deepEqual(kinds(what), kinds(lasting), text);
    return;
  }
  // Of several violations at the same distance, any may be shown; a deadlock only if nothing else follows.
  const nearest = Math.min(...first.filter(({ kind }) => kind !== 'deadlock').map(({ steps }) => steps));
  const possible = first
    .filter(({ kind, steps }) => (kind === 'deadlock' ? steps <= nearest : steps === nearest))
    .map(({ kind, steps }) => `${kind} ${steps}`);
  assert.equal(what.length, 1, `${what.join()} but ${possible.join()}\n${text}`);
  assert.ok(possible.includes(what[0] ?? ''), `${what.join()} instead of ${possible.join()}\n${text}`);
}
