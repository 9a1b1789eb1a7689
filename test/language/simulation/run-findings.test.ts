/**
 * Each scenario has exactly the findings that its fixture declares; each code of a run has fixtures and a page with an
 * example.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import { type FindingCode, findingCodes, findingPage } from '../../../language/src/model/finding-codes.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { type RunFindingCode, runFindings } from '../../../language/src/simulation/play/run-findings.ts';
import { runScenario } from '../../../language/src/simulation/play/scenario-result.ts';
import { allFixtures, assertMarked } from '../rules/fixtures.ts';

const folder = new URL('fixtures/', import.meta.url);
const fixtures = allFixtures(folder);

/** Every code that a run may give; the types fail where one is missing here, or has no row in the table. */
const codesOfRuns = {
  'run/expectation': true,
  'run/range': true,
  'run/number': true,
  'run/endless': true,
  'run/work': true,
  'run/value': true,
  'run/requirement': true,
  'run/destruction': true,
  'run/past': true,
  'run/report': true,
  'run/lost': true,
  'run/freed': true,
  'run/refused': true,
  'run/shell': true,
} as const satisfies Readonly<Record<RunFindingCode & FindingCode, true>>;
const codes = Object.keys(codesOfRuns);

/** Runs all scenarios of a text of which nothing is said without a run. */
async function findingsOfRuns(text: string): Promise<Finding[]> {
  const { model, sources, findings } = await loadModel('test:/fixture.aft', (uri) =>
    Promise.resolve(uri === 'test:/fixture.aft' ? text : undefined),
  );
  assert.deepEqual(findings, []);
  const program = compileModel(model);
  return model.scenarios.flatMap((scenario) => {
    const result = runScenario(program, scenario, 1);
    assert.ok(result);
    const found = runFindings(result, sources);
    assert.equal(
      result.passed,
      found.every(({ severity }) => severity !== 'error'),
    );
    return found;
  });
}

describe('the scenarios of a file', () => {
  for (const { name, text } of fixtures) {
    it(`say what is expected of ${name}`, async () => {
      assertMarked(text, await findingsOfRuns(text));
    });
  }
});

describe('the codes of runs', () => {
  it('are those of the table, in its order', () => {
    assert.deepEqual(
      findingCodes.map(({ code }) => code).filter((code) => code.startsWith('run/')),
      codes,
    );
  });

  it('have a folder of fixtures each, in which they are found, and there is no other', async () => {
    const folders = readdirSync(folder).sort();
    assert.deepEqual(folders, codes.map((code) => code.replace('/', '-')).sort());
    for (const code of codes) {
      const own = fixtures.filter(({ name }) => name.startsWith(`${code.replace('/', '-')}/`));
      const found = await Promise.all(own.map(({ text }) => findingsOfRuns(text)));
      assert.ok(
        found.some((findings) => findings.some((finding) => finding.code === code)),
        code,
      );
    }
  });

  for (const code of codes) {
    it(`have a page each: that of ${code} shows its finding alone, on the line that says so`, async () => {
      const page = new URL(`../../../language/docs/findings/${findingPage(code)}`, import.meta.url);
      const example = /```aftermath\n([^]*?)```/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
      const marked = example.split('\n').findIndex((line) => line.includes('// reported'));
      assert.deepEqual(
        (await findingsOfRuns(example)).map((finding) => [finding.code, finding.span.start.line]),
        [[code, marked]],
      );
    });
  }
});

describe('the findings of a run', () => {
  it('say once what happens at one place again and again, and how often', async () => {
    const text = `event Ping
machine Caller for pd {
  var left: int = 100
  initial state Calling {
    after 1s when left > 0 do { left := left - 1  send Ping to gone } -> Calling
  }
}
pd caller runs Caller
pd gone
scenario "calls" { crash gone  run 2min }`;
    const [finding, ...others] = await findingsOfRuns(text);
    assert.deepEqual(others, []);
    assert.match(finding?.message ?? '', /^At 1s, the first of 100 times: "Ping" to "gone" is lost/);
  });

  it('name the messages that a crash takes from a machine that deferred them', async () => {
    const text = `event Job(id: int)
machine Worker for pd {
  initial state Idle { on Job -> Busy }
  state Busy { after 2s -> Idle  defer Job }
}
pd worker runs Worker
scenario "a restart" {
  send Job(1) to worker
  send Job(2) to worker
  run 1s
  crash worker
  restart worker
}`;
    const found = await findingsOfRuns(text);
    assert.deepEqual(
      found.map(({ code, span, message }) => [code, span.start.line, message]),
      [['run/lost', 8, 'At 1s: "Job" is lost: "worker", which deferred it, has ended.']],
    );
  });

  it('without a location of their own are reported at the title of the scenario, each message by itself', async () => {
    const text = `machine Server for pd {
  initial state On { on freed do { destroy servers[1], servers[2] } }
}
pd servers[3] runs Server { manages s[index]  holds s[index].r }
space s[3] { resource r }
pd client { holds s[0].r, s[1].r, s[2].r }
scenario "two go before they hear of it" { crash client }`;
    const found = await findingsOfRuns(text);
    assert.deepEqual(
      found.map(({ code, span, message }) => [code, span.start.line, /to "(.*)" is/.exec(message)?.[1]]),
      [
        ['run/lost', 6, 'servers[1]'],
        ['run/lost', 6, 'servers[2]'],
      ],
    );
  });
});
