/** `--shard` and `aftermath merge`: the same result in any division; missing, double and foreign shards are refused. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { shareOf } from '../../../server/src/cli/input/shard.ts';
import { rangesOf } from '../../../server/src/cli/shards/read-shards.ts';
import { aftermath, inFolder, type Outcome } from './command-line.ts';
import { schemaFaults } from './json-shape.ts';
import { shopModel } from './shop.ts';

/** `lamps.aft` has checks with combinations: some break it, some leave a bound or an instant of the clock. */
const files = {
  'shop.aft': shopModel,
  'lamps.aft': `event Press
event Smash
machine Lamp for pd {
  var times: 0..9 = 0
  initial state Off { on Press do { times := times + 1 } -> On }
  state On { on Press -> Off  on Smash -> Broken }
  state Broken
}
pd lamp[3] runs Lamp
pd other
other needs lamp[0]
check "not twice" {
  for p in lamp[*], q in lamp[*] { send Press to p  send Press to q }
  may send Smash to lamp[1] up to 1
  never lamp[0].times > 1
}
check "once" {
  for p in lamp[*] { send Press to p }
  may send Press to lamp[2] up to 3
  bound lamp[2].times < 2
  never lamp[1] in Broken
}
check "in time" {
  clock: exact
  for p in lamp[*] { send Press to p }
  may send Smash to lamp[2] up to 1
  eventually lamp[2] in Broken
}
check "of nothing" { may send Press to lamp[0] up to 1  always lamp[0].times <= 1 }
`,
  'old.aft': shopModel.replace('pd web { needs db }', 'pd web { needs db }\npd page { needs web }'),
  'goals.aft': `pd server[3] { probability: 1/10 }
pd lb { needs 2 of server[*]  probability: 1/100 }
pd site { needs lb  probability: 1/100 }
object disk
object data
disk owns data
`,
};

/** Command lines; those that ask for a text are compared as text. */
const lines: readonly (readonly string[])[] = [
  ['simulate', 'shop.aft', '--random', '--fault', 'crash:1,lose:1', '--runs', '23', '--until', 'db in Busy'],
  ['simulate', 'shop.aft', '--random', '--check', 'no order is lost', '--runs', '11', '--seed', '4294967290'],
  ['simulate', 'shop.aft', '--scenario', 'an order takes a second', '--runs', '3'],
  ['verify', 'lamps.aft', 'shop.aft', '--coverage'],
  ['verify', 'lamps.aft', '--check', 'not twice', '--full'],
  ['verify', 'lamps.aft', '--junit', '-'],
  ['verify', 'lamps.aft', '--sarif'],
  ['matrix', 'shop.aft', '--sort', 'destroyed'],
  ['matrix', 'goals.aft', '--event', 'destroy'],
  ['points', 'goals.aft', '--size', '1', '--without', 'server[0]'],
  ['points', 'goals.aft', '--policy', 'pd-recursive'],
  ['diff', 'old.aft', 'shop.aft', '--fail-on', 'worse,new-cut-set'],
  ['diff', 'old.aft', 'shop.aft', '--markdown', '--quick'],
];

const inLamps = (body: (run: (...args: readonly string[]) => Promise<Outcome>, folder: string) => Promise<void>) =>
  inFolder(files, (folder) => body((...args) => aftermath(args, { folder }), folder));

type Run = (...args: readonly string[]) => Promise<Outcome>;

/** Computes and writes all shards; returns the names of their files. */
async function shards(run: Run, folder: string, line: readonly string[], count: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 1; index <= count; index++) {
    const { code, output, notes } = await run(...line, '--shard', `${String(index)}/${String(count)}`);
    assert.deepEqual([code, notes], [0, ''], line.join(' '));
    assert.deepEqual(schemaFaults(JSON.parse(output)), []);
    const name = `${line[0] ?? ''}-${String(count)}-${String(index)}.json`;
    await writeFile(join(folder, name), output);
    names.push(name);
  }
  return names;
}

