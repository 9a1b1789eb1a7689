/** The search over compiled rules finds the same states as stepping with the interpreter, at the same distance. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { Check } from '../../../language/src/model/scenario.ts';
import { prepareRules } from '../../../language/src/simulation/compiled/prepared-rules.ts';
import { type CompiledSearch, startSearch } from '../../../language/src/simulation/compiled/search.ts';
import { Unsupported } from '../../../language/src/simulation/compiled/unsupported.ts';
import {
  environmentOf,
  makeMove,
  movesOf,
  nothingSpent,
  type Spent,
} from '../../../language/src/simulation/play/environment.ts';
import { compileExpression } from '../../../language/src/simulation/program/expressions.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { compileModel, scenarioScope } from '../../../language/src/simulation/program/program.ts';
import type { Program, Run, State } from '../../../language/src/simulation/kernel/run.ts';
import { copyOf } from '../../../language/src/simulation/kernel/state.ts';
import { keyOf } from '../../../language/src/simulation/values/values.ts';
import { lowered, modelOfText } from '../dsl/load-text.ts';
import { runs } from '../../properties.ts';
import { randomRules } from './compiled/random-rules.ts';

const texts: string[] = [];
const runText = (parameters: readonly string[], body: string): unknown => {
  texts.push(body);
  // The texts of the rules hold numbers and fixed words only.
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(...parameters, body);
};

const startOf = (program: Program): Run =>
  initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false }).run;

const canStart = (program: Program): boolean =>
  initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false }).started.error === undefined;

const megabytes = 1_000_000;

function searchOf(run: Run, check: Check, memory = 100 * megabytes): CompiledSearch {
  const wanted = check.properties.map(({ condition }) => ({ condition, isNegated: false, ends: true }));
  return startSearch(prepareRules(run, check), { wanted, bounds: check.bounds, memory }, runText);
}

function finish(search: CompiledSearch, states = 1000): ReturnType<CompiledSearch['advance']> {
  for (;;) {
    const why = search.advance(states);
    if (why !== 'paused') return why;
  }
}

/** What a search by the interpreter comes to: how the first thing that ends it was reached, or how much there is. */
type Found =
  | { readonly kind: 'met' | 'failed'; readonly steps: number; readonly place: number | undefined }
  | {
      readonly kind: 'over';
      readonly states: number;
      readonly transitions: number;
      readonly bounded: number;
      readonly stuckSteps: number | undefined;
    };

/** Steps from state to state with the interpreter; gives up where there are many states. */
function naive(program: Program, check: Check, most: number): Found | undefined {
  const run = startOf(program);
  const environment = environmentOf(program, check, run);
  const scope = scenarioScope(program);
  const test = (condition: Check['bounds'][number]) => {
    const compiled = compileExpression(condition, scope);
    return (): boolean => compiled({ run, self: -1, locals: [] }) === true;
  };
  const [wanted, bounds] = [check.properties.map(({ condition }) => test(condition)), check.bounds.map(test)];
  const seen = new Set<string>();
  const queue: { readonly state: State; readonly spent: Spent; readonly steps: number }[] = [];
  let [transitions, bounded] = [0, 0];
  let stuckSteps: number | undefined;
  const isEndReached = (spent: Spent, steps: number): boolean => {
    // Without a limit it makes no difference how often something was done.
    const limited = environment.actions.map(({ upTo }, index) =>
      upTo === undefined ? 0 : (spent.actions[index] ?? 0),
    );
    const key = [...run.state.active].map(String).concat(run.state.values.map(keyOf), limited.map(String));
    if (seen.size === seen.add(key.join(' ')).size) return false;
    queue.push({ state: run.state, spent, steps });
    return wanted.some((isTrue) => isTrue());
  };
  if (isEndReached(nothingSpent(environment), 0)) return { kind: 'met', steps: 0, place: undefined };
  for (let next = queue[0], place = 0; next !== undefined; next = queue[++place]) {
    if (seen.size > most) return undefined;
    run.state = next.state;
    if (!bounds.every((holds) => holds())) {
      bounded += 1;
      continue;
    }
    const moves = movesOf(run, environment, next.spent);
    if (moves.length === 0) stuckSteps ??= next.steps;
    const steps = next.steps + 1;
    for (const move of moves) {
      run.state = copyOf(next.state);
      const { played, spent } = makeMove(run, environment, next.spent, move);
      const error = played.kind === 'judged' ? undefined : played.stepped.error;
      if (error !== undefined) return { kind: 'failed', steps, place: error.place };
      transitions += 1;
      if (isEndReached(spent, steps)) return { kind: 'met', steps, place: undefined };
    }
  }
  return { kind: 'over', states: seen.size, transitions, bounded, stuckSteps };
}

