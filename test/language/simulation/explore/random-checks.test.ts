/**
 * Verdicts, numbers of states and lengths of shortest runs equal those of the naive explorer, on random small systems.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toReach } from '../../../../language/src/simulation/explore/judgement/coverage.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { environmentOf } from '../../../../language/src/simulation/play/environment.ts';
import { runs } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { graphOf, toTheEnd } from './explored.ts';
import { exploreNaively, type NaiveGraph } from './naive-explorer.ts';
import { plainText, stateText } from './naive-state-text.ts';
import { anything, type Asked, system, watched } from './random-checks.ts';

const most = 250;
/** Where anything but the counting itself depends on a count: states need not know any other. */
const readsCount = /when count|after \(1 \+ count|send \w+\(count\)|\.count/;

/** What a number of systems came to. */
interface Seen {
  /** The systems that the naive explorer came to the end of, and those of them that take some transitions and not others. */
  compared: number;
  partly: number;
  readonly broken: Set<string>;
}

describe('exploring a random system', () => {
  it('finds as many states as the naive explorer, and breaks the same by runs of the same length', async () => {
    const seen = await compareEach(anything, { numRuns: runs(30, 600) });
    assert.ok(seen.partly > 3, `Only ${String(seen.partly)} systems take some transitions and not others.`);
    assert.ok(seen.compared > 8, `Only ${String(seen.compared)} systems were small enough.`);
  });

  it('reaches deadlocks and unhandled events where the naive explorer does', async () => {
    await compareEach(watched, { numRuns: runs(10) });
    // What chance may omit, this seed comes to.
    const { broken } = await compareEach(watched, { numRuns: 15, seed: 2 });
    assert.ok(broken.has('deadlock') && broken.has('unhandled'), `Broken were: ${[...broken].join()}`);
  });
});

/** Explores systems twice, and expects the same. */
async function compareEach(asked: Asked, how: fc.Parameters<[string]>): Promise<Seen> {
  const seen: Seen = { compared: 0, partly: 0, broken: new Set() };
  await fc.assert(
    fc.asyncProperty(system(asked), (text) => compare(text, seen)),
    how,
  );
  return seen;
}

async function compare(text: string, seen: Seen): Promise<void> {
  const program = await programOf(text);
  const [check] = program.model.checks;
  assert.ok(check);
  // At any time, not only when something is due: that is compared with ticks, in exact-time.test.ts.
  if (check.clock === 'exact' && check.faults.length + check.possibilities.length > 0) return;
  if (/run \d/.test(text) && /fault (crash|halt)/.test(text)) return;
  // The naive explorer knows one start.
  if (startsByChance(program)) return;
  const ignored = readsCount.test(text) ? ['lives'] : ['lives', 'count'];
  const naive = exploreNaively(program, check, { most, ignored });
  if (naive === undefined) return;
  seen.compared += 1;
  const isAll = naive.broken.every((each) => /^(eventually|leads to)/.test(each));
  const whole = isAll ? naive : exploreNaively(program, check, { most, ignored, goesOn: true });
  if (!text.includes('watch:') && whole !== undefined) compareGraph(program, check, text, { ...whole.graph, ignored });
  const explored = toTheEnd(program, check, { reduces: false });
  const { broken, states, unexplored } = explored;
  // Steps that are remembered are those that the kernel makes, one by one.
  assert.deepEqual(
    { ...toTheEnd(program, check, { reduces: false, remembers: false }), bytes: explored.bytes },
    explored,
    text,
  );
  const found = brokenIn(explored);
  // Of two things that are broken in one step, either is shown.
  const inSteps = (all: readonly string[]): string[] => all.map((each) => each.replace(/^\w+ (?=\d)/, ''));
  if (text.includes('watch:')) assert.deepEqual(inSteps(found), inSteps(naive.broken), text);
  else assert.deepEqual(found, naive.broken, text);
  assert.deepEqual(brokenIn(toTheEnd(program, check)), found, text);
  for (const { kind } of broken) seen.broken.add(kind);
  if (broken.every(({ kind }) => kind === 'eventually' || kind === 'leads to')) {
    assert.equal(states, naive.states, text);
    const transitions = toReach(program, check).filter(({ kind }) => kind === 'transition');
    const notTaken = transitions.filter(({ place }) => !naive.taken.has(place));
    const unreached = explored.unreached?.filter(({ kind }) => kind === 'transition');
    assert.deepEqual(unreached, notTaken, text);
    if (notTaken.length > 0 && notTaken.length < transitions.length) seen.partly += 1;
  }
  assert.ok(unexplored.every(({ limit }) => limit === 'bound'));
  for (const { counterexample } of broken) {
    const opened = openCounterexample(program, check, counterexample);
    if ('refusal' in opened) assert.fail(opened.refusal);
    assert.equal(opened.timeline.goTo(counterexample.steps).step, counterexample.steps, text);
  }
}

/** Expects the states and transitions of the graph, also those after something is broken elsewhere. */
function compareGraph(
  program: Program,
  check: Check,
  text: string,
  { ignored, ...naive }: NaiveGraph & { readonly ignored: readonly string[] },
): void {
  const graph = graphOf(program, check, { most: 2 * most, textOf: () => ({ kind: 'message', text: '' }) });
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const environment = environmentOf(program, check, run);
  const names = graph.states.map(({ state, spent, plain, fault }) => {
    if (state === undefined) return 'error';
    const name =
      plain === undefined
        ? stateText(program, environment, { state, spent, ignored })
        : plainText(program, environment, { state, spent });
    return fault === undefined ? name : `!${name}`;
  });
  const edges = graph.transitions.map(({ from, to }) => `${names[from] ?? ''} -> ${names[to] ?? ''}`);
  assert.deepEqual(sorted(names.filter((name) => name !== 'error')), sorted(naive.states), text);
  assert.deepEqual(sorted(edges), sorted(naive.edges), text);
  const last = graph.states.length - 1;
  const way = graph.runTo(last);
  assert.ok(way);
  const opened = openCounterexample(program, check, way);
  if ('refusal' in opened) assert.fail(opened.refusal);
  assert.equal(opened.timeline.goTo(way.steps).step, way.steps, text);
}

const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort();

function startsByChance(program: Program): boolean {
  let isAsked = false;
  const pick = (): number => {
    isAsked = true;
    return 0;
  };
  initial(program, { draw: { pick }, tell: undefined, keepsHistory: false });
  return isAsked;
}

const brokenIn = ({ broken }: Exploration): string[] =>
  broken.map(({ kind, code, counterexample: { steps, loopsTo } }) =>
    code === 'run/endless' ? `${kind} endless` : `${kind} ${loopsTo ?? steps}`,
  );
