/**
 * Files of scenarios: all of them pass, and other findings of their runs are declared under their lines, as in the
 * fixtures of the checks.
 */
import assert from 'node:assert/strict';
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { runFindings } from '../../../language/src/simulation/play/run-findings.ts';
import { runScenario } from '../../../language/src/simulation/play/scenario-result.ts';
import { allFixtures, assertMarked, type Fixture } from '../rules/fixtures.ts';

/** Declares a test for each scenario file in a folder. */
export function testScenarioFiles(folder: URL): void {
  for (const file of allFixtures(folder)) {
    it(`pass in ${file.name}`, async () => {
      await assertComesTrue(file);
    });
  }
}

async function assertComesTrue({ text }: Fixture): Promise<void> {
  const uri = 'test:/fixture.aft';
  const read = (wanted: string) => Promise.resolve(wanted === uri ? text : undefined);
  const { model, sources, findings } = await createLoader(read).load(uri);
  const errors = findings.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
  assert.ok(model.scenarios.length > 0, 'The file has no scenario.');
  const program = compileModel(model);
  const found = model.scenarios.flatMap((scenario) => {
    const result = runScenario(program, scenario, 1);
    assert.ok(result);
    return runFindings(result, sources);
  });
  const isOwn = ({ span }: Finding): boolean => span.uri === uri;
  assertMarked(
    text,
    found.filter(isOwn).map((finding) => ({ ...finding, related: [] })),
  );
  assertElsewhere(
    text,
    found.filter((finding) => !isOwn(finding)),
  );
}

/** Findings in an imported file come after `// elsewhere:`, such as `// elsewhere: run/report "is not finished"`. */
function assertElsewhere(text: string, findings: readonly Finding[]): void {
  const marks = [...text.matchAll(/^\s*\/\/ elsewhere: (\S+) "(.*)"$/gm)].map(([, code = '', message = '']) => ({
    code,
    message,
  }));
  const missing = marks.filter((mark) => !findings.some((finding) => isMarked(finding, mark)));
  const unexpected = findings.filter((finding) => !marks.some((mark) => isMarked(finding, mark)));
  assert.deepEqual({ missing, unexpected: unexpected.map(({ message }) => message) }, { missing: [], unexpected: [] });
}

const isMarked = (finding: Finding, { code, message }: { readonly code: string; readonly message: string }): boolean =>
  finding.code === code && finding.message.includes(message);
