/** The two sides of a comparison as the user names them: files, folders, or git revisions. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { mergeBase, readRevision } from '../../questions/files/git-revision.ts';
import { shownName, standardInput } from '../../questions/files/places.ts';
import { type GivenFile, readFiles } from '../../questions/files/read-files.ts';
import type { Context } from './command.ts';

/** One side: its files, relative to a folder. */
export interface ComparedSide {
  /** As the user named it. */
  readonly name: string;
  /** An absolute path. */
  readonly folder: string;
  /** Before the names of its files, to tell them from those of the other side. */
  readonly prefix: string;
  readonly files: readonly string[];
  /** True if the user named one file, which is compared with that of the other side whatever its name. */
  readonly isFile: boolean;
}

/** Both sides, and how to remove what was written to read them. */
export interface ComparedSides {
  readonly base: ComparedSide;
  readonly head: ComparedSide;
  readonly remove: () => Promise<void>;
}

/** A side of the comparison: a path in a git revision, or in the work tree. */
interface Place {
  readonly revision: string | undefined;
  readonly path: string;
}

/** Finds the sides: `BASE HEAD`, or `BASE..HEAD [PATH]` in git. */
export async function comparedSides(context: Context): Promise<Answer<ComparedSides>> {
  const places = await placesIn(context);
  if ('refusal' in places) return places;
  const removals: (() => Promise<void>)[] = [];
  const remove = async (): Promise<void> => {
    for (const each of removals) await each();
  };
  const sides: ComparedSide[] = [];
  for (const place of places.value) {
    const side = await sideAt(place, context, removals);
    if ('refusal' in side) {
      await remove();
      return side;
    }
    sides.push(side.value);
  }
  const [base, head] = sides;
  if (base === undefined || head === undefined) throw new Error('There are two sides.');
  return { value: { base, head, remove } };
}

async function placesIn({ operands, folder, readFile }: Context): Promise<Answer<readonly Place[]>> {
  // Who gives the files has no revisions.
  if (readFile !== undefined && operands.length === 2)
    return { value: operands.map((path) => ({ revision: undefined, path })) };
  const [first = '', second] = operands;
  const [, before, dots, after] = /^(.*?[^.])(\.{2,3})([^./\\].*)?$/su.exec(first) ?? [];
  if (before !== undefined && !(await isThere(first, folder))) {
    const path = second ?? '.';
    const head = after ?? 'HEAD';
    const base = dots === '..' ? { value: before } : await mergeBase(before, head, folder);
    return 'refusal' in base ? base : { value: [base.value, head].map((revision) => ({ revision, path })) };
  }
  if (second === undefined)
    return { refusal: `Give a second model to compare "${first}" with, or two git revisions such as "main..HEAD".` };
  if (first === standardInput && second === standardInput)
    return { refusal: 'Only one of the models can come from the standard input.' };
  const places: Place[] = [];
  for (const name of [first, second]) {
    const [, revision, path] = /^([^:\\/]{2,}):(.*)$/su.exec(name) ?? [];
    const isGit = revision !== undefined && !(await isThere(name, folder));
    places.push(isGit ? { revision, path: path === '' ? '.' : (path ?? '.') } : { revision: undefined, path: name });
  }
  return { value: places };
}

const isThere = async (name: string, folder: string): Promise<boolean> =>
  (await stat(resolve(folder, name)).catch(() => undefined)) !== undefined;

async function sideAt(
  { revision, path }: Place,
  context: Context,
  removals: (() => Promise<void>)[],
): Promise<Answer<ComparedSide>> {
  if (revision === undefined)
    return sideIn({ name: shownName(path), folder: context.folder, prefix: '', path }, context);
  const read = await readRevision(revision, context.folder);
  if ('refusal' in read) return read;
  removals.push(read.value.remove);
  const { folder } = read.value;
  return sideIn({ name: `${revision}:${path}`, folder, prefix: `${revision}:`, path }, context);
}

async function sideIn(
  { name, folder, prefix, path }: { name: string; folder: string; prefix: string; path: string },
  { readInput, readFile }: Context,
): Promise<Answer<ComparedSide>> {
  const found = readFile === undefined ? await stat(resolve(folder, path)).catch(() => undefined) : undefined;
  if (found?.isDirectory() !== true) {
    // In a revision, the reason why it cannot be read comes with the revision's name.
    if (found === undefined && prefix !== '')
      return { refusal: `There is no "${path}" in the git revision of "${name}".` };
    return { value: { name, folder, prefix, files: [path], isFile: true } };
  }
  const files = await readFiles([path], { folder, readInput }, (each) => each.endsWith('.aft') && !isHidden(each));
  if ('refusal' in files) return files;
  const names = files.value
    .filter(({ link }) => link === undefined)
    .map((file: GivenFile) => file.name.replace(/^\.\//u, ''));
  if (names.length === 0) return { refusal: `There is no model in "${name}".` };
  return { value: { name, folder, prefix, files: names, isFile: false } };
}

const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
