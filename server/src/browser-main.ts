/**
 * The language server in a web worker: speaks by messages with the page that started it, and reads files through
 * its client. The pages about findings are where the client says.
 */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { findingCodes, findingPage } from '../../language/src/model/finding-codes.ts';
import { clientFiles } from './workspace/client-files.ts';
import { startServer } from './lsp/server.ts';
import { fittingMessages } from './lsp/fitting-messages.ts';

/** What a worker is to whom it works for. */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];

const codes: ReadonlySet<string> = new Set(findingCodes.map(({ code }) => code));
const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), {
  messageStrategy: fittingMessages,
});

startServer(connection, {
  files: clientFiles(connection),
  page: (code, { initializationOptions }) => {
    const folder = (initializationOptions as { readonly findingPages?: unknown } | undefined)?.findingPages;
    return codes.has(code) && typeof folder === 'string' ? `${folder}/${findingPage(code)}` : undefined;
  },
});
