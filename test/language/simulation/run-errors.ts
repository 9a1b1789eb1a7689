/** Runs texts that end in an error, for tests of refusals at run time. */
import assert from 'node:assert/strict';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { runScenario } from '../../../language/src/simulation/play/scenario-result.ts';
import { loadText } from '../dsl/load-text.ts';

/** Fails unless the first scenario of a text ends in an error with that code, at a line that ends in `// here`. */
export async function assertEnds(text: string, code: string): Promise<void> {
  const { model, sources } = await loadText(text);
  const [scenario] = model.scenarios;
  assert.ok(scenario, 'The text has no scenario.');
  const [first] = runScenario(compileModel(model), scenario, 1)?.errors ?? [];
  const place = first?.error.place;
  const line = place === undefined ? undefined : text.split('\n')[sources.places[place]?.start.line ?? -1];
  assert.deepEqual(
    [first?.error.code, line?.endsWith('// here')],
    [code, true],
    `${first?.error.message ?? ''} ${line ?? 'no line'}`,
  );
}
