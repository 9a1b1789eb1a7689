/**
 * Findings kept between runs, each entry in a file named after a digest of everything that it was computed from. What
 * is damaged, foreign, or in a folder that others may write to counts as missing; what cannot be written is not kept.
 */
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding, Fix } from '../../../../language/src/model/finding.ts';
import {
  countShape,
  flag,
  listShape,
  maybe,
  oneOfShape,
  type ParameterShape,
  recordShape,
  textShape,
} from '../../protocol/shapes/shapes.ts';
import { readTextFile } from '../../workspace/files/regular-file.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The findings of one file, and what they depend on besides its text. */
export interface Checked {
  /** The files that it imports, or would import, with digests of what they contain. */
  readonly depends: readonly (readonly [uri: string, digest: string])[];
  readonly findings: readonly Finding[];
  /** The errors in what it imports. */
  readonly importErrors: readonly Finding[];
}

/** Keeps values by keys. */
export interface FindingCache {
  /** Returns a kept value of this form, if there is one. */
  readonly read: <T>(key: string, isValue: (value: unknown) => value is T) => Promise<T | undefined>;
  readonly write: (key: string, value: unknown) => Promise<void>;
}

/** The most entries that are kept, and the most characters of one. */
const [mostEntries, mostCharacters] = [5000, 65_536] as const;

/** Makes a cache in a folder of its own. `program` is a digest of the program, whose entries no other one takes. */
export function createFindingCache(folder: string, program: string, most: number = mostEntries): FindingCache {
  let isOurs: Promise<boolean> | undefined;
  let written = 0;
  const nameOf = (key: string): string => `${digest(`${program} ${key}`)}.json`;
  return {
    read: async (key, isValue) => {
      if (!(await (isOurs ??= isOwnFolder(folder)))) return undefined;
      const name = nameOf(key);
      const found = await readTextFile(join(folder, name));
      const value = typeof found === 'string' ? valueIn(found, name) : undefined;
      return isValue(value) ? value : undefined;
    },
    write: async (key, value) => {
      const [name, body] = [nameOf(key), JSON.stringify(value)];
      if (body.length > mostCharacters) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!(await isOwnFolder(folder))) return;
        const beside = join(folder, `${randomUUID()}.part`);
        await writeFile(beside, `${digest(name + body)}\n${body}`, { flag: 'wx', mode: 0o600 });
        await rename(beside, join(folder, name));
        isOurs = undefined;
        if (written++ % 500 === 0) await forgetOldest(folder, most);
      } catch {
        // Without a place to write, everything is computed each time.
      }
    },
  };
}

/** Returns the value of an entry, unless the entry is damaged or another one's. */
function valueIn(entry: string, name: string): unknown {
  const end = entry.indexOf('\n');
  const body = entry.slice(end + 1);
  if (entry.slice(0, end) !== digest(name + body)) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // Whoever made it knew the digest, and wrote something else.
    return undefined;
  }
}

/** Returns true for a folder that only this user can write to, as far as the system knows users. */
async function isOwnFolder(folder: string): Promise<boolean> {
  try {
    const stats = await lstat(folder);
    if (!stats.isDirectory()) return false;
    return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** Removes the oldest entries if there are too many, and what an ended program left. */
async function forgetOldest(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[\da-f-]+\.(?:json|part)$/u.test(name));
  if (names.length <= most) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const oldest = aged.sort((a, b) => a.time - b.time).slice(0, names.length - most / 2);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}

const position = recordShape({ line: countShape, character: countShape });
const span = recordShape({ uri: textShape, start: position, end: position });
const finding = recordShape<Finding>({
  ...{ code: textShape, severity: oneOfShape('error', 'warning', 'information', 'hint'), message: textShape, span },
  related: listShape(recordShape({ message: textShape, span })),
  fixes: maybe(
    listShape(
      recordShape<Fix>({
        title: textShape,
        edits: listShape(recordShape({ span, text: textShape })),
        isPreferred: maybe(flag),
      }),
    ),
  ),
});
const dependence: ParameterShape<readonly [string, string]> = (value, path) =>
  Array.isArray(value) && value.length === 2 ? listShape(textShape)(value, path) : t`"${path}" is not a pair.`;
const checked = recordShape<Checked>({
  depends: listShape(dependence),
  findings: listShape(finding),
  importErrors: listShape(finding),
});

/** Returns true if a value from a file has the form of findings. */
export const isChecked = (value: unknown): value is Checked => checked(value, 'entry') === undefined;

const digest = (content: string): string => createHash('sha256').update(content).digest('hex');
