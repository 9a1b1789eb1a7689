/**
 * The language server as a program: communicates over the channel that its arguments name (`--stdio`, `--node-ipc`, …),
 * and reads files from the disk, or through its client if they are not on it.
 */
import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { clientFiles, filesByScheme } from './workspace/files/client-files.ts';
import { findingPages } from './workspace/finding-pages.ts';
import { nodeFiles } from './workspace/files/node-files.ts';
import { layOutLater } from './pictures/lay-out-later.ts';
import { importThreadsOfProgram } from './import-threads.ts';
import { clusters } from './questions/imports/clusters.ts';
import { startServer } from './lsp/server.ts';
import { fittingMessages } from './lsp/fitting-messages.ts';

// The trees of a workspace stay; V8 would let the heap grow to more than twice their size before it collects.
setFlagsFromString('--heap-growing-percent=40');

const connection = createConnection(ProposedFeatures.all, { messageStrategy: fittingMessages });

const doImport = importThreadsOfProgram(process.argv[1]);

startServer(connection, {
  clusters,
  ...(doImport !== undefined && { doImport }),
  files: filesByScheme(nodeFiles, clientFiles(connection)),
  page: findingPages(process.argv[1]),
  layOut: layOutLater,
});