describe('aftermath merge', () => {
  for (const line of lines) {
    it(`prints what "${line.join(' ')}" prints, in any division`, () =>
      inLamps(async (run, folder) => {
        const isText = ['--junit', '--sarif', '--markdown'].some((option) => line.includes(option));
        const asked = isText ? [[]] : [[], ['--json']];
        const whole = await Promise.all(asked.map((more) => run(...line, ...more)));
        for (const { output, notes } of whole) assert.notEqual(output, '', notes);
        for (let count = 1; count <= 7; count++) {
          const names = await shards(run, folder, line, count);
          const turn = count % asked.length;
          // In any order.
          assert.deepEqual(
            await run('merge', ...names.toReversed(), ...(asked[turn] ?? [])),
            whole[turn],
            String(count),
          );
        }
      }));
  }

  it('has no shard of the work of a file that is not there', () =>
    inLamps(async (run) => {
      const { code, output, notes } = await run('verify', 'lamps.aft', 'none.aft', '--shard', '1/2');
      assert.deepEqual([code, output, notes], [2, '', 'aftermath: There is no file "none.aft".\n']);
    }));

  it('takes all shards once, and names what is missing, double, foreign or damaged', () =>
    inLamps(async (run, folder) => {
      const line = ['simulate', 'shop.aft', '--random', '--runs', '9'];
      const [one = '', two = '', three = '', four = '', five = ''] = await shards(run, folder, line, 5);
      const other = await shards(run, folder, [...line, '--seed', '2'], 2);
      const [matrix = ''] = await shards(run, folder, ['matrix', 'shop.aft'], 5);
      await writeFile(join(folder, 'cut.json'), (await readFile(join(folder, one), 'utf8')).slice(0, -20));
      await writeFile(join(folder, 'copy.json'), await readFile(join(folder, two)));
      const altered = async (name: string, change: object): Promise<void> => {
        const data = JSON.parse(await readFile(join(folder, one), 'utf8')) as object;
        await writeFile(join(folder, name), JSON.stringify({ ...data, ...change }));
      };
      await altered('future.json', { version: 2 });
      await altered('less.json', { parts: [] });
      await altered('options.json', { arguments: ['--no-such-option', '--', 'shop.aft'] });
      for (const [files, sentence] of [
        [[one, three], 'The shards 2, 4 to 5 of 5 are missing.'],
        [[one, two, three, five], 'The shard 4 of 5 is missing.'],
        [[one, two, 'copy.json', three], `The shard 2 of 5 is given twice: "${two}" and "copy.json".`],
        [[one, matrix], `"${matrix}" does not belong to "${one}": it is of the command "matrix", not "simulate".`],
        [[one, ...other], `"${other[0] ?? ''}" does not belong to "${one}": it is one of 2 shards, not of 5.`],
        [
          [one, 'options.json'],
          `"options.json" does not belong to "${one}": it is of "simulate" with other files or options.`,
        ],
        [['cut.json'], '"cut.json" is not a shard, the output of a command with --shard.'],
        [['shop.aft'], '"shop.aft" is not a shard, the output of a command with --shard.'],
        [['future.json'], '"future.json" is a shard of version 2; this program reads version 1.'],
        [['less.json'], '"less.json" is a damaged shard; compute it again.'],
      ] as const) {
        assert.deepEqual(await run('merge', ...files), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
      }
      const all = [one, two, three, four, five];
      await writeFile(join(folder, 'shop.aft'), shopModel.replace('after 1s', 'after 2s'));
      const stale = await run('merge', ...all);
      assert.deepEqual([stale.code, stale.output], [2, '']);
      assert.match(stale.notes, /^aftermath: The files, .+ compute the shards again\.\n$/);
      // A comment moves lines, but changes no result.
      await writeFile(join(folder, 'shop.aft'), `// The shop.\n${shopModel}`);
      assert.equal((await run('merge', ...all)).code, 0);
    }));

  it('says how many runs were made where a shard ran out of time', () =>
    inLamps(async (run, folder) => {
      const line = ['simulate', 'shop.aft', '--random', '--runs', '2000000', '--timeout', '0.05s'];
      const merged = await run('merge', ...(await shards(run, folder, line, 2)), '--json');
      assert.equal(merged.code, 3);
      assert.match(merged.notes, /^Out of time after \d+ of 2000000 runs\.\n$/);
      const { isInterrupted, statistics } = JSON.parse(merged.output) as {
        readonly isInterrupted: boolean;
        readonly statistics: { readonly runs: number };
      };
      assert.ok(isInterrupted && statistics.runs < 2_000_000);
    }));

  it('refuses a shard of one run, of standard input, and one that is not there', () =>
    inLamps(async (run) => {
      const refused = async (...args: readonly string[]): Promise<string> => {
        const { code, output, notes } = await run(...args);
        assert.deepEqual([code, output], [2, '']);
        return notes;
      };
      const once = ['simulate', 'shop.aft', '--random', '--shard', '1/2'];
      assert.equal(await refused(...once), 'aftermath: Shards divide runs; give --runs too.\n');
      for (const shard of ['0/2', '3/2', '1', '1/0', '1/2/3', '-1/2', '1.0/2', '1/1000001']) {
        assert.match(await refused('matrix', 'shop.aft', `--shard=${shard}`), /"--shard" takes .+ is not that\.\n$/);
      }
      assert.match(await refused('points', '-', '--shard', '1/2'), /cannot read standard input/);
    }));

  it('gives each piece to one shard, and none more than one piece more than another', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 300 }), (pieces, count) => {
        const shares = Array.from({ length: count }, (_, place) => shareOf({ index: place + 1, count }, pieces));
        const owners = new Map<number, number>();
        for (const [from, to] of shares)
          for (let piece = from; piece < to; piece++) owners.set(piece, (owners.get(piece) ?? 0) + 1);
        assert.equal(owners.size, pieces);
        assert.ok([...owners.values()].every((times) => times === 1));
        const sizes = shares.map(([from, to]) => to - from);
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
      }),
    );
  });

  it('names numbers that follow each other as a range', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), (numbers) => {
        const sorted = numbers.sort((a, b) => a - b);
        const read = rangesOf(sorted)
          .split(', ')
          .filter((text) => text !== '')
          .flatMap((text) => {
            const [from = NaN, to = from] = text.split(' to ').map(Number);
            return Array.from({ length: to - from + 1 }, (_, place) => from + place);
          });
        assert.deepEqual(read, sorted);
      }),
    );
  });
});
