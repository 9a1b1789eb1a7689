/** Checks explored with compiled rules give the results of stepping with the kernel, state for state. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { signalEnd } from '../../../../language/src/simulation/compiled/crew-member.ts';
import type { Threads } from '../../../../language/src/simulation/compiled/crew.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import type { Engine } from '../../../../language/src/simulation/explore/explore-rules.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { searchThreads } from '../../../../server/src/search/search-threads.ts';
import { lowered, modelOfText } from '../../dsl/load-text.ts';
import { randomRules } from '../compiled/random-rules.ts';
import { runs } from '../../../properties.ts';
import { searchWorker } from '../search-worker.ts';

type Counted = Omit<Exploration, 'bytes'>;

/** Explores a check; gives up after so many states of the kernel. */
function explored(program: Program, check: Check, engine: Engine | undefined, most = Infinity): Counted | undefined {
  // A process that has many gigabytes promised to it can start no other.
  const exploring = exploreCheck(program, check, { engine, bytes: 2 ** 28, reduces: false });
  for (let next = exploring.next(); ; next = exploring.next()) {
    if (next.done === true) {
      const { bytes, ...counted } = next.value;
      assert.ok(bytes > 0);
      return counted;
    }
    if (next.value.states > most) return undefined;
  }
}

/** An engine, and how often it has compiled something. */
function countingEngine(): { readonly engine: Engine; readonly compiled: () => number } {
  let compiled = 0;
  const counting: Engine['runText'] = (parameters, body) => {
    compiled += 1;
    return runText(parameters, body);
  };
  return { engine: { runText: counting }, compiled: () => compiled };
}

const properties = fc.constantFrom(
  'never one.a == one.k and (any i in 0..2: two.m[i] == 3)',
  'never one.a + one.b > 3',
  'always one.a + one.b < 3 or one.f',
  'eventually one.a == 2',
  'eventually one.b == 1',
  'one.b == 0 leads to one.b == 7',
  'one.a == 0 leads to two.b == 7',
  'one.b == 1 leads to one.a > 1',
  'not one.f leads to one.f or two in Right',
  'never one.a == 5\n  one.b == 1 leads to two.b == 1  eventually one.g',
);
const before = fc.constantFrom('', '', 'send F to one', 'send E(1) to two  send F to one  expect one.b < 2');
const bounds = fc.constantFrom(
  '',
  'bound one.b == 1',
  'bound one in Left',
  'bound two in Left',
  'bound two.a < 2  bound one.m[0] < 3',
  'fault lose up to 2',
);

describe('compiled rules in place of the kernel', () => {
  it('explore the same states, and find the same runs', async () => {
    const tally = { compiled: 0, broken: 0, lasting: 0, stepped: 0, cut: 0 };
    await fc.assert(
      fc.asyncProperty(randomRules, properties, before, bounds, async (rules, property, steps, bound) => {
        const text = rules
          .replace('may send F to one', `may send F to one up to 2`)
          .replace('check "rules" {', `check "rules" {\n  ${steps}`)
          .replace(/never one.*/, `${bound}\n  ${property}`);
        const model = await lowered(text);
        const [check] = model.checks;
        if (check === undefined) throw new Error(text);
        const program = compileModel(model);
        const expected = explored(program, check, undefined, 1000);
        if (expected === undefined) return;
        const { engine, compiled } = countingEngine();
        assert.deepEqual(explored(program, check, engine), expected, text);
        if (compiled() === 0) return;
        tally.compiled += 1;
        if (expected.broken.length > 0) tally.broken += 1;
        if (expected.broken.some(({ kind }) => kind === 'eventually' || kind === 'leads to')) tally.lasting += 1;
        if (steps !== '') tally.stepped += 1;
        if (expected.unexplored.length > 0) tally.cut += 1;
      }),
      { numRuns: runs(20, 1200) },
    );
    for (const [what, count] of Object.entries(tally)) assert.ok(count >= 1, `${what}: ${JSON.stringify(tally)}`);
  });

  it('omit what no one reads', async () => {
    const model = await modelOfText(`
      event E
      machine M for pd { var a: 0..3 = 0  var n: int = 0  initial state A { on E do { a := (a + 1) % 4  n := n + 1 } } }
      pd p runs M
      check "c" { may send E to p  never p.a > 3 }`);
    const [check] = model.checks;
    assert.ok(check);
    const { engine, compiled } = countingEngine();
    assert.equal(explored(compileModel(model), check, engine)?.states, 4);
    assert.ok(compiled() > 0);
  });

  it('leave to the kernel numbers that do not fit, and find what it finds', async () => {
    const model = await modelOfText(`
      event E
      machine M for pd { var n: int = 1  initial state A { on E when n < 1000000000000 do { n := n * 1000 } } }
      pd p runs M
      check "c" { may send E to p  never p.n == 1000000000000 }`);
    const [check] = model.checks;
    assert.ok(check);
    const { engine, compiled } = countingEngine();
    const program = compileModel(model);
    const expected = explored(program, check, undefined);
    assert.equal(expected?.broken[0]?.counterexample.steps, 4);
    assert.deepEqual(explored(program, check, engine), expected);
    assert.ok(compiled() > 0);
  });

  it('find the same with threads', async () => {
    const region = await readFile('test/bench/exploration/region.aft', 'utf8');
    const late = ['st == 2', 'fails == 1', 'ps[1] == 5', 'dn[0] == 9', 'dn[1] == 8', 'up[0] == 5', 'up[1] == 4']
      .map((each) => `region.${each}`)
      .join(' and ');
    const texts = [
      region.replace('  never', `  never ${late}\n  never`),
      region.replace('  never', `  ${late} leads to false\n  never`),
    ];
    let started = 0;
    for (const [index, text] of texts.entries()) {
      const model = await modelOfText(text);
      const [check] = model.checks;
      assert.ok(check);
      const program = compileModel(model);
      const threads = searchThreads(searchWorker, 2);
      assert.ok(threads);
      const start: typeof threads.start = (job) => {
        started += 1;
        return threads.start(job);
      };
      const alone = explored(program, check, { runText });
      assert.equal(alone?.broken.length, 1);
      assert.deepEqual(explored(program, check, { runText, threads: { ...threads, start, from: 10_000 } }), alone);
      assert.equal(started, 2 * (index + 1), `States of the text ${index}: ${alone.states}`);
    }
  });

  it('continue alone where threads give up, or never begin', async () => {
    const model = await modelOfText(await readFile('test/bench/exploration/region.aft', 'utf8'));
    const [check] = model.checks;
    assert.ok(check);
    const program = compileModel(model);
    const alone = explored(program, check, { runText });
    const starts: Threads['start'][] = [
      (job) => {
        signalEnd(job);
        return () => undefined;
      },
      () => () => undefined,
    ];
    for (const start of starts)
      assert.deepEqual(
        explored(program, check, { runText, threads: { count: 2, from: 10_000, patience: 100, start } }),
        alone,
      );
  });
});
