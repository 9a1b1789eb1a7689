/** The requests about running clusters. */
import type { CancellationToken } from 'vscode-languageserver';
import type { Answer, Refusal } from '../../../language/src/model/common/answer.ts';
import {
  clusterContextsRequest,
  clusterNamespacesRequest,
  clusterProgressRequest,
  type OfCluster,
  readClusterRequest,
} from '../protocol/cluster-protocol.ts';
import type { Method } from '../protocol/protocol.ts';
import type { Clusters } from '../questions/imports/clusters.ts';
import { cancelled } from '../workspace/slices.ts';
import { answerGuarded, respond, type Server } from './guard.ts';
import { t } from '../../../language/src/model/common/translation.ts';

const noClusters: Refusal = {
  refusal: t`A running cluster cannot be read from a browser. Import the output of "kubectl get -o json", or use "aftermath import kubernetes --live".`, // oxfmt-ignore
};
const failed: Refusal = { refusal: t`The cluster could not be read; the log says why.` };

/** Registers the handlers; without `clusters` they refuse. */
export function answerClusters(server: Server, clusters: Clusters | undefined): void {
  const on = <T, R>(
    request: Method<OfCluster, R | Refusal>,
    ask: (reading: Clusters, parameters: OfCluster, signal: AbortSignal) => Promise<Answer<T>>,
    finish: (value: T) => R,
  ): void => {
    answerGuarded(server, request, failed, async (parameters, token) => {
      if (clusters === undefined) return noClusters;
      const { signal, end } = signalOf(token);
      const answer = await ask(clusters, parameters, signal).finally(end);
      if (token.isCancellationRequested) return cancelled();
      return 'refusal' in answer ? { refusal: answer.refusal } : finish(answer.value);
    });
  };
  let objects = 0;
  on(
    clusterContextsRequest,
    (reading, { source }) => reading.contexts(source),
    (contexts) => contexts,
  );
  on(
    clusterNamespacesRequest,
    (reading, { source }, signal) => reading.namespaces(source, signal),
    (names) => names ?? null,
  );
  on(
    readClusterRequest,
    (reading, { source }, signal) => {
      objects = 0;
      const onProgress = (count: number): void => {
        objects = count;
      };
      return reading.read(source, { signal, onProgress });
    },
    (read) => read,
  );
  respond(server.connection, clusterProgressRequest, () => objects);
}

/** Returns a signal that is aborted when a request is cancelled, until its end. */
export function signalOf(token: CancellationToken): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => {
    controller.abort();
  });
  if (token.isCancellationRequested) controller.abort();
  return {
    signal: controller.signal,
    end: () => {
      listening.dispose();
    },
  };
}
