/** The requests about the system that a model was imported from. */
import type { CancellationToken, ResponseError } from 'vscode-languageserver';
import { normalized } from '../workspace/workspace.ts';
import { beginDrift, importedHow, importFiles } from '../features/system.ts';
import {
  driftRequest,
  filesWrittenRequest,
  importedHowRequest,
  importFilesRequest,
} from '../protocol/system-protocol.ts';
import { importRequest, type Method, type OfDocument } from '../protocol/protocol.ts';
import { signalOf } from './cluster-requests.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { cancelled, inSlices } from '../workspace/slices.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { beginProgress } from './request-progress.ts';
import { answerGuarded, type Server } from './guard.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handlers. */
export function answerSystem(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  const { files, workspace, importing } = server;
  const notOpen = ({ uri }: OfDocument): Refusal => ({ refusal: t`The document ${uri} is not open.` });
  const failed: Refusal = { refusal: t`The comparison could not be made; the log says why.` };
  answerGuarded(server, importedHowRequest, failed, (parameters) => {
    const model = modelOf(parameters);
    return model === undefined ? notOpen(parameters) : importedHow(workspace, parameters.uri, model);
  });
  answerGuarded(server, filesWrittenRequest, null, ({ uris }) => {
    workspace.filesChanged(uris.map(normalized));
    return null;
  });
  const unmade: Refusal = { refusal: t`The import could not be made; the log says why.` };
  /** Registers a handler whose import ends when the request is cancelled. */
  const onImport = <P, R>(
    request: Method<P, R>,
    otherwise: R,
    answer: (parameters: P, signal: AbortSignal, token: CancellationToken) => Promise<R | ResponseError>,
  ): void => {
    answerGuarded(server, request, otherwise, async (parameters, token) => {
      const { signal, end } = signalOf(token);
      const progress = beginProgress(server.connection, parameters, 'Importing');
      const answered = await answer(parameters, signal, token)
        .finally(end)
        .finally(progress.end)
        .catch((error: unknown) => {
          if (token.isCancellationRequested) return cancelled();
          throw error;
        });
      return token.isCancellationRequested ? cancelled() : answered;
    });
  };
  onImport(importRequest, { findings: [] }, (parameters, signal) => importing(parameters, signal));
  onImport(importFilesRequest, unmade, async (parameters, signal) => {
    const { uri } = parameters;
    const text = workspace.find(normalized(uri))?.textDocument.getText() ?? (await files.read(normalized(uri)));
    return importFiles(parameters, { last: typeof text === 'string' ? text : undefined, importing, signal });
  });
  onImport(driftRequest, failed, async (parameters, signal, token) => {
    const model = modelOf(parameters);
    if (model === undefined) return notOpen(parameters);
    const begun = await beginDrift(workspace, parameters, { model, importing, signal });
    return 'refusal' in begun ? begun : inSlices(begun.value, token);
  });
}
