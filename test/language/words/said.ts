/** Texts of a few lines, each of which shows what one sentence about the language says. */
import assert from 'node:assert/strict';
import { runFindings } from '../../../language/src/simulation/play/run-findings.ts';
import { runScenario } from '../../../language/src/simulation/play/scenario-result.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { loadText } from '../dsl/load-text.ts';
import { exploreText } from '../simulation/explore/explored.ts';

/** Asserts that a text has no errors and that its scenarios and checks pass; returns the findings of its scenarios. */
export async function comesTrue(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { model, sources, findings } = await loadText(text, files);
  assert.deepEqual(
    findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])),
    [],
  );
  assert.ok(model.scenarios.length + model.checks.length > 0, 'The text has neither scenario nor check.');
  const program = compileModel(model);
  const found = model.scenarios.flatMap((scenario) => {
    const result = runScenario(program, scenario, 1);
    assert.ok(result);
    return runFindings(result, sources);
  });
  assert.deepEqual(
    found.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])),
    [],
  );
  if (model.checks.length > 0) {
    const judged = await exploreText(text);
    // Up to a horizon there is always more that is not explored.
    const others = judged.filter(({ check: { horizon }, verdict }) => {
      return verdict !== 'passed' && (verdict !== 'bounded' || horizon === undefined);
    });
    assert.deepEqual(
      others.map(({ check, verdict }) => `${check.title}: ${verdict}`),
      [],
    );
  }
  return found.map(({ code, message }) => `${code} ${message}`);
}

/** Returns what is said of a text before any run: `code line: message`, lines from 1. */
export async function saidOf(text: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { findings } = await loadText(text, files);
  return findings.map(({ code, span, message }) => `${code} ${String(span.start.line + 1)}: ${message}`);
}

/** A sentence, and a text whose scenarios and checks show it. */
export type Said = readonly [sentence: string, text: string];

/** Declares a test for each sentence. */
export function eachComesTrue(sentences: readonly Said[]): void {
  for (const [sentence, text] of sentences)
    it(sentence, async () => {
      await comesTrue(text);
    });
}
