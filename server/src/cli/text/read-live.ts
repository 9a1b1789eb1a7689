/**
 * Reads a running cluster for an import. With an OUT, what was read is kept beside it, so that every reason leads to a
 * line of it.
 */
import { type LiveSource, namespacesIn } from '../../../../language/src/interchange/import/two-files.ts';
import { importFormats } from '../../../../language/src/interchange/import-formats.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { clusterAccess } from '../../questions/imports/kubeconfig.ts';
import { uriOf } from '../../questions/files/places.ts';
import { readCluster } from '../../questions/imports/read-cluster.ts';
import { readImport, type ReadImport } from '../../questions/imports/read-import.ts';
import type { Context, Option } from '../input/command.ts';
import { resultFile } from './result-file.ts';
import { writeText } from './write-text.ts';

/** Refuses files beside a running cluster. */
export const liveAndFiles = 'With --live nothing is read from files. Leave out the files, or --live.';

/** The options of a running cluster. */
export const liveOptions = {
  live: { summary: 'read a running cluster instead of files (kubernetes)' },
  context: { value: 'CONTEXT', summary: 'with --live, the context of the kubeconfig' },
  kubeconfig: { value: 'FILE', summary: 'with --live, another kubeconfig' },
  server: { value: 'URL', summary: 'with --live, a server that needs no login' },
  namespace: { value: 'NAMES', summary: 'with --live, only these namespaces (a,b)' },
} as const satisfies Readonly<Record<string, Option>>;

/** Returns the first option about a cluster that is given without `--live`. */
export const liveOptionAlone = ({ flags, values }: Context): string | undefined =>
  flags.has('live') ? undefined : Object.keys(liveOptions).find((name) => values.has(name));

/** Returns the cluster that the options name. */
export function liveSource({ values }: Context): LiveSource {
  const [name, kubeconfig, server] = ['context', 'kubeconfig', 'server'].map((each) => values.get(each));
  return { context: name, kubeconfig, server, namespaces: namespacesIn(values.get('namespace')) };
}

/** Returns the objects of the cluster that the options name, as one file. */
export async function readLive(
  word: string,
  context: Context,
  live: LiveSource = liveSource(context),
): Promise<Answer<ReadImport>> {
  const format = importFormats.find(({ name }) => name === word);
  if (word !== 'kubernetes' || format === undefined)
    return { refusal: `Only the format "kubernetes" can be read live, not "${word}".` };
  const access = await clusterAccess(live);
  if ('refusal' in access) return access;
  const read = await readCluster(access.value, { namespaces: live.namespaces });
  if ('refusal' in read) return read;
  const { text, objects, forbidden } = read.value;
  context.notes.write(`Read ${String(objects)} objects of ${access.value.name}.\n`);
  if (forbidden.length > 0) context.notes.write(`Not allowed to read, and left out: ${forbidden.join(', ')}\n`);
  const out = resultFile(context);
  if (out === undefined)
    return {
      value: { files: [{ name: 'live.json', uri: uriOf('live.json', context), text }], format, because: undefined },
    };
  const file = `${out.replace(/\.aft$/, '')}.live.json`;
  const written = await writeText(file, text, { folder: context.folder, force: true, sources: [] });
  return 'refusal' in written ? written : readImport(word, [file], context);
}
