/**
 * Runs all scenarios of a text, for tests of runs.
 */
import assert from 'node:assert/strict';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { runScenario, type ScenarioResult } from '../../../language/src/simulation/play/scenario-result.ts';
import { loadText } from '../dsl/load-text.ts';

/** Returns the results of all scenarios of a text, which must have no errors. */
export async function runScenarios(text: string, seed = 1): Promise<ScenarioResult[]> {
  const { model, findings } = await loadText(text);
  const errors = findings.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
  const program = compileModel(model);
  return model.scenarios.map((scenario) => {
    const result = runScenario(program, scenario, seed);
    assert.ok(result);
    return result;
  });
}

/** Returns the failures and errors of a scenario, one line each; empty if it passed. */
export const faultsOf = ({ failures, errors }: ScenarioResult): string[] => [
  ...failures.map(
    ({ expected, found, at, variant }) => `${at / 1000}ms ${variant} expected ${expected}; found ${found}`,
  ),
  ...errors.map(({ error, at, variant }) => `${at / 1000}ms ${variant} ${error.code}: ${error.message}`),
];

/** Fails unless all scenarios of a text pass. */
export async function assertPasses(text: string): Promise<void> {
  const results = await runScenarios(text);
  assert.ok(results.length > 0, 'The text has no scenario.');
  for (const result of results) assert.deepEqual({ [result.title]: faultsOf(result) }, { [result.title]: [] });
}
