/**
 * The findings of files, from a cache where neither they, nor what they import, nor their project files have changed.
 * With and without a cache the findings are the same.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { twoFiles } from '../../../../language/src/interchange/import/two-files.ts';
import type { ProjectFiles } from '../../../../language/src/dsl/project-files.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import { nodeFiles } from '../../workspace/files/node-files.ts';
import { type FileFindings, mergeFindings } from './file-findings.ts';
import { type Checked, type FindingCache, isChecked } from './finding-cache.ts';
import { type FileName, pathOf } from './places.ts';
import { readGiven } from './open-models.ts';
import { readOther, type TextSource } from './read-text.ts';

/** The findings of the named files, then those of imported files with errors, and of project files. */
export interface CheckedFiles {
  readonly files: readonly FileFindings[];
  /** The number of named files that were read. */
  readonly count: number;
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
  readonly nameOf: FileName;
}

/** Checks files given by their paths, each file once. */
export async function checkFiles(
  names: readonly string[],
  surroundings: TextSource,
  { projects, cache }: { readonly projects: ProjectFiles; readonly cache?: FindingCache | undefined },
): Promise<CheckedFiles> {
  const { texts, unreadable, nameOf } = await readGiven(names, surroundings);
  const { texts: generated } = await readGiven(generatedParts(texts, nameOf), surroundings);
  for (const [uri, text] of generated) texts.set(uri, text);
  const ofProjects: Finding[] = [];
  const severities = new Map<string, unknown>();
  for (const uri of texts.keys()) {
    const project = await projects.load(uri);
    ofProjects.push(...(project?.findings ?? []));
    severities.set(uri.slice(0, uri.lastIndexOf('/')), project?.settings.severities);
  }
  const files = readingOnce(texts, surroundings);
  const environment = JSON.stringify([...severities].sort(([a], [b]) => (a < b ? -1 : 1)));
  const keyOf = (uri: string): string => digest(JSON.stringify([uri, texts.get(uri), environment]));
  const checked = new Map<string, Checked>();
  if (cache !== undefined) {
    for (const uri of texts.keys()) {
      const found = await cache.read(keyOf(uri), isChecked);
      if (found !== undefined && (await isCurrent(found, files))) checked.set(uri, found);
    }
  }
  const missing = [...texts.keys()].filter((uri) => !checked.has(uri));
  for (const [uri, found] of await checkAnew(missing, projects, files)) {
    checked.set(uri, found);
    await cache?.write(keyOf(uri), found);
  }
  const all = [...texts.keys()].map((uri) => required(checked.get(uri)));
  const findings = [
    ...all.flatMap((each) => each.findings),
    ...all.flatMap((each) => each.importErrors.filter(({ span }) => !texts.has(span.uri))),
    ...ofProjects,
  ];
  return { files: mergeFindings([...texts.keys()], findings), count: texts.size, unreadable, nameOf };
}

/** Returns the generated files that named ones import beside themselves: both are one model. */
function generatedParts(texts: ReadonlyMap<string, string>, nameOf: FileName): string[] {
  return [...texts].flatMap(([uri, text]) => {
    const { own, generated } = twoFiles(nameOf(uri)) ?? {};
    if (own !== nameOf(uri) || generated === undefined) return [];
    return text.includes(`import ${JSON.stringify(basename(generated))}`) ? [generated] : [];
  });
}

/** Reads each file once, and knows what it read. */
interface ReadOnce {
  readonly read: (uri: string) => ReturnType<typeof readOther>;
  /** Returns a digest of a file, or of why it has no text. */
  readonly digestOf: (uri: string) => Promise<string>;
  /** The files that were looked for in vain. */
  readonly failed: ReadonlySet<string>;
}

function readingOnce(texts: ReadonlyMap<string, string>, surroundings: TextSource): ReadOnce {
  const known = new Map<string, ReturnType<typeof readOther>>();
  const failed = new Set<string>();
  const read = async (uri: string): ReturnType<typeof readOther> => {
    let pending = known.get(uri);
    if (pending === undefined) {
      const given = texts.get(uri);
      known.set(uri, (pending = given === undefined ? readOther(pathOf(uri), surroundings) : Promise.resolve(given)));
    }
    const found = await pending;
    if (typeof found !== 'string') failed.add(uri);
    return found;
  };
  return { read, failed, digestOf: async (uri) => digest(JSON.stringify((await read(uri)) ?? null)) };
}

async function isCurrent({ depends }: Checked, { digestOf }: ReadOnce): Promise<boolean> {
  for (const [uri, before] of depends) if ((await digestOf(uri)) !== before) return false;
  return true;
}

async function checkAnew(
  uris: readonly string[],
  projects: ProjectFiles,
  { read, digestOf, failed }: ReadOnce,
): Promise<ReadonlyMap<string, Checked>> {
  const checked = new Map<string, Checked>();
  if (uris.length === 0) return checked;
  const loader = createLoader(read, projects.settingsFor, nodeFiles.isSameFile);
  const loaded = new Map<string, Awaited<ReturnType<typeof loader.load>>>();
  for (const uri of uris) loaded.set(uri, await loader.load(uri));
  for (const [uri, model] of loaded) {
    const imported = model.files.filter((each) => each !== uri);
    // Which model looked for a missing file is not known, so all depend on it.
    const others = [...imported.filter(isOnDisk), ...failed];
    const depends = await Promise.all(others.map(async (other) => [other, await digestOf(other)] as const));
    const importErrors = loader.importErrors(model, new Set(imported));
    checked.set(uri, { depends, findings: model.findings, importErrors });
  }
  return checked;
}

const isOnDisk = (uri: string): boolean => uri.startsWith('file:');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
