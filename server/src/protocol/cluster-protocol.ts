/** The requests about running clusters of Kubernetes. A server in a browser refuses them. */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { Method } from './protocol.ts';

/** A running cluster, as a user names it. */
export interface ClusterSource {
  readonly context?: string | undefined;
  /** The path of the kubeconfig; default: `$KUBECONFIG`, else `~/.kube/config`. */
  readonly kubeconfig?: string | undefined;
  /** The address of a server that needs no login. */
  readonly server?: string | undefined;
  /** Of objects in namespaces, only those of these; default: all. */
  readonly namespaces?: readonly string[] | undefined;
}

/** A context of a kubeconfig. */
export interface ClusterContext {
  readonly name: string;
  readonly cluster: string;
  readonly namespace?: string | undefined;
  readonly isCurrent: boolean;
}

/** The parameters of a request about a cluster. */
export interface OfCluster {
  readonly source: ClusterSource;
}

/** Returns the contexts of a kubeconfig. Asks no cluster. */
export const clusterContextsRequest: Method<OfCluster, readonly ClusterContext[] | Refusal> = {
  method: 'aftermath/clusterContexts',
};

/** Returns the names of the namespaces of a cluster; null if the user may not list them. */
export const clusterNamespacesRequest: Method<OfCluster, readonly string[] | null | Refusal> = {
  method: 'aftermath/clusterNamespaces',
};

/** A cluster's description of itself. */
export interface ClusterText {
  /** A name for people: that of the context, or of the server. */
  readonly name: string;
  /** All objects, as one list in JSON. */
  readonly text: string;
  readonly objects: number;
  /** The kinds that the user may not read. */
  readonly forbidden: readonly string[];
}

/** Reads all objects of a cluster, and changes nothing. May take long; can be cancelled. */
export const readClusterRequest: Method<OfCluster, ClusterText | Refusal> = { method: 'aftermath/readCluster' };

/** Returns the number of objects that the last request has read so far. */
export const clusterProgressRequest: Method<null, number> = { method: 'aftermath/clusterProgress' };