/** What a search has come to. */
function foundBy(search: CompiledSearch): Found {
  const [first, failed, stuck] = [search.firstOf(0), search.failed(), search.stuck()];
  if (failed !== undefined && (first === undefined || first >= failed.known))
    return { kind: 'failed', steps: search.depthOf(failed.state) + 1, place: failed.place };
  if (first !== undefined) return { kind: 'met', steps: search.depthOf(first), place: undefined };
  const { states, transitions } = search.progress();
  const stuckSteps = stuck === undefined ? undefined : search.depthOf(stuck);
  return { kind: 'over', states, transitions, bounded: search.bounded(), stuckSteps };
}

/** Everything that a search says. */
const toldBy = (search: CompiledSearch): unknown => [
  ...[search.progress(), search.bounded(), search.stuck(), search.failed(), search.firstOf(0)],
  Array.from({ length: search.progress().states }, (_, state) => [search.before(state), search.stateAt(state)]),
];

describe('the search over compiled rules', () => {
  it('finds the states of the interpreter, and the first ones that are looked for as near', async () => {
    const tally = { met: 0, failed: 0, over: 0, bounded: 0, stuck: 0 };
    await fc.assert(
      fc.asyncProperty(randomRules, fc.boolean(), fc.boolean(), async (rules, isBounded, isEasy) => {
        const limited = rules.replace('may send F to one', 'may send F to one up to 2');
        const bounded = isBounded ? limited.replace('never', 'bound one.b == 1\n  never') : limited;
        const text = isEasy ? bounded.replace(/never .*/, 'never one.a + one.b > 1') : bounded;
        const model = await lowered(text);
        const [check] = model.checks;
        if (check === undefined) throw new Error(text);
        const program = compileModel(model);
        if (!canStart(program)) return;
        let search: CompiledSearch;
        try {
          search = searchOf(startOf(program), check);
        } catch (error) {
          if (error instanceof Unsupported) return;
          throw error;
        }
        const expected = naive(program, check, 500);
        if (expected === undefined) return;
        finish(search);
        assert.deepEqual(foundBy(search), expected, text);
        tally[expected.kind] += 1;
        if (expected.kind !== 'over') return;
        if (expected.bounded > 0) tally.bounded += 1;
        if (expected.stuckSteps !== undefined) tally.stuck += 1;
      }),
      { numRuns: runs(25, 800) },
    );
    for (const [what, count] of Object.entries(tally))
      assert.ok(count >= 1, `Only ${count} models were ${what}: ${JSON.stringify(tally)}`);
  });

  it('says the same whether it expands one state or many at a time, wherever it ends', async () => {
    const endings = { found: 0, failed: 0, 'bounded before': 0 };
    for (let sum = 3; sum < 20; sum++) {
      for (const end of [
        `never p.a + q.a + r.a == ${sum}`,
        `never p.a - q.a == ${sum}`,
        `bound p.a + q.a < ${sum}  never p.a + q.a > 30`,
      ]) {
        const model = await modelOfText(`
          event Up
          event Over
          machine M for pd {
            var a: 0..6 = 0
            initial state A { on Up when a < 6 do { a := a + 1 }  on Over when a == ${(sum / 2) % 5} do { a := a + 7 } }
          }
          pd p runs M
          pd q runs M
          pd r runs M
          check "c" { may send Up to p  may send Up to q  may send Up to r  bound r.a < 5  ${end}
            ${sum % 2 === 0 ? `may send Over to r` : ''} }`);
        const [check] = model.checks;
        assert.ok(check);
        const run = startOf(compileModel(model));
        const [one, many] = [searchOf(run, check), searchOf(run, check)];
        assert.equal(finish(many), finish(one, 1));
        assert.deepEqual(toldBy(many), toldBy(one), end);
        const isLate = many.progress().followed > 5;
        if (isLate && many.firstOf(0) !== undefined) endings.found += 1;
        if (isLate && many.failed() !== undefined) endings.failed += 1;
        if (isLate && many.bounded() > 0 && many.progress().followed < many.progress().states)
          endings['bounded before'] += 1;
      }
    }
    for (const [what, count] of Object.entries(endings)) assert.ok(count > 2, `${what}: ${JSON.stringify(endings)}`);
  });

  it('says nothing of states that come after the one where it ends', async () => {
    const told: unknown[] = [];
    for (const end of [0, 3, 100]) {
      const model = await modelOfText(`
        event One
        event Two
        event Stop
        machine M for pd {
          var a: 0..20 = 0
          initial state A { on One when a < 9 do { a := a + 1 }  on Two when a < 9 do { a := a + 2 }  on Stop -> Z }
          state Z { }
        }
        pd p runs M
        check "c" { may send One to p  may send Two to p  may send Stop to p  never p.a == ${end} }`);
      const [check] = model.checks;
      assert.ok(check);
      const search = searchOf(startOf(compileModel(model)), check);
      finish(search);
      told.push([search.stuck(), search.progress().followed, search.progress().transitions]);
    }
    // Of 0, 1, 2 and the stopped 0 the second leads to 3; of the eleven values each can be stopped.
    assert.deepEqual(told, [
      [undefined, 0, 0],
      [undefined, 2, 6],
      [3, 22, 29],
    ]);
  });

  it('counts as SPIN does', async () => {
    const text = await readFile('test/bench/exploration/region.aft', 'utf8');
    const counts: readonly (readonly [size: string, states: number, transitions: number])[] = [
      ['failures: 1  epochs: 2', 147_644, 1_051_784],
      ['failures: 2  epochs: 3', 1_586_931, 12_182_538],
    ];
    for (const [size, states, transitions] of counts) {
      const model = await modelOfText(text.replace('failures: 1  epochs: 2', size));
      const [check] = model.checks;
      assert.ok(check);
      const search = searchOf(startOf(compileModel(model)), check);
      assert.equal(finish(search), 'over');
      const { depth, ...counted } = search.progress();
      assert.deepEqual(counted, { states, transitions, followed: states });
      assert.equal(depth, search.depthOf(states - 1));
      assert.ok(search.bytes() <= 40 * states, `${search.bytes() / states} bytes a state`);
    }
  });

  it('stops when memory runs out, having explored what fits', async () => {
    const model = await modelOfText(await readFile('test/bench/exploration/region.aft', 'utf8'));
    const [check] = model.checks;
    assert.ok(check);
    const search = searchOf(startOf(compileModel(model)), check, 2 * megabytes);
    assert.equal(finish(search), 'full');
    const { states, followed } = search.progress();
    assert.ok(states > 50_000 && states < 147_644 && followed < states, JSON.stringify(search.progress()));
    assert.ok(search.bytes() <= 2 * megabytes);
  });

  it('shows the states on the way to one, each a step from the one before', async () => {
    const model = await modelOfText(`
      event Up
      event Jump
      machine M for pd { var a: -3..20 = -3  initial state A { on Up do { a := a + 1 }  on Jump when a == 2 do { a := 9 } } }
      pd p runs M
      check "c" { may send Up to p  may send Jump to p  never p.a == 10 }`);
    const [check] = model.checks;
    assert.ok(check);
    const search = searchOf(startOf(compileModel(model)), check);
    assert.equal(finish(search), 'ended');
    const way: (number | undefined)[] = [];
    for (let at = search.firstOf(0) ?? -1; at > 0; at = search.before(at)) way.unshift(search.stateAt(at)[1]);
    assert.deepEqual(way, [-2, -1, 0, 1, 2, 9, 10]);
  });
});
