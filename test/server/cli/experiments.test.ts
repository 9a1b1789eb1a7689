/** `aftermath experiments`: text, JSON of the schema, refusals. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const files = {
  'shop.aft': `pd db
pd logs
pd api[2] { needs db  needs logs as soft }
pd site { needs 1 of api[*] }

scenario "one may go" {
  crash api[0]
  expect not site broken
}
`,
  'broken.aft': 'pd a {',
  'alone.aft': 'pd a\npd b\n',
};
const run = (...args: string[]) => {
  let outcome = { code: -1, output: '', notes: '' };
  return inFolder(files, async (folder) => {
    outcome = await aftermath(['experiments', ...args], { folder });
  }).then(() => outcome);
};

describe('aftermath experiments', () => {
  it('lists crashes with their claims, what is at stake, and the scenario that says so', async () => {
    assert.deepEqual(await run('shop.aft'), {
      code: 0,
      output: `Experiments under the policy default (PD depth 0, space depth 0)
in shop.aft

1. crash logs, api[0]
  api[1] goes on, degraded
  site works without api[0]
  at stake: api[1], site; no scenario says so

2. crash logs, api[1]
  api[0] goes on, degraded
  site works without api[1]
  at stake: api[0], site; no scenario says so

2 experiments for 4 claims: no smaller set tests them all; 9 of 15 crashes are survived
`,
      notes: '',
    });
  });

  it('prints JSON of the schema, with the line of each claim', async () => {
    const { code, output } = await run('shop.aft', '--json');
    assert.equal(code, 0);
    const { experiments, atLeast } = parsed(output) as Record<string, unknown> & { experiments: readonly object[] };
    assert.equal(atLeast, experiments.length);
    assert.match(output, /"text": "site works without api\[1\]",\n.*\n.*\n.*\n.*\n +"file": "shop\.aft",\n +"line": 4/);
  });

  it('has nothing to test where nothing needs anything', async () => {
    assert.match((await run('alone.aft')).output, /\n0 experiments for 0 claims: .*; 3 of 3 crashes are survived\n$/);
  });

  it('refuses a model with errors, and wrong use', async () => {
    assert.equal((await run('broken.aft')).code, 1);
    const { code, output } = await run('broken.aft', '--json');
    assert.deepEqual([code, Object.keys(parsed(output))], [1, ['version', 'command', 'files', 'counts']]);
    assert.deepEqual([(await run('none.aft')).code, (await run('shop.aft', '--policy', 'x')).code], [2, 2]);
  });
});
