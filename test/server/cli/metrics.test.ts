/** `aftermath metrics`: the comparison of two PDs, the table of all pairs, JSON, wrong usage. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const comparison = `Isolation of twin and cousin
in thresholds.aft

Resources  twin  cousin  shared  RSI  RSI of what is held
block         2       1       1  1/2                  1/2
all           2       1       1  1/2

Fault radius: 1
Sharing starts after hops: 0

Shared resources, hops from twin and from cousin
  disk.a: 0, 0

Trusted computing base
  twin: server, cousin
  cousin: server, twin

Impact boundary
  twin: server, cousin
  cousin: server, twin

Memory cost
  twin: 8292 (8192 in resources, 100 overhead)
  cousin: 4096 (4096 in resources, 0 overhead)
  both: 8292 (8192 in resources, 100 overhead)
`;

const pairs = `Isolation of all pairs of PDs
in thresholds.aft

PD      PD      FR  RSI  RSI block
server  twin     1    1          1
server  cousin   1  1/2        1/2
twin    cousin   1  1/2        1/2
`;

const fraction = (numerator: number, denominator = 1) => ({ numerator, denominator });

describe('aftermath metrics', () => {
  it('prints everything that is measured of two PDs', async () => {
    const outcome = await aftermath(['metrics', 'thresholds.aft', 'twin', 'cousin']);
    assert.deepEqual(outcome, { code: 0, output: comparison, notes: '' });
  });

  it('prints the same as JSON, fractions in lowest terms', async () => {
    const { code, output } = await aftermath(['metrics', 'thresholds.aft', 'twin', 'cousin', '--json']);
    assert.equal(code, 0);
    const half = { first: 2, second: 1, shared: 1, rsi: fraction(1, 2) };
    const cost = (resources: number, overhead: number) => ({
      total: fraction(resources + overhead),
      resources: fraction(resources),
      overhead: fraction(overhead),
      isExact: true,
      unsized: [],
    });
    const both = { firstSecond: true, secondFirst: true };
    assert.deepEqual(parsed(output), {
      version: 1,
      command: 'metrics',
      file: 'thresholds.aft',
      comparison: {
        first: 'twin',
        second: 'cousin',
        types: [{ type: 'block', ...half }],
        all: half,
        faultRadius: 1,
        direct: [{ type: 'block', ...half }],
        shared: [{ name: 'disk.a', first: 0, second: 0 }],
        level: 0,
        trusts: both,
        harms: both,
        pds: [
          { name: 'twin', tcb: ['server', 'cousin'], ib: ['server', 'cousin'], cost: cost(8192, 100) },
          { name: 'cousin', tcb: ['server', 'twin'], ib: ['server', 'twin'], cost: cost(4096, 0) },
        ],
        cost: cost(8192, 100),
      },
    });
  });

  it('prints a table of all pairs, each once', async () => {
    assert.deepEqual(await aftermath(['metrics', 'thresholds.aft']), { code: 0, output: pairs, notes: '' });
  });

  it('gives in the table of all pairs what the comparison of each gives', async () => {
    const { output } = await aftermath(['metrics', 'wiki.aft', '--json']);
    const all = parsed(output).pairs as readonly { readonly first: string; readonly second: string }[];
    assert.equal(all.length, 10);
    for (const pair of all) {
      const two = parsed((await aftermath(['metrics', 'wiki.aft', pair.first, pair.second, '--json'])).output);
      assert.deepEqual({ ...(two.comparison as object), ...pair }, two.comparison);
    }
  });

  it('omits what two PDs without anything in common do not have', async () => {
    const { output } = await aftermath(['metrics', '-', 'a', 'b', '--json'], { input: 'pd a\npd b\n' });
    const { comparison: two } = parsed(output) as { readonly comparison: object };
    assert.deepEqual(['faultRadius' in two, 'level' in two], [false, false]);
    const text = await aftermath(['metrics', '-', 'a', 'b'], { input: 'pd a\npd b\n' });
    assert.match(text.output, /\nFault radius: none\nSharing starts after hops: nothing is shared\n/);
    assert.match(text.output, /\n {2}a: nobody\n {2}b: nobody\n/);
  });

  it('counts resources that have no size', async () => {
    const { output } = await aftermath(['metrics', 'wiki.aft', 'fs', 'db']);
    assert.match(output, /\n {2}both: 0 \(0 in resources, 0 overhead; 5 without a size\)\n/);
  });

  it('says so if there are not two PDs', async () => {
    const { code, output } = await aftermath(['metrics', '-'], { input: 'pd a\n' });
    assert.equal(code, 0);
    assert.match(output, /\nThe model has no two PDs, so there is nothing to compare\.\n$/);
  });

  it('compares nodes as one PD each', async () => {
    const { code, output } = await aftermath(['metrics', 'names.aft', 'left', 'right']);
    assert.deepEqual([code, output.split('\n')[0]], [0, 'Isolation of left and right']);
  });

  it('reports errors in place of a result', async () => {
    const { code, output } = await aftermath(['metrics', 'errors.aft', '--json']);
    assert.deepEqual([code, parsed(output).command], [1, 'metrics']);
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [['wiki.aft', 'fs'], 'Name two PDs to compare them, or none to compare all pairs.'],
    [['wiki.aft', 'fs', 'disk1'], '"disk1" is a space; only PDs and nodes are compared.'],
    [['wiki.aft', 'fss', 'db'], 'There is no PD and no node "fss". Did you mean "fs"?'],
    [['names.aft', 'left', 'left.worker'], '"left.worker" is on "left"; compare what is apart.'],
    [['names.aft', 'left.worker', 'spare'], '"spare" is absent at the start, so there is nothing to measure.'],
    [['wiki.aft', 'fs', 'db', 'app'], '"app" is one argument too many; write "aftermath metrics FILE [A B]".'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['metrics', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
