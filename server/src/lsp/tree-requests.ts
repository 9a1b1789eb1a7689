/**
 * The requests of the side bar, each answered by its feature.
 */
import { outlineOf, treePage, treeWay } from '../features/entity-trees.ts';
import type { Method, OfDocument } from '../protocol/protocol.ts';
import { outlineRequest, treeRequest, treeWayRequest } from '../protocol/tree-protocol.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { Server } from './guard.ts';

/** Registers the handlers. */
export function answerTrees(
  { connection, guarded }: Server,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
): void {
  const on = <P extends OfDocument, R>(
    { method }: Method<P, R | null>,
    answer: (model: CheckedModel, parameters: P) => R | null,
  ): void => {
    connection.onRequest(
      method,
      guarded<P, R | null>(method, null, (parameters) => {
        const model = modelOf(parameters);
        return model === undefined ? null : answer(model, parameters);
      }),
    );
  };
  on(treeRequest, treePage);
  on(treeWayRequest, treeWay);
  on(outlineRequest, outlineOf);
}
