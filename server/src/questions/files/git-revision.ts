/**
 * Reads the models of a git revision: writes those of the whole repository into a temporary folder, so that imports
 * are found. Runs `git` without a shell, and only commands that read objects.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { mostBytes } from '../../workspace/files/files.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The models of a revision, as files. */
export interface Revision {
  /** The folder that stands for the working directory: an absolute path. */
  readonly folder: string;
  /** Removes the files. */
  readonly remove: () => Promise<void>;
}

/** The most models of a revision. */
const mostFiles = 20_000;

const isModel = (path: string): boolean => /\.aft$|(?:^|\/)\.aftermath\.json$/u.test(path);

/** Writes the models of a revision into a temporary folder. `from` is a folder in the work tree. */
export async function readRevision(name: string, from: string): Promise<Answer<Revision>> {
  const git = gitIn(from);
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined) return { refusal: t`There is no git revision "${name}" here.` };
  const prefix = decoded((await git(['rev-parse', '--show-prefix'])) ?? '').trim();
  const tree = await git(['ls-tree', '-r', '-l', '-z', '--full-tree', commit.trim()]);
  if (tree === undefined) return { refusal: t`The git revision "${name}" cannot be read.` };
  const files = tree.split('\0').flatMap(readEntry);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > mostFiles || size > mostBytes)
    return { refusal: t`The git revision "${name}" has too many models to be compared.` };
  const root = await mkdtemp(join(tmpdir(), 'aftermath-'));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  const contents = await git(['cat-file', '--batch'], files.map(({ object }) => `${object}\n`).join(''));
  if (contents === undefined) {
    await remove();
    return { refusal: t`The models of the git revision "${name}" cannot be read.` };
  }
  let at = 0;
  for (const { path, size } of files) {
    // Each follows a line with its name and size, and is followed by a line end.
    const start = contents.indexOf('\n', at) + 1;
    at = start + size + 1;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), contents.slice(start, start + size), 'latin1');
  }
  const folder = join(root, prefix);
  await mkdir(folder, { recursive: true });
  return { value: { folder, remove } };
}

/** Returns the commit at which two revisions parted, abbreviated. `from` is a folder in the work tree. */
export async function mergeBase(one: string, other: string, from: string): Promise<Answer<string>> {
  const git = gitIn(from);
  const names: string[] = [];
  for (const name of [one, other]) {
    const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if (commit === undefined) return { refusal: t`There is no git revision "${name}" here.` };
    names.push(commit.trim());
  }
  const base = await git(['merge-base', ...names]);
  if (base === undefined) return { refusal: t`The git revisions "${one}" and "${other}" have no common ancestor.` };
  return { value: ((await git(['rev-parse', '--short', base.trim()])) ?? base).trim() };
}

interface Entry {
  readonly path: string;
  readonly object: string;
  readonly size: number;
}

/** Reads a line of `git ls-tree -l`; only regular files count. */
function readEntry(line: string): Entry[] {
  const [, object = '', size = '', bytes = ''] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.+)$/su.exec(line) ?? [];
  const path = decoded(bytes);
  // Nothing is written outside the folder, whatever the tree says.
  return isModel(path) && !path.split('/').includes('..') ? [{ path, object, size: Number(size) }] : [];
}

const decoded = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

type Git = (args: readonly string[], input?: string) => Promise<string | undefined>;

/** Returns a function that runs git in a folder; its output as bytes in Latin-1, or nothing if it fails. */
function gitIn(cwd: string): Git {
  const options = { cwd, encoding: 'latin1', maxBuffer: 2 * mostBytes, windowsHide: true } as const;
  return (args, input = '') =>
    new Promise((resolve) => {
      const child = execFile('git', args, options, (error, output) => {
        resolve(error === null ? output : undefined);
      });
      // It may end before it has read everything; then its exit code says so.
      child.stdin?.on('error', () => undefined).end(input);
    });
}
