/** The requests about what is supposed of a model. */
import type { Suppositions } from '../features/suppositions.ts';
import { modelChangedNotification, type Method, type OfDocument } from '../protocol/protocol.ts';
import { supposeRequest, suppositionEditsRequest, suppositionRequest } from '../protocol/suppose-protocol.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { normalized } from '../workspace/workspace.ts';
import { answerGuarded, type Server } from './guard.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handlers. */
export function answerSuppositions(server: Server, suppositions: Suppositions): void {
  const { connection, workspace } = server;
  const on = <P extends OfDocument, R>(
    request: Method<P, R>,
    otherwise: R,
    answer: (document: ModelDocument, parameters: P) => R,
  ): void => {
    answerGuarded(server, request, otherwise, (parameters) => {
      const document = workspace.find(normalized(parameters.uri));
      return document === undefined ? otherwise : answer(document, parameters);
    });
  };
  const failed = { refusal: t`The model is not open, or the log says what failed.` };
  on(supposeRequest, failed, (document, parameters) => {
    const answer = suppositions.suppose(document, { with: parameters.with, without: parameters.without });
    if ('refusal' in answer) return { refusal: answer.refusal };
    const version = workspace.version(normalized(parameters.uri)) ?? 0;
    void connection.sendNotification(modelChangedNotification.method, { uri: parameters.uri, version });
    return null;
  });
  on(suppositionRequest, { with: [], without: [] }, (document) => suppositions.of(document));
  on(suppositionEditsRequest, failed, (document) => {
    const answer = suppositions.edits(document);
    return 'refusal' in answer ? { refusal: answer.refusal } : { edits: answer.value };
  });
}
