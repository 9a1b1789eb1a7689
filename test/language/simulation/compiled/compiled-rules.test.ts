/** Rules compiled to JavaScript behave like the interpreter, step by step. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileAction } from '../../../../language/src/simulation/program/actions.ts';
import { type CompiledRules, compileRules } from '../../../../language/src/simulation/compiled/compiled-rules.ts';
import { load } from '../../../../language/src/simulation/compiled/layout.ts';
import { walkedRuns } from '../../../../language/src/simulation/sampling/walked-runs.ts';
import { compileExpression } from '../../../../language/src/simulation/program/expressions.ts';
import { actAtOnce, initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { manyRuns } from '../many-runs.ts';
import { compileModel, scenarioScope } from '../../../../language/src/simulation/program/program.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { keyOf } from '../../../../language/src/simulation/values/values.ts';
import { lowered, modelOfText } from '../../dsl/load-text.ts';
import { runs } from '../../../properties.ts';
import { randomRules } from './random-rules.ts';

// The texts of the rules hold numbers and fixed words only.
// oxlint-disable-next-line typescript/no-implied-eval
const runText = (parameters: readonly string[], body: string): unknown => new Function(...parameters, body);

const seen = (run: Run): string[] => [...run.state.active].map(String).concat(run.state.values.map(keyOf));

function seenCompiled(run: Run, { layout }: CompiledRules, state: Int32Array): string[] {
  const values = [...run.state.values];
  const active = [...run.state.active];
  for (const [entity, fields] of layout.fieldsOf) {
    active[entity] = state[layout.leafOf.get(entity) ?? -1] ?? -1;
    for (const [name, field] of fields) {
      const slot = (run.program.slotsFrom[entity] ?? 0) + (run.program.machineOf[entity]?.slots.get(name) ?? 0);
      values[slot] = load(state, field, values[slot] ?? null);
    }
  }
  return active.map(String).concat(values.map(keyOf));
}

describe('compiled rules', () => {
  it('reach the states of the interpreter, and fail where it fails', async () => {
    let compiledOnes = 0;
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(
        randomRules,
        fc.array(fc.nat({ max: 5 }), { minLength: 30, maxLength: 60 }),
        async (text, choices) => {
          const model = await lowered(text);
          const [check] = model.checks;
          if (check === undefined) throw new Error(text);
          const program = compileModel(model);
          const { run, started } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
          if (started.error !== undefined) return;
          const compiled = compileRules(run, check, runText);
          if ('needs' in compiled) return;
          compiledOnes += 1;
          const actions = check.possibilities.map(({ action }) => compileAction(action, scenarioScope(program)));
          const never = compileExpression(check.properties[0]?.condition ?? { kind: 'none' }, scenarioScope(program));
          const test = compiled.test(check.properties[0]?.condition ?? { kind: 'none' });
          const state = compiled.start.slice();
          for (const choice of choices) {
            const action = actions[choice];
            if (action === undefined) continue;
            const { error } = actAtOnce(run, action);
            try {
              applied += compiled.rules[choice]?.(state) ?? 0;
              assert.equal(error, undefined, text);
            } catch (thrown) {
              if (!(thrown instanceof RunError)) throw thrown;
              assert.equal(error?.code, thrown.code, text);
              return;
            }
            assert.deepEqual(seenCompiled(run, compiled, state), seen(run), text);
            assert.equal(test(state), never({ run, self: -1, locals: [] }), text);
          }
        },
      ),
      { numRuns: runs(14, 1500) },
    );
    assert.ok(compiledOnes > runs(3, 400), `Only ${compiledOnes} of the models were compiled.`);
    assert.ok(applied > runs(35, 4000), `Only ${applied} rules applied.`);
  });

  it('give random runs with the outcomes of the interpreter', async () => {
    let compiledOnes = 0;
    await fc.assert(
      fc.asyncProperty(randomRules, fc.nat(), fc.boolean(), async (text, seed, isAwaited) => {
        const model = await lowered(text);
        const [check] = model.checks;
        if (check === undefined) throw new Error(text);
        const program = compileModel(model);
        const origin = { kind: 'random', check: check.title, faults: [], sends: false } as const;
        const until = isAwaited ? check.properties[0]?.condition : undefined;
        const walked = walkedRuns(program, origin, until, runText);
        if (walked === undefined) return;
        compiledOnes += 1;
        const many = { origin, runs: 5, seed, turns: 40, until };
        const goOn = (): Promise<boolean> => Promise.resolve(true);
        const [plain, quick] = [
          await manyRuns(program, many, goOn),
          await manyRuns(program, { ...many, runText }, goOn),
        ];
        assert.deepEqual(quick, plain, text);
      }),
      { numRuns: runs(10, 1000) },
    );
    assert.ok(compiledOnes > runs(2, 250), `Only ${compiledOnes} of the models were compiled.`);
  });

  it('are refused with a reason for what only the interpreter can do', async () => {
    const reasons: readonly (readonly [text: string, needs: RegExp])[] = [
      ['after 1s -> A', /timers/],
      ['on E do { send E to self }', /send/],
      ['on E do { destroy self }', /destroy/],
      ['on E when now > 1s', /now/],
      ['defer E', /deferred/],
    ];
    for (const [line, needs] of reasons) {
      const model = await modelOfText(
        `event E\nmachine M for pd { initial state A { ${line} } }\npd p runs M\ncheck "c" { may send E to p  never false }`,
      );
      const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
      const [check] = model.checks;
      assert.ok(check);
      const compiled = compileRules(run, check, runText);
      assert.match('needs' in compiled ? compiled.needs : 'nothing', needs, line);
    }
  });
});
