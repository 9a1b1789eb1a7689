/** Blocked in a call: the same answer from each face, also of what lacks something else before. */
import assert from 'node:assert/strict';
import { planOf } from '../../language/src/analysis/plan/plan.ts';
import { shortStatusWords, statusesOf } from '../../language/src/drawing/graph/node-status.ts';
import { defaultPolicy } from '../../language/src/model/policy.ts';
import { graphView } from '../../language/src/view/graph.ts';
import { planOverlay } from '../../language/src/view/report/plan-overlay.ts';
import { allSteps } from '../../language/src/model/all-steps.ts';
import { planReportSteps } from '../../language/src/view/report/plan.ts';
import { hoverAt } from '../../server/src/features/hover.ts';
import { loadText } from '../language/dsl/load-text.ts';
import { comesTrue } from '../language/words/said.ts';
import { aftermath } from './cli/command-line.ts';
import { openInMemory } from './in-memory.ts';

const text = `pd a { needs b as call }
pd b { needs c as call }
pd c
pd d { needs b }
pd e { needs f  needs b as call }
pd f { dies with c }
pd g { needs 1 of b, h as call }
pd h
`;

const scenarios = `scenario "a crash blocks" {
  expect not (a, b, d, e, g) blocked
  crash c
  expect a, b, e blocked
  expect only a, b, e blocked
  expect d broken and not d blocked
  crash h
  expect only a, b, e, g blocked
  restart c
  restart f
  expect not (a, b, c, e, g) blocked
}
check "a call is answered" fails {
  fault crash of c up to 1
  never a blocked
}
`;

async function asked(...args: readonly string[]): Promise<string> {
  const { output, notes, code } = await aftermath(args, { input: text });
  assert.equal(code, 0, notes);
  return output;
}

type Named = readonly { readonly name: string }[];
const namesIn = (list: Named): readonly string[] => list.map(({ name }) => name);
const expected = ['a', 'b', 'e'];

async function planned() {
  const { model, sources } = await loadText(text);
  const target = model.entities.findIndex(({ name }) => name === 'c');
  const question = { kind: 'plan', end: 'crash', of: 'c' } as const;
  const plan = planOf(model, { kind: 'crash', targets: [target] }, defaultPolicy);
  return { model, sources, plan, question };
}

describe('what is blocked in a call', () => {
  it('is a question of scenarios and checks', async () => {
    assert.deepEqual(await comesTrue(text + scenarios), []);
  });

  it('is said by crash and plan, as text and as JSON', async () => {
    for (const command of [
      ['crash', '-', 'c'],
      ['plan', '-', '--crash', 'c'],
      ['plan', '-', '--destroy', 'c'],
    ]) {
      const said = await asked(...command);
      assert.match(said, /\nBroken\n {2}d\n[^]*\nBlocked in a call\n {2}a\n[^]*\n {2}b\n[^]*\n {2}e\n/);
      assert.match(said, /1 broken, 3 blocked, /);
      const json = JSON.parse(await asked(...command, '--json')) as { blocked?: Named; survivors?: { blocked: Named } };
      assert.deepEqual(namesIn(json.blocked ?? json.survivors?.blocked ?? []), expected);
    }
  });

  it('is said by the matrix, as text and as JSON', async () => {
    for (const event of ['crash', 'destroy']) {
      const said = await asked('matrix', '-', '--event', event);
      assert.match(said, /\nOf the broken, blocked in a call:\n {2}b: a, e\n {2}c: a, b, e\n$/);
      const { rows } = JSON.parse(await asked('matrix', '-', '--event', event, '--json')) as {
        rows: readonly { name: string; cells: readonly { blocked: readonly string[] }[] }[];
      };
      assert.deepEqual(rows.find(({ name }) => name === 'c')?.cells[0]?.blocked, expected);
    }
  });

  it('is said by the hover', async () => {
    const { workspace, document } = await openInMemory(text);
    const said = hoverAt(workspace, document, text.indexOf('pd c') + 3)?.markdown;
    assert.match(said ?? '', /crash: destroys 2, degrades 0, breaks 4, blocks 3 in a call/);
  });

  it('is the label of a node in the graph, and a section of the report', async () => {
    const { model, sources, plan, question } = await planned();
    const statuses = statusesOf(graphView(model, sources), planOverlay(plan, { sources, question }));
    const words = new Map([...statuses].map(([id, status]) => [id, shortStatusWords(status)]));
    assert.deepEqual(
      ['a', 'b', 'd', 'e', 'g'].map((name) => words.get(name)),
      ['blocked', 'blocked', 'broken', 'blocked', 'untouched'],
    );
    const { about, sections } = allSteps(planReportSteps(plan, sources));
    assert.match(about.join(' '), /1 broken, 3 blocked\./);
    const section = sections.find(({ title }) => title === 'Blocked in a call');
    assert.ok(section?.kind === 'list');
    assert.deepEqual(
      section.items.map((item) => item.text),
      expected,
    );
  });

  it('is a value in the steps of a run', async () => {
    const { output } = await aftermath(['simulate', '-', '--scenario', 'a crash blocks', '--json'], {
      input: text + scenarios,
    });
    assert.match(output, /"alive, broken, blocked"/);
  });

  it('is named by the export to SPIN, which does not cover it', async () => {
    const { output, notes, code } = await aftermath(['export', 'promela', '-', '--check', 'a call is answered'], {
      input: text + scenarios,
    });
    assert.equal(code, 1);
    assert.match(output + notes, /"blocked"/);
  });
});
