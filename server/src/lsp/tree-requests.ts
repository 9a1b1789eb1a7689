/**
 * The requests of the side bar, each answered by its feature.
 */
import { declaredViews, treePage, treeWay } from '../features/entity-trees.ts';
import type { Method, OfDocument } from '../protocol/protocol.ts';
import { outlineRequest, treeRequest, treeWayRequest } from '../protocol/tree-protocol.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { answerGuarded, type Server } from './guard.ts';

/** Registers the handlers. */
export function answerTrees(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  const on = <P extends OfDocument, R>(
    request: Method<P, R | null>,
    answer: (model: CheckedModel, parameters: P) => R | null,
  ): void => {
    answerGuarded(server, request, null, (parameters) => {
      const model = modelOf(parameters);
      return model === undefined ? null : answer(model, parameters);
    });
  };
  on(treeRequest, treePage);
  on(treeWayRequest, treeWay);
  on(outlineRequest, declaredViews);
}
