/**
 * The language server as a program: speaks over whatever channel its arguments name (`--stdio`,
 * `--node-ipc`, …) and reads files from the
 * disk, or through its client where they are not on it.
 */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { clientFiles, filesByScheme } from './client-files.ts';
import { findingPages } from './finding-pages.ts';
import { nodeFiles } from './node-files.ts';
import { startServer } from './server.ts';

const connection = createConnection(ProposedFeatures.all);

startServer(connection, {
  files: filesByScheme(nodeFiles, clientFiles(connection)),
  page: findingPages(process.argv[1]),
});
