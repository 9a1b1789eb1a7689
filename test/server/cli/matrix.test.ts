/** `aftermath matrix`: the table, its order, its JSON, wrong usage. */
import assert from 'node:assert/strict';
import { type CrashRow, crashRows } from '../../../language/src/analysis/crash/crash-matrix.ts';
import { loadModel } from '../../../language/src/dsl/load.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { boundedRows, isUnlisted } from '../../../server/src/cli/run/matrix-rows.ts';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const table = `Crash of each PD: destroyed/degraded/broken/untouched
in plan.aft

PD   space-direct  space-recursive  pd-direct  pd-recursive      soft    strict
fs       3/1/1/ 8         3/1/1/ 8   4/0/0/ 8      4/0/0/ 8  3/1/1/ 8  3/1/1/ 8
app      1/0/0/11         1/0/0/11   1/0/0/11      1/0/0/11  1/0/0/11  1/0/0/11
`;

interface Row {
  readonly name: string;
  readonly cells: readonly {
    readonly policy: string;
    readonly counts: Readonly<Record<string, number>>;
    readonly destroyed: readonly string[];
  }[];
}

const rowsOf = (output: string): readonly Row[] => parsed(output).rows as readonly Row[];

describe('aftermath matrix', () => {
  it('prints a row for each PD and a column for each policy, aligned', async () => {
    const { code, output, notes } = await aftermath(['matrix', 'plan.aft']);
    assert.deepEqual([code, notes], [0, '']);
    assert.equal(output, table);
  });

  it('agrees with a separate crash for each cell', async () => {
    const { output } = await aftermath(['matrix', 'wiki.aft', '--json']);
    const rows = rowsOf(output);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['blockServer1', 'blockServer2', 'fs', 'db', 'app'],
    );
    for (const { name, cells } of rows) {
      assert.equal(cells.length, 4);
      for (const { policy, counts, destroyed } of cells) {
        const crash = parsed((await aftermath(['crash', 'wiki.aft', name, '--policy', policy, '--json'])).output);
        const names = (list: unknown): readonly string[] =>
          (list as readonly { name: string }[]).map((each) => each.name);
        assert.deepEqual([...destroyed].sort(), [...names(crash.destroyed)].sort());
        assert.equal(counts.degraded, names(crash.degraded).length);
        assert.equal(counts.broken, names(crash.broken).length);
      }
    }
  });

  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['name', ['app', 'blockServer1', 'blockServer2', 'db', 'fs']],
    ['destroyed', ['blockServer1', 'blockServer2', 'fs', 'db', 'app']],
    ['degraded', ['blockServer1', 'blockServer2', 'fs', 'db', 'app']],
  ];
  for (const [key, names] of orders) {
    it(`sorts by ${key}, ties in the order of the model`, async () => {
      const { output } = await aftermath(['matrix', 'wiki.aft', '--sort', key, '--json']);
      assert.deepEqual(
        rowsOf(output).map(({ name }) => name),
        names,
      );
      assert.equal(parsed(output).sort, key);
    });
  }

  it('sorts by a number in descending order', async () => {
    const input = 'space s\npd client { requests s }\npd server { manages s }\npd needy { needs server }\n';
    for (const key of ['destroyed', 'degraded', 'broken']) {
      const { output } = await aftermath(['matrix', '-', '--sort', key, '--json'], { input });
      assert.equal(rowsOf(output)[0]?.name, 'server', key);
    }
  });

  it('takes one policy alone', async () => {
    const { output } = await aftermath(['matrix', 'wiki.aft', '--policy', 'pd-direct', '--json']);
    assert.deepEqual(parsed(output).policies, [{ name: 'pd-direct', pdDepth: 1, spaceDepth: 0 }]);
    for (const { cells } of rowsOf(output))
      assert.deepEqual(
        cells.map(({ policy }) => policy),
        ['pd-direct'],
      );
  });

  it('says so if the model has no PD', async () => {
    const { code, output } = await aftermath(['matrix', '-'], { input: 'object a\n' });
    assert.equal(code, 0);
    assert.match(output, /\nThe model has no PD and no node, so nothing in it can crash\.\n$/);
  });

  it('prints the same bytes for the same input', async () => {
    assert.deepEqual(await aftermath(['matrix', 'wiki.aft']), await aftermath(['matrix', 'wiki.aft']));
  });

  it('reports errors in place of a result', async () => {
    const { code, output } = await aftermath(['matrix', 'errors.aft', '--json']);
    assert.deepEqual([code, parsed(output).command], [1, 'matrix']);
  });

  const refusals: readonly (readonly [readonly string[], string])[] = [
    [
      ['wiki.aft', '--sort', 'destroid'],
      'Rows cannot be sorted by "destroid". Did you mean "destroyed"? The keys are destroyed, degraded, broken, name.',
    ],
    [
      ['wiki.aft', '--policy', 'pd-dirct'],
      'There is no policy "pd-dirct". Did you mean "pd-direct"? The policies are default, space-direct, space-recursive, pd-direct, pd-recursive.',
    ],
    [['none.aft'], 'There is no file "none.aft".'],
  ];
  for (const [args, sentence] of refusals) {
    it(`refuses "${args.join(' ')}" with 2 and one line`, async () => {
      const outcome = await aftermath(['matrix', ...args]);
      assert.deepEqual(outcome, { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});

describe('the rows of a matrix', () => {
  const text = Array.from(
    { length: 9 },
    (_, index) => `pd p${String(index)} ${index > 0 ? `{ needs p${String(index - 1)} }` : ''}`,
  ).join('\n');
  const opened = loadModel('memory:/a.aft', () => Promise.resolve(text));

  it('list so many names, in the order of the model, and only count after that', async () => {
    const all = [...crashRows((await opened).model)];
    const names = ({ counts }: CrashRow['cells'][number]): number => counts.destroyed + counts.broken;
    for (let most = 0; most < 200; most += 7) {
      const bounded = boundedRows(all, most);
      let sum = 0;
      for (const [index, { cells }] of bounded.entries()) {
        for (const [place, cell] of cells.entries()) {
          const whole = itemAt(itemAt(all, index).cells, place);
          sum += names(whole);
          assert.equal(isUnlisted(cell), sum > most);
          assert.deepEqual([cell.counts, cell.already], [whole.counts, whole.already]);
          assert.deepEqual(cell.broken, sum > most ? [] : whole.broken);
        }
      }
      // Shards bound their own rows first.
      for (const at of [1, 4, 8]) {
        const shards = [...boundedRows(all.slice(0, at), most), ...boundedRows(all.slice(at), most)];
        assert.deepEqual(boundedRows(shards, most), bounded);
      }
    }
  });
});
