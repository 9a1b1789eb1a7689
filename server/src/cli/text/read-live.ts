/**
 * Reads a running cluster for an import. With an OUT, what was read is kept beside it, so that every reason leads to a
 * line of it.
 */
import { importFormats } from '../../../../language/src/interchange/import-formats.ts';
import type { Answer } from '../../../../language/src/model/answer.ts';
import { clusterAccess } from '../../questions/kubeconfig.ts';
import { uriOf } from '../../questions/places.ts';
import { readCluster } from '../../questions/read-cluster.ts';
import { readImport, type ReadImport } from '../../questions/read-import.ts';
import type { Context } from '../input/command.ts';
import { resultFile } from './result-file.ts';
import { writeText } from './write-text.ts';

/** Returns the objects of the cluster that the options name, as one file. */
export async function readLive(word: string, context: Context): Promise<Answer<ReadImport>> {
  const format = importFormats.find(({ name }) => name === word);
  if (word !== 'kubernetes' || format === undefined)
    return { refusal: `Only the format "kubernetes" can be read live, not "${word}".` };
  const [name, kubeconfig, server] = ['context', 'kubeconfig', 'server'].map((each) => context.values.get(each));
  const access = await clusterAccess({ context: name, kubeconfig, server });
  if ('refusal' in access) return access;
  const read = await readCluster(access.value);
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
