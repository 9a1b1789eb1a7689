/** `aftermath verify` within limits: the memory of the program, and checks that are explored with more and more faults. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { readSearchFile } from '../../../server/src/cli/verdicts/search-file.ts';
import { beginWork } from '../../../server/src/cli/input/interruption.ts';
import { processMemory } from '../../../server/src/cli/memory.ts';
import { becomes } from '../../becomes.ts';
import { aftermath, inFolder } from './command-line.ts';
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

describe('aftermath verify --save and --resume', () => {
  const counting = `event Press
machine Lamp for pd {
  var times: 0..20 = 0
  initial state Off { on Press when times < 20 do { times := times + 1 } -> On }
  state On { on Press -> Off  after 3s -> Off }
}
pd a runs Lamp
pd b runs Lamp
`;
  const check = 'check "it" { may send Press to a  may send Press to b  never a.times == 20 and b.times == 20 }\n';
  const model = counting + check;
  const given = ['verify', 'lamps.aft', '--check', 'it'];
  const small = [...given, '--memory', '100k', '--save', 'it.search'];

  it('goes on with a search that memory has ended, and finds the same', async () => {
    await inFolder({ 'lamps.aft': model }, async (folder) => {
      const ended = await aftermath(small, { folder });
      assert.match(ended.notes, /^Saved \d+ states; go on with --resume it\.search\n$/);
      assert.equal(ended.code, 3);
      const again = await aftermath(small, { folder });
      const there = 'aftermath: "it.search" is already there; choose another name, or overwrite it with --force.\n';
      assert.deepEqual(again, { code: 2, output: '', notes: there });
      assert.deepEqual(
        await aftermath([...given, '--resume', 'it.search', '--save', 'it.search'], { folder }),
        await aftermath(given, { folder }),
      );
      await writeFile(join(folder, 'lamps.aft'), `${model}pd c\n`);
      const changed = await aftermath([...given, '--resume', 'it.search'], { folder });
      assert.match(changed.notes, /^aftermath: The model is not the one whose search was saved in "it\.search"; /);
      assert.equal(changed.code, 2);
    });
  });

  it('counts in its rate only the states that it has found itself', async () => {
    await inFolder({ 'lamps.aft': model }, async (folder) => {
      const saved = Number(/\d+/.exec((await aftermath(small, { folder })).notes)?.[0]);
      let now = 0;
      const clock = (): number => (now += 1000);
      const { output } = await aftermath([...given, '--resume', 'it.search'], { folder, clock });
      const [, states, rate] = /\((\d+) states, .*1\.0s, (\d+) states\/s/.exec(output) ?? [];
      assert.deepEqual([saved > 0, Number(rate)], [true, Number(states) - saved], output);
    });
  });

  it('refuses 200 files that are damaged or of something else, each with a sentence', async () => {
    await inFolder({ 'lamps.aft': model }, async (folder) => {
      await aftermath(small, { folder });
      const saved = await readFile(join(folder, 'it.search'));
      const of = { version: '', model: '', check: '', options: '' };
      const random = fc.sample(fc.tuple(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(3)), 200);
      for (const [place, change, how] of random) {
        const bytes = [
          Buffer.concat([saved.subarray(0, place), Buffer.of((saved[place] ?? 0) ^ change), saved.subarray(place + 1)]),
          saved.subarray(0, place),
          Buffer.concat([saved.subarray(0, place), Buffer.alloc(change), saved.subarray(place)]),
          Buffer.concat([saved.subarray(0, place), saved.subarray(place + 1)]),
        ][how];
        await writeFile(join(folder, 'other'), bytes ?? '');
        const read = readSearchFile('other', folder, of, 2 ** 30);
        assert.ok('refusal' in read);
        assert.match(read.refusal, /^"other" (is damaged: |is no search |was saved by another version )/);
      }
      const others = [
        ['no', /^There is no file "no"\.$/],
        ['.', /^"\." is not a regular file/],
      ] as const;
      for (const [name, why] of others) {
        const read = readSearchFile(name, folder, of, 2 ** 30);
        assert.match('refusal' in read ? read.refusal : '', why);
      }
      const large = readSearchFile('it.search', folder, of, 100);
      assert.match('refusal' in large ? large.refusal : '', /^"it\.search" is larger than the memory/);
      const checked = { of: { ...of, check: 'other' }, refusal: /^"it\.search" was saved by Aftermath / };
      const read = readSearchFile('it.search', folder, checked.of, 2 ** 30);
      assert.match('refusal' in read ? read.refusal : '', checked.refusal);
    });
  });

  it('does not go with what cannot be saved', async () => {
    const refusals: string[] = [];
    const lamp = counting + check;
    const twice = `${lamp}check "other" { never a crashed }\n`;
    const cases: readonly (readonly [string, ...string[]])[] = [
      [lamp, '--compact'],
      [lamp, '--deepen'],
      [lamp, '--shard', '1/2'],
      [twice],
    ];
    for (const [input, ...options] of cases) {
      const { code, notes } = await aftermath(['verify', '-', '--save', 'never-written', ...options], { input });
      assert.equal(code, 2);
      refusals.push(notes);
    }
    assert.deepEqual(refusals, [
      'aftermath: --save does not go with --compact, whose searches are not saved.\n',
      'aftermath: --save does not go with --deepen, whose searches are not saved.\n',
      'aftermath: --save does not go with --shard, whose searches are not saved.\n',
      'aftermath: --save is for the search of one check; choose one with --check.\n',
    ]);
  });

  it('says of a model with errors, or of a missing one, what is wrong with it rather than with --save', async () => {
    const options = ['--check', 'all', '--save', 'never-written'];
    const wrong = await aftermath(['verify', '-', ...options], { input: 'pd a {\ncheck "all" { never a crashed }' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.notes + wrong.output, /error syntax\/token/);
    const missing = await aftermath(['verify', 'missing.aft', ...options]);
    assert.deepEqual([missing.code, missing.notes], [2, 'aftermath: There is no file "missing.aft".\n']);
  });

  it('says at once that a search of compiled rules is not saved, and goes on', async () => {
    const input = `event Up
machine Count for pd { var n: 0..59 = 0  initial state S { on Up do { n := (n + 1) % 60 } -> S } }
pd a runs Count
pd b runs Count
pd c runs Count
check "all" { may send Up to a  may send Up to b  may send Up to c  never a.n < 0 }`;
    const { code, notes, output } = await aftermath(['verify', '-', '--save', 'never-written'], { input });
    assert.deepEqual(
      [code, notes],
      [0, 'The search will not be saved: compiled rules explore this check, and their states are not saved.\n'],
    );
    assert.match(output, /^passed .*\(216000 states/);
  });

  it('says that a search is not saved that ended before it began', async () => {
    const { code, notes } = await aftermath(['verify', '-', '--save', 'never-written'], {
      input: counting + check,
      onInterrupt: () => AbortSignal.abort(),
    });
    assert.deepEqual([code, notes], [2, 'aftermath: The search is not saved: it was ended before it began.\n']);
  });
});

describe('the memory of the program', () => {
  const notes = { write: () => undefined, isColoured: false };
  const around = {
    output: notes,
    notes,
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
