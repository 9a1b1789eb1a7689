/** The requests about the system that a model was imported from. */
import type { CancellationToken } from 'vscode-languageserver';
import { beginDrift, importedHow, importFiles } from '../features/system.ts';
import {
  type DriftAnswer,
  driftRequest,
  type FilesToImport,
  importedHowRequest,
  importFilesRequest,
} from '../protocol/system-protocol.ts';
import type { SystemFile } from '../protocol/system-file.ts';
import type { OfDocument } from '../protocol/protocol.ts';
import type { Refusal } from '../../../language/src/model/answer.ts';
import { inSlices } from '../workspace/slices.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { Server } from './guard.ts';

/** Registers the handlers. */
export function answerSystem(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  const { connection, guarded, workspace } = server;
  const notOpen = ({ uri }: OfDocument): Refusal => ({ refusal: `The document ${uri} is not open.` });
  const failed: Refusal = { refusal: 'The comparison could not be made; the log says why.' };
  connection.onRequest(
    importedHowRequest.method,
    guarded(importedHowRequest.method, failed, (parameters: OfDocument) => {
      const model = modelOf(parameters);
      return model === undefined ? notOpen(parameters) : importedHow(workspace, parameters.uri, model);
    }),
  );
  connection.onRequest(
    importFilesRequest.method,
    guarded(importFilesRequest.method, failed, (parameters: FilesToImport) =>
      importFiles(parameters, modelOf(parameters)?.model),
    ),
  );
  const drift = guarded<OfDocument & { readonly files: readonly SystemFile[] }, DriftAnswer | Refusal>(
    driftRequest.method,
    failed,
    async (parameters, token: CancellationToken) => {
      const model = modelOf(parameters);
      if (model === undefined) return notOpen(parameters);
      const begun = await beginDrift(workspace, parameters, model);
      if ('refusal' in begun) return begun;
      return inSlices(begun.value, token);
    },
  );
  connection.onRequest(driftRequest.method, drift);
}
