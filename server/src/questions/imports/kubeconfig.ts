/**
 * Reads how to reach a cluster from a kubeconfig, as kubectl does. Runs nothing: a user who logs in by a program is
 * told what to do instead.
 */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { itemsAt, nodeAt, textAt } from '../../../../language/src/interchange/kubernetes/kubernetes-spec.ts';
import { readYaml } from '../../../../language/src/interchange/kubernetes/yaml-documents.ts';
import type { LiveSource } from '../../../../language/src/interchange/import/two-files.ts';
import type { YamlNode } from '../../../../language/src/interchange/kubernetes/yaml-value.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { readRegularFile, readTextFile } from '../../workspace/files/regular-file.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The address and credentials of a cluster. */
export interface ClusterAccess {
  /** The context's name, or the address of the server. */
  readonly name: string;
  readonly server: URL;
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
  /** The value of the header `Authorization`. */
  readonly authorization?: string | undefined;
  readonly isUnverified: boolean;
  readonly serverName?: string | undefined;
}

/** A context of a kubeconfig, to choose from. */
export interface KubeconfigContext {
  readonly name: string;
  readonly cluster: string;
  /** The namespace that kubectl uses in it. */
  readonly namespace: string | undefined;
  readonly isCurrent: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An entry of a kubeconfig, with the folder that its paths are relative to. */
interface Entry {
  readonly node: YamlNode;
  readonly folder: string;
}

/** Returns the access to the wished cluster, or in one sentence why there is none. */
export async function clusterAccess(
  wish: LiveSource,
  environment: Environment = process.env,
): Promise<Answer<ClusterAccess>> {
  if (wish.server !== undefined) return plainAccess(wish.server);
  const read = await readDocuments(wish, environment);
  if ('refusal' in read) return read;
  const documents = read.value;
  const name = wish.context ?? currentOf(documents);
  if (name === undefined)
    return { refusal: t`The kubeconfig has no current context. Name one of ${namesOf(documents).join(', ')}.` };
  const context = entryNamed(documents, 'contexts', name);
  if (context === undefined)
    return { refusal: t`The kubeconfig has no context "${name}". It has ${namesOf(documents).join(', ') || t`none`}.` };
  const clusterName = textAt(context.node, 'context', 'cluster') ?? '';
  const cluster = entryNamed(documents, 'clusters', clusterName);
  const user = entryNamed(documents, 'users', textAt(context.node, 'context', 'user') ?? '');
  if (cluster === undefined) return { refusal: t`The context "${name}" names a cluster that the kubeconfig lacks.` };
  return accessOf(name, cluster, user);
}

/** Returns the contexts of the kubeconfig in its order, or in one sentence why there are none. */
export async function clusterContexts(
  wish: Pick<LiveSource, 'kubeconfig'>,
  environment: Environment = process.env,
): Promise<Answer<readonly KubeconfigContext[]>> {
  const read = await readDocuments(wish, environment);
  if ('refusal' in read) return read;
  const current = currentOf(read.value);
  const seen = new Set<string>();
  const contexts = entriesOf(read.value, 'contexts').flatMap(({ node }): KubeconfigContext[] => {
    const name = textAt(node, 'name');
    // Of several contexts with one name, kubectl takes the first.
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    const [cluster = '', namespace] = [textAt(node, 'context', 'cluster'), textAt(node, 'context', 'namespace')];
    return [{ name, cluster, namespace, isCurrent: name === current }];
  });
  return contexts.length > 0 ? { value: contexts } : { refusal: t`The kubeconfig has no contexts. Name another one.` };
}

const currentOf = (documents: readonly Entry[]): string | undefined =>
  documents.map(({ node }) => textAt(node, 'current-context')).find(Boolean);

/** Reads the files of the kubeconfig that exist. */
async function readDocuments(
  { kubeconfig }: Pick<LiveSource, 'kubeconfig'>,
  environment: Environment,
): Promise<Answer<readonly Entry[]>> {
  const given = kubeconfig ?? environment.KUBECONFIG;
  const paths = given === undefined || given === '' ? [join(homedir(), '.kube', 'config')] : given.split(delimiter);
  const texts = await Promise.all(paths.map((path) => readTextFile(path)));
  const documents: Entry[] = [];
  for (const [index, text] of texts.entries()) {
    const path = itemAt(paths, index);
    if (text === undefined) continue;
    if (typeof text !== 'string') return { refusal: t`The kubeconfig "${path}" ${text.why}.` };
    const [node] = readYaml(text, path).value ?? [];
    if (node === undefined) return { refusal: t`The kubeconfig "${path}" is not YAML. Let kubectl write it again.` };
    documents.push({ node, folder: dirname(resolve(path)) });
  }
  if (documents.length === 0)
    return { refusal: t`There is no kubeconfig "${paths.join(delimiter)}". Name another one, or set KUBECONFIG.` };
  return { value: documents };
}

function plainAccess(address: string): Answer<ClusterAccess> {
  const server = URL.canParse(address) ? new URL(address) : undefined;
  if (server === undefined || !/^https?:$/.test(server.protocol))
    return { refusal: t`"${address}" is not the address of a server, such as "http://127.0.0.1:8001".` };
  return { value: { name: server.host, server, isUnverified: false } };
}

async function accessOf(name: string, cluster: Entry, user: Entry | undefined): Promise<Answer<ClusterAccess>> {
  const plain = plainAccess(textAt(cluster.node, 'cluster', 'server') ?? '');
  if ('refusal' in plain) return { refusal: t`The cluster of the context "${name}" has no address.` };
  if (nodeAt(user?.node, 'user', 'exec') !== undefined || nodeAt(user?.node, 'user', 'auth-provider') !== undefined) {
    return {
      refusal: t`The user of the context "${name}" logs in by a program, which an import does not run. Run "kubectl proxy --context ${name}", and give the server "http://127.0.0.1:8001".`,
    };
  }
  try {
    const token = textAt(user?.node, 'user', 'token') ?? (await textIn(user, ['user', 'tokenFile']))?.toString().trim();
    const [login, password] = [textAt(user?.node, 'user', 'username'), textAt(user?.node, 'user', 'password')];
    const basic = login === undefined ? undefined : `Basic ${Buffer.from(`${login}:${password ?? ''}`).toString('base64')}`; // oxfmt-ignore
    return {
      value: {
        name,
        server: plain.value.server,
        ca: await bytesIn(cluster, 'cluster', 'certificate-authority'),
        cert: await bytesIn(user, 'user', 'client-certificate'),
        key: await bytesIn(user, 'user', 'client-key'),
        authorization: token === undefined ? basic : `Bearer ${token}`,
        isUnverified: textAt(cluster.node, 'cluster', 'insecure-skip-tls-verify') === 'true',
        serverName: textAt(cluster.node, 'cluster', 'tls-server-name'),
      },
    };
  } catch {
    return { refusal: t`A certificate, key or token of the context "${name}" cannot be read. Check the paths in the kubeconfig.` }; // oxfmt-ignore
  }
}

/** Returns the bytes that an entry holds itself (`…-data`, in base64) or in a file. */
async function bytesIn(entry: Entry | undefined, part: string, key: string): Promise<Buffer | undefined> {
  const data = textAt(entry?.node, part, `${key}-data`);
  return data === undefined ? textIn(entry, [part, key]) : Buffer.from(data, 'base64');
}

async function textIn(entry: Entry | undefined, path: readonly string[]): Promise<Buffer | undefined> {
  const file = textAt(entry?.node, ...path);
  if (file === undefined || entry === undefined) return undefined;
  const read = await readRegularFile(resolve(entry.folder, file));
  if ('why' in read) throw new Error(`"${file}" ${read.why}.`);
  return Buffer.from(read);
}

const entryNamed = (documents: readonly Entry[], list: string, name: string): Entry | undefined =>
  entriesOf(documents, list).find(({ node }) => textAt(node, 'name') === name);

const entriesOf = (documents: readonly Entry[], list: string): Entry[] =>
  documents.flatMap(({ node, folder }) => itemsAt(node, list).map((item) => ({ node: item, folder })));

const namesOf = (documents: readonly Entry[]): string[] =>
  entriesOf(documents, 'contexts').map(({ node }) => `"${textAt(node, 'name') ?? ''}"`);
