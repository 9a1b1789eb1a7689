/** The PD or node that a name on the command line refers to. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const meant: readonly (readonly [string, string])[] = [
  ['keeper', 'keeper'],
  ['left.worker', 'left.worker'],
  ['reader', 'left.reader'],
  ['left', 'left'],
  ['left.pod[2]', 'left.pod[2]'],
  ['pod[0]', 'left.pod[0]'],
  ['solo[1]', 'solo[1]'],
  ['nginx.service', "'nginx.service'"],
  ["'nginx.service'", "'nginx.service'"],
];

const refused: readonly (readonly [string, string])[] = [
  ['worker', '"worker" can mean "left.worker", "right.worker"; write more of the qualified name.'],
  ['pod', '"pod" means "left.pod[0]", "left.pod[1]", "left.pod[2]"; write "pod[*]" for all, or which copy crashes.'],
  ['solo', '"solo" means "solo[0]", "solo[1]"; write "solo[*]" for all, or which copy crashes.'],
  ['spare', '"spare" is absent at the start, so it cannot crash.'],
  ['shelf', '"shelf" is a space; only a PD or a node can crash.'],
  ['box', '"shelf.box" is a resource; only a PD or a node can crash.'],
  ['keper', 'There is no PD and no node "keper". Did you mean "keeper"?'],
  ['raeder', 'There is no PD and no node "raeder". Did you mean "left.reader"?'],
  ['Worker1', 'There is no PD and no node "Worker1". Did you mean "left.worker" or "right.worker"?'],
  ['pod[7]', 'There is no PD and no node "pod[7]". Did you mean "left.pod[0]", "left.pod[1]" or "left.pod[2]"?'],
  [
    'something-else',
    'There is no PD and no node "something-else". There is "left", "left.worker", "left.reader", "left.pod[0]", "left.pod[1]" and 8 more.',
  ],
];

describe('the PD or node that crashes', () => {
  for (const [name, qualified] of meant) {
    it(`is ${qualified} for "${name}"`, async () => {
      const { output } = await aftermath(['crash', 'names.aft', name, '--json']);
      assert.equal(parsed(output).name, qualified);
    });
  }

  for (const [name, sentence] of refused) {
    it(`is not found for "${name}", and the answer says why`, async () => {
      const { code, output, notes } = await aftermath(['crash', 'names.aft', name]);
      assert.deepEqual([code, output, notes], [2, '', `aftermath: ${sentence}\n`]);
    });
  }

  it('is each copy of a selection, which crash in one event', async () => {
    const input = 'node left { pd api[3] }\nnode right { pd db[2]  pd log }\nnode n[2] { pd w[2] }\n';
    const asked: readonly (readonly [readonly string[], readonly string[]])[] = [
      [['api[*]'], ['left.api[0]', 'left.api[1]', 'left.api[2]']],
      [
        ['left.api[1..2]', 'log'],
        ['left.api[1]', 'left.api[2]', 'right.log'],
      ],
      [['n[*].w[0]'], ['n[0].w[0]', 'n[1].w[0]']],
    ];
    for (const [names, expected] of asked) {
      const { output } = await aftermath(['crash', '-', ...names, '--json'], { input });
      assert.deepEqual(parsed(output).names ?? parsed(output).name, expected, names.join(' '));
    }
    const plan = await aftermath(['plan', '-', '--destroy', 'db[*]', '--brief'], { input });
    assert.match(plan.output, /1\. right\.db\[0\]\n {2}1\. right\.db\[1\]\n/);
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [
        ['crash', '-', 'w[*]'],
        'There is no PD and no node "w[*]". Did you mean "n[0].w[0]", "n[1].w[0]", "n[0].w[1]" or "n[1].w[1]"?',
      ],
      [['crash', '-', 'db[*]', 'db[0]'], '"right.db[0]" is given twice; it crashes once.'],
      [['why', '-', 'db[*]'], '"db[*]" means "right.db[0]", "right.db[1]"; write which copy is meant.'],
    ];
    for (const [args, sentence] of refusals)
      assert.deepEqual(await aftermath(args, { input }), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
  });

  it('is no range that goes beyond the copies, as in the language', async () => {
    const { code, notes } = await aftermath(['crash', '-', 'a[0..9]'], { input: 'pd a[3]\n' });
    const refusal = 'There is no PD and no node "a[0..9]". There is "a[0]", "a[1]", "a[2]".';
    assert.deepEqual([code, notes], [2, `aftermath: ${refusal}\n`]);
  });

  it('is suggested by the end of a path', async () => {
    const input = "node 'node/worker-1'\nnode 'node/worker-2'\nnode 'other/place'\n";
    const { notes } = await aftermath(['crash', '-', 'worker-2'], { input });
    assert.equal(notes, `aftermath: There is no PD and no node "worker-2". Did you mean "'node/worker-2'"?\n`);
  });

  it('is not found in a model without any', async () => {
    const { code, notes } = await aftermath(['crash', '-', 'a'], { input: 'object a\n' });
    assert.deepEqual([code, notes], [2, 'aftermath: "a" is an object; only a PD or a node can crash.\n']);
    const other = await aftermath(['crash', '-', 'b'], { input: 'object a\n' });
    assert.equal(other.notes, 'aftermath: The model has no PD and no node, so nothing in it can crash.\n');
  });

  it('is not one that has ended at the start, in any question', async () => {
    const input = 'doomed pd p { pd inner  space s }\npd q { needs p }\npd r\n';
    const because = 'has ended at the start, so';
    const asked: readonly (readonly [readonly string[], string])[] = [
      [['crash', '-', 'p'], `"p" ${because} it cannot crash.`],
      [['crash', '-', 'p.inner'], `"p.inner" ${because} it cannot crash.`],
      [['plan', '-', '--crash', 'p', '--recover'], `"p" ${because} it cannot crash.`],
      [['plan', '-', '--destroy', 'p.s'], `"p.s" ${because} it cannot be destroyed.`],
      [['why', '-', 'q', '--crash', 'p'], `"p" ${because} it cannot crash.`],
      [['metrics', '-', 'p', 'q'], `"p" ${because} there is nothing to measure.`],
    ];
    for (const [args, sentence] of asked)
      assert.deepEqual(await aftermath(args, { input }), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    const pairs = parsed((await aftermath(['metrics', '-', '--json'], { input })).output);
    assert.deepEqual(
      (pairs.pairs as readonly { readonly first: string }[]).map(({ first }) => first),
      ['q'],
    );
    const why = await aftermath(['why', '-', 'p', '--crash', 'q'], { input });
    assert.match(why.output, /\n {2}"p" has ended at the start, so nothing happens to it\.\n/);
    const before = await aftermath(['why', '-', 'p', '--before', 'q'], { input });
    assert.match(before.output, /\n {2}"p" has ended at the start, so nothing happens to it\.\n/);
  });
});
