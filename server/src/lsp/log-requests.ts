/** The request that compares logs with a model. */
import { logSteps } from '../features/log-comparison.ts';
import { compareLogRequest } from '../protocol/log-protocol.ts';
import type { OfDocument } from '../protocol/protocol.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { Server } from './guard.ts';
import { onLong } from './long-requests.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handler. */
export function answerLogs(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  onLong(server, compareLogRequest, {
    failed: { refusal: t`The log could not be compared; the log of the server says why.` },
    title: t`Comparing with a log`,
    begin: (parameters) => {
      const model = modelOf(parameters);
      return model === undefined ? t`The document ${parameters.uri} is not open.` : logSteps(model, parameters);
    },
    finish: (answer) => ('refusal' in answer ? { refusal: answer.refusal } : answer.value),
  });
}
