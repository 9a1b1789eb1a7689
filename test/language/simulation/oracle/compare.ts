/** One random model, judged by all executors: what each says of it is the same. */
import assert from 'node:assert/strict';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { compileRules } from '../../../../language/src/simulation/compiled/compiled-rules.ts';
import { toReach } from '../../../../language/src/simulation/explore/judgement/coverage.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/replay.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { lowered } from '../../dsl/load-text.ts';
import { toTheEnd } from '../explore/explored.ts';
import type { Construct } from './constructs.ts';
import type { Found } from './search.ts';
import { search } from './search.ts';

/** What became of a model. */
export interface Judged {
  readonly isSmall: boolean;
  readonly isCompiled: boolean;
  readonly reached: ReadonlySet<Construct>;
}

/** One that the naive search has come to the end of has not so many states: an executor that goes on is wrong. */
const tooMany = 3000;

/** A variable that is only counted is none of a state. */
const ignored = ['ticks'];

/**
 * Judges a model by the naive search, by the kernel with steps that are remembered and without, and by compiled rules
 * where they take it; what a property cuts short, once more without it.
 */
export async function compareExecutors(text: string, most: number): Promise<Judged> {
  const model = await lowered(text);
  const program = compileModel(model);
  const [check] = model.checks;
  assert.ok(check, text);
  const reached = new Set<Construct>();
  const compare = (asked: Check): Found | undefined => {
    const options = { most, ignored, reach: (construct: Construct) => reached.add(construct) };
    const found = search(model, asked, options);
    return found !== undefined && compareWith(found, program, asked, text) ? found : undefined;
  };
  const found = compare(check);
  if (found === undefined) return { isSmall: false, isCompiled: false, reached };
  if (found.first.length > 0) compare({ ...check, watched: [], properties: check.properties.filter(isLasting) });
  return { isSmall: true, isCompiled: canCompile(program, check), reached };
}

const isLasting = ({ kind }: Check['properties'][number]): boolean => kind === 'eventually' || kind === 'leads to';

/** Returns false where plain steps begin an instant that has no end: the kernel counts 10,000 steps, and the naive search goes round. */
function compareWith(found: Found, program: Program, check: Check, text: string): boolean {
  const explored = toTheEnd(program, check, { states: tooMany });
  if (check.steps.length > 0 && explored.unexplored.some(({ limit }) => limit === 'states')) return false;
  expectSame(program, check, found, explored, text);
  const stepped = toTheEnd(program, check, { states: tooMany, remembers: false });
  assert.deepEqual({ ...stepped, bytes: 0 }, { ...explored, bytes: 0 }, text);
  for (const { counterexample } of explored.broken) {
    const opened = openCounterexample(program, check, counterexample);
    if ('refusal' in opened) assert.fail(`${opened.refusal}\n${text}`);
    assert.equal(opened.timeline.goTo(counterexample.steps).step, counterexample.steps, text);
  }
  if (canCompile(program, check))
    expectSame(program, check, found, toTheEnd(program, check, { engine: { runText } }), text);
  return true;
}

function canCompile(program: Program, check: Check): boolean {
  const { run, started } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  return started.error === undefined && !('needs' in compileRules(run, check, runText));
}

function expectSame(program: Program, check: Check, found: Found, explored: Exploration, text: string): void {
  const { broken, states } = explored;
  const what = broken.map(({ kind, counterexample: { steps, loopsTo } }) => `${kind} ${loopsTo ?? steps}`);
  if (found.first.length > 0) {
    // Of several things that are broken in as many steps, any is shown; a deadlock only once nothing leads on.
    const nearest = Math.min(...found.first.filter(({ kind }) => kind !== 'deadlock').map(({ steps }) => steps));
    const possible = found.first
      .filter(({ kind, steps }) => (kind === 'deadlock' ? steps <= nearest : steps === nearest))
      .map(({ kind, steps }) => `${kind} ${steps}`);
    assert.equal(what.length, 1, `${what.join()} but ${possible.join()}\n${text}`);
    assert.ok(possible.includes(what[0] ?? ''), `${what.join()} instead of ${possible.join()}\n${text}`);
    return;
  }
  // A state that is between two instants here is none there: where a run stays is come to sooner.
  const isTimed = check.clock === 'exact';
  const kinds = (all: readonly string[]): string[] => all.map((each) => (isTimed ? each.replace(/ \d+$/, '') : each));
  assert.deepEqual(kinds(what), kinds(found.lasting), text);
  // With an exact clock there is one for each millisecond here.
  if (!isTimed) assert.equal(states, found.states, `states\n${text}`);
  const transitions = toReach(program, check).filter(({ kind }) => kind === 'transition');
  const notTaken = transitions.filter(({ place }) => !found.taken.has(place));
  assert.deepEqual(
    explored.unreached?.filter(({ kind }) => kind === 'transition'),
    notTaken,
    text,
  );
}
