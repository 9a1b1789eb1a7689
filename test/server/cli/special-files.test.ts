/** Irregular or too large files are refused at once wherever a file may be named; a result is written atomically. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { mostBytes } from '../../../server/src/workspace/files/files.ts';
import { nodeFiles } from '../../../server/src/workspace/files/node-files.ts';
import { runs, seed, tried } from '../../properties.ts';
import { aftermath, fixture, inFolder } from './command-line.ts';

const program = join(import.meta.dirname, '../../../dist/aftermath.cjs');
const hook = join(import.meta.dirname, 'die-at.mjs');

/** What stands where a file is looked for, with what is said of it. */
const odd: readonly (readonly [what: string, make: (path: string) => Promise<unknown>, says: RegExp])[] = [
  ['a folder', (path) => mkdir(path), /" is a folder/],
  ['a pipe', (path) => Promise.resolve(execFileSync('mkfifo', [path])), /" is a pipe, not a regular file/],
  ['a link to a device', (path) => symlink('/dev/zero', path), /" is a device, not a regular file/],
  ['5 GB of nothing', (path) => large(path, 5 * 2 ** 30), /" has more than 64 MB, the most that is read/],
  ['one byte too much', (path) => large(path, mostBytes + 1), /" has more than 64 MB, the most that is read/],
  ['a binary', (path) => writeFile(path, Uint8Array.of(0, 255, 1)), /" is not UTF-8 text/],
];

async function large(path: string, size: number): Promise<void> {
  await writeFile(path, '');
  await truncate(path, size);
}

/** Command lines that read `odd.aft`, each by another way. */
const readers: readonly (readonly string[])[] = [
  ['check', 'odd.aft'],
  ['crash', 'odd.aft', 'a'],
  ['plan', 'odd.aft', '--since', 'good.aft'],
  ['plan', 'good.aft', '--since', 'odd.aft'],
  ['test', 'odd.aft'],
  ['verify', 'odd.aft'],
  ['simulate', 'odd.aft', '--random'],
  ['replay', 'odd.aft', 'good.aft'],
  ['matrix', 'odd.aft'],
  ['format', 'odd.aft'],
  ['export', 'json', 'odd.aft'],
];

describe('a command that is given', () => {
  for (const [what, make, says] of odd) {
    it(`${what} refuses it with 2 and a sentence`, async () => {
      await inFolder({ 'good.aft': 'pd a\n' }, async (folder) => {
        await make(join(folder, 'odd.aft'));
        for (const args of readers) {
          const { code, output, notes } = await aftermath(args, { folder });
          assert.equal(code, 2, args.join(' '));
          assert.equal(output, '');
          assert.match(notes, says, args.join(' '));
        }
      });
    });

    it(`a file that imports ${what} says so at the import`, async () => {
      await inFolder({ 'main.aft': 'import "odd"\npd a { needs b }\n' }, async (folder) => {
        await make(join(folder, 'odd.aft'));
        const { code, output } = await aftermath(['check', 'main.aft'], { folder });
        assert.equal(code, 1);
        assert.match(output, /^main\.aft:1:8: error file\/unreadable The file "odd/);
        assert.match(output, says);
        assert.match(output, /1 error/);
        const read = await nodeFiles.read(pathToFileURL(join(folder, 'odd.aft')).href);
        assert.ok(typeof read === 'object', 'the server reads it otherwise');
        assert.match(`" ${read.why}`, says);
      });
    });

    it(`a project file that is ${what} is a finding`, async () => {
      await inFolder({ 'main.aft': 'pd a\n' }, async (folder) => {
        await make(join(folder, '.aftermath.json'));
        const { code, output } = await aftermath(['check', 'main.aft'], { folder });
        assert.equal(code, 1);
        assert.match(output, /^\.aftermath\.json:1:1: error file\/unreadable The project file "\.aftermath\.json/m);
        assert.match(output, says);
      });
    });
  }

  it('an import of one says so, and the file it leads to', async () => {
    await inFolder({}, async (folder) => {
      for (const format of ['osmosis', 'kubernetes']) {
        await large(join(folder, 'dump'), 5 * 2 ** 30);
        const { code, notes } = await aftermath(['import', format, 'dump'], { folder });
        assert.deepEqual([code, notes], [2, 'aftermath: "dump" has more than 64 MB, the most that is read.\n']);
      }
    });
  });

  it('a standard input without end reads no more of it than of a file', async () => {
    const child = spawn('sh', ['-c', `"$1" "$2" check - < /dev/zero`, 'sh', process.execPath, program]);
    let notes = '';
    child.stderr.on('data', (data: Buffer) => (notes += data.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual([code, notes], [2, 'aftermath: The standard input has more than 64 MB, the most that is read.\n']);
  });

  it('without a working directory says so with 2', async () => {
    await inFolder({}, async (folder) => {
      const gone = join(folder, 'gone');
      await mkdir(gone);
      const script = 'cd "$3" && rmdir "$3" && "$1" "$2" check x.aft';
      const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, program, gone], {
        encoding: 'utf8',
      });
      assert.deepEqual(
        [status, stderr],
        [2, 'aftermath: The working directory was deleted; change to one that exists.\n'],
      );
    });
  });
});

const loose = 'pd   a\n\n\n\npd   b\n';

describe('a result', () => {
  it('replaces what a link leads to, with its mode, and leaves nothing else', async () => {
    await inFolder({ 'real.aft': 'pd   a\n' }, async (folder) => {
      execFileSync('chmod', ['0604', join(folder, 'real.aft')]);
      await symlink('real.aft', join(folder, 'link.aft'));
      await symlink('link.aft', join(folder, 'far.aft'));
      assert.equal((await aftermath(['format', 'far.aft'], { folder })).code, 0);
      assert.equal(await readFile(join(folder, 'real.aft'), 'utf8'), 'pd a\n');
      assert.equal((await stat(join(folder, 'real.aft'))).mode & 0o777, 0o604);
      assert.ok((await lstat(join(folder, 'far.aft'))).isSymbolicLink());
      assert.deepEqual((await readdir(folder)).sort(), ['far.aft', 'link.aft', 'real.aft']);
    });
  });

  it('is put where a link leads that led nowhere', async () => {
    await inFolder({ 'a.aft': 'pd a\n' }, async (folder) => {
      await symlink('made.json', join(folder, 'out.json'));
      assert.equal((await aftermath(['export', 'json', 'a.aft', '-o', 'out.json'], { folder })).code, 0);
      assert.ok((await lstat(join(folder, 'made.json'))).isFile());
      assert.deepEqual((await readdir(folder)).sort(), ['a.aft', 'made.json', 'out.json']);
    });
  });

  /** Each writes over `OUT`, from a text that makes it another one. */
  const writers: readonly (readonly [args: readonly string[], from: string])[] = [
    [['format', 'out'], 'out'],
    [['export', 'json', 'model.aft', '-o', 'out', '--force'], 'model.aft'],
    [['import', 'osmosis', 'dump.csv', '-o', 'out', '--force'], 'dump.csv'],
  ];

  /**
   * A program is started for each operation, which takes long: `npm test` tries three of the six pairs with a writer, at
   * every third operation, and the last writer at every fifth.
   */
  const endings = ['SIGKILL', 'SIGINT'] as const;

  /** More operations than any of them has; each that is reached kills the program. */
  const mostOperations = 40;

  for (const [index, [args, from]] of writers.entries()) {
    const signals = endings.filter((_, ending) => index % 2 === ending || runs(0, 1) === 1);
    const step = index < 2 ? runs(3, 1) : runs(5, 1);
    if (signals.length === 0) continue;
    it(`of ${args[0] ?? ''} is the old one or the new one wherever the program ends, and Ctrl+C leaves nothing`, async () => {
      const text = from === 'dump.csv' ? await fixture(from) : loose;
      for (const signal of signals) {
        const seen = new Set<string>();
        for (let at = 1; at <= mostOperations && !seen.has('ended'); at += step) {
          await inFolder({ [from]: text, out: loose }, async (folder) => {
            const env = { ...process.env, DIE_AT: String(at), DIE_OF: signal };
            tried(`${args[0] ?? ''}, ${signal}`, 1);
            const ended = spawnSync(process.execPath, ['--import', hook, program, ...args], {
              cwd: folder,
              env,
              encoding: 'utf8',
            });
            const found = await readFile(join(folder, 'out'), 'utf8');
            seen.add(found === loose ? 'old' : 'new');
            if (found !== loose) assert.equal(found, await made(args, { [from]: text, out: loose }));
            const left = (await readdir(folder)).filter((name) => name !== from && name !== 'out');
            if (signal === 'SIGINT') assert.deepEqual(left, []);
            if (ended.status === 0) seen.add('ended');
            else if (ended.status === null) assert.equal(ended.signal, signal);
            else {
              const what = found === loose ? 'as it was' : 'written';
              assert.deepEqual([ended.status, ended.stderr], [3, `aftermath: Interrupted; "out" is ${what}.\n`]);
              seen.add('said');
            }
          });
        }
        const said = signal === 'SIGINT' ? ['said'] : [];
        assert.deepEqual([...seen].sort(), ['ended', 'new', 'old', ...said], signal);
      }
    });
  }
});

/** Large enough that a program works, and writes, for a while. */
const many = (line: (index: number) => string): string =>
  Array.from({ length: runs(20, 3000) }, (_, index) => line(index)).join('');

/** Commands that write over `out`, with what they read. */
const largeWriters: readonly (readonly [args: readonly string[], from: string, text: string])[] = [
  [['format', 'out'], 'out', many((index) => `pd   p${index}   {  }\n\n\n\n`)],
  [['export', 'json', 'model.aft', '-o', 'out', '--force'], 'model.aft', many((index) => `pd p${index}\n`)],
  [
    ['import', 'osmosis', 'dump.csv', '-o', 'out', '--force'],
    'dump.csv',
    `NODE_TYPE,NODE_ID,DATA,EDGE_TYPE,EDGE_FROM,EDGE_TO,EXTRA\n${many((index) => `PD,PD_${index + 1},w${index},,,,\n`)}`,
  ],
];

describe('a program that is killed at a random moment', () => {
  for (const [args, from, text] of largeWriters) {
    it(`leaves the old file or the new one: ${args[0] ?? ''}`, async () => {
      const old = from === 'out' ? text : 'the old file\n';
      await inFolder({ [from]: text, out: old }, async (folder) => {
        const begin = performance.now();
        assert.equal(spawnSync(process.execPath, [program, ...args], { cwd: folder }).status, 0);
        const duration = performance.now() - begin;
        const made = await readFile(join(folder, 'out'), 'utf8');
        assert.notEqual(made, old);
        const seen = { old: 0, made: 0, 'half written beside it': 0 };
        for (let at = 0; at < runs(1, 200); at++) {
          const moment = ((seed + at) * 0.618_033_988_75) % 1;
          await writeFile(join(folder, 'out'), old);
          await killed(args, folder, { moment, duration });
          const found = await readFile(join(folder, 'out'), 'utf8');
          assert.ok(found === old || found === made, `neither file at ${moment} of ${duration} ms`);
          seen[found === old ? 'old' : 'made'] += 1;
          const left = (await readdir(folder)).filter((name) => name.endsWith('.part'));
          seen['half written beside it'] += left.length;
          for (const name of left) await rm(join(folder, name));
        }
        for (const [what, count] of Object.entries(seen)) tried(`${args[0] ?? ''} killed: ${what}`, count);
      });
    }).timeout(runs(60_000, 3_600_000));
  }
});

/**
 * Kills a command: in the first half of the moments at any time of its duration, in the second soon after it has begun
 * to write, which takes a moment only.
 */
async function killed(
  args: readonly string[],
  folder: string,
  { moment, duration }: { readonly moment: number; readonly duration: number },
): Promise<void> {
  const writing = moment < 0.5 ? undefined : watch(folder);
  const begun = writing === undefined ? undefined : once(writing, 'change');
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await (begun === undefined ? wait(2 * moment * duration) : Promise.race([begun, ended]));
  if (begun !== undefined) await wait(40 * (moment - 0.5));
  child.kill('SIGKILL');
  await ended;
  writing?.close();
}

/** What `out` is after a command that nothing ends. */
async function made(args: readonly string[], files: Readonly<Record<string, string>>): Promise<string> {
  let text = '';
  await inFolder(files, async (folder) => {
    await aftermath(args, { folder });
    text = await readFile(join(folder, 'out'), 'utf8');
  });
  return text;
}
