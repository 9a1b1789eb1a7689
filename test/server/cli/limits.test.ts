/** `aftermath verify` within limits: the memory of the program, and checks that are explored with more and more faults. */
import assert from 'node:assert/strict';
import { beginWork } from '../../../server/src/cli/input/interruption.ts';
import { processMemory } from '../../../server/src/cli/memory.ts';
import { becomes } from '../../becomes.ts';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const input = `pd replica[5]
pd store { needs 3 of replica[*] }
check "the store survives" { fault crash of replica[*] up to 4  never store broken }
check "two crashes" { fault crash of replica[*] up to 2  never store broken }
`;

interface Checked {
  readonly verdict: string;
  readonly deepened?: { readonly holds?: number; readonly tried: number; readonly most: number };
  readonly unexplored: readonly {
    readonly limit: string;
    readonly hashed?: { readonly kind: string; readonly probability: number };
  }[];
  readonly broken: readonly { readonly steps: number; readonly trace?: object }[];
}

describe('aftermath verify --deepen', () => {
  it('says with how many faults a check holds, and shows a run with the fewest that break it', async () => {
    const { code, output } = await aftermath(['verify', '-', '--deepen'], { input });
    assert.equal(code, 1);
    assert.match(
      output,
      /\n {7}3 {2}0s {2}fault: crash replica\[2\]\n(?: {10}.*\n)+ {2}holds with up to 2 of each fault, broken with 3\n/,
    );
    assert.match(output, /\npassed .*two crashes \(\d+ states, \d+ transitions, depth 4\)\n1 file/);
  });

  it('prints the same as JSON, with a trace that fits the check as it was declared', async () => {
    const { output } = await aftermath(['verify', '-', '--deepen', '--json'], { input });
    const [file] = parsed(output).files as readonly { readonly checks: readonly Checked[] }[];
    const [broken, held] = file?.checks ?? [];
    const runs = broken?.broken.map(({ steps, trace }) => [steps, typeof trace]);
    assert.deepEqual(broken?.deepened, { holds: 2, tried: 3, most: 4 });
    assert.deepEqual(held?.deepened, { holds: 2, tried: 2, most: 2 });
    assert.deepEqual(runs, [[3, 'object']]);
    const plain = parsed((await aftermath(['verify', '-', '--json'], { input })).output);
    const [other] = plain.files as readonly { readonly checks: readonly Checked[] }[];
    assert.equal(other?.checks[0]?.deepened, undefined);
  });

  it('does not go with shards or another engine', async () => {
    const { code, notes } = await aftermath(['verify', '-', '--deepen', '--shard', '1/2'], { input });
    assert.deepEqual(
      [code, notes],
      [2, 'aftermath: --deepen explores again and again, so it does not go with --shard.\n'],
    );
  });
});

describe('aftermath verify by hashes of states', () => {
  for (const option of ['--compact', '--bitstate']) {
    it(`never passes, and says how probable it is that a state was left out: ${option}`, async () => {
      const given = ['verify', '-', option, '--json'];
      const { code, output } = await aftermath([...given, '--check', 'two crashes'], { input });
      const [file] = parsed(output).files as readonly { readonly checks: readonly Checked[] }[];
      const [check] = file?.checks ?? [];
      assert.deepEqual([code, check?.verdict], [3, 'undecided']);
      const [left] = check?.unexplored ?? [];
      assert.equal(left?.limit, 'omitted');
      assert.equal(left.hashed?.kind, option.slice(2));
      assert.ok(left.hashed.probability > 0 && left.hashed.probability < 0.001);
      const broken = await aftermath(given, { input });
      const [runs] = parsed(broken.output).files as readonly { readonly checks: readonly Checked[] }[];
      assert.deepEqual([broken.code, runs?.checks[0]?.broken.map(({ steps }) => steps)], [1, [3]]);
    });
  }

  it('is one way, of our own engine, and without --deepen', async () => {
    const refusals: string[] = [];
    for (const other of [['--bitstate'], ['--engine', 'spin'], ['--deepen']]) {
      const { code, notes } = await aftermath(['verify', '-', '--compact', ...other], { input });
      assert.equal(code, 2);
      refusals.push(notes);
    }
    assert.deepEqual(refusals, [
      'aftermath: Give only one of --compact and --bitstate.\n',
      "aftermath: --compact is of Aftermath's own engine, so it does not go with --engine.\n",
      'aftermath: --deepen goes on when all was explored, of which --compact is never certain.\n',
    ]);
  });
});

describe('the memory of the program', () => {
  const notes = { write: () => undefined, isColoured: false };
  const around = {
    output: notes,
    notes,
    page: () => undefined,
    folder: '.',
    readInput: () => Promise.resolve(new Uint8Array()),
  };

  it('ends work once it is used up, but not by what can be freed', () => {
    let [used, freed] = [150, 0];
    const memory = {
      used: () => used,
      free: () => {
        freed += 1;
        used -= 60;
      },
    };
    const full = beginWork({ ...around, memory });
    full.allow(undefined, 100);
    assert.deepEqual([full.stopped(), freed], [undefined, 1]);
    used = 170;
    full.allow(undefined, 100);
    assert.deepEqual([full.stopped(), freed], ['out of memory', 2]);
    // It stays so until more is allowed.
    used = 0;
    assert.equal(full.stopped(), 'out of memory');
    full.allow(undefined, 100);
    assert.equal(full.stopped(), undefined);
  });

  it('is that of the process: garbage is freed, what is in use is not', async () => {
    const { used, free } = processMemory();
    const size = 200 * 2 ** 20;
    const kept = [new Uint8Array(size).fill(1)];
    free();
    // Pages that earlier work has left may be given back at any moment, so nothing is compared with what was used before.
    const full = used();
    assert.ok(full > size, String(full));
    kept.pop();
    // A thread of its own gives the pages back.
    await becomes(() => {
      free();
      return full - used() > 0.5 * size;
    }, true);
    assert.deepEqual(kept, []);
  });
});
