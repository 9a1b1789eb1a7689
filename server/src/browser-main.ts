/**
 * The language server in a web worker: exchanges messages with the page that started it and reads files through its
 * client. The client says where the pages about findings are.
 */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { findingCodes, findingPage } from '../../language/src/model/finding-codes.ts';
import { clientFiles } from './workspace/files/client-files.ts';
import { startServer } from './lsp/server.ts';
import { fittingMessages } from './lsp/fitting-messages.ts';

/** The worker's own end of the message channel. */
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
