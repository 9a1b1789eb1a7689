/** Running clusters, as a server that can reach them asks for them. */
import type { LiveSource } from '../../../../language/src/interchange/import/two-files.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type KubeconfigContext, clusterAccess, clusterContexts } from './kubeconfig.ts';
import { type ClusterWish, type ReadCluster, readCluster, readNamespaces } from './read-cluster.ts';

/** Reads clusters, and changes nothing in them. */
export interface Clusters {
  readonly contexts: (source: Pick<LiveSource, 'kubeconfig'>) => Promise<Answer<readonly KubeconfigContext[]>>;
  /** The value is undefined if the user may not list namespaces. */
  readonly namespaces: (source: LiveSource, signal: AbortSignal) => Promise<Answer<readonly string[] | undefined>>;
  readonly read: (
    source: LiveSource,
    wish: Pick<ClusterWish, 'signal' | 'onProgress'>,
  ) => Promise<Answer<ReadCluster & { readonly name: string }>>;
}

/** Clusters of a kubeconfig on this machine. */
export const clusters: Clusters = {
  contexts: (source) => clusterContexts(source),
  namespaces: async (source, signal) => {
    const access = await clusterAccess(source);
    return 'refusal' in access ? access : readNamespaces(access.value, { signal });
  },
  read: async (source, wish) => {
    const access = await clusterAccess(source);
    if ('refusal' in access) return access;
    const read = await readCluster(access.value, { ...wish, namespaces: source.namespaces });
    return 'refusal' in read ? read : { value: { ...read.value, name: access.value.name } };
  },
};
