/**
 * The language server as a program: speaks over whatever channel its arguments name (`--stdio`,
 * `--node-ipc`, …) and reads files from the disk.
 */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { findingPages } from './finding-pages.ts';
import { nodeFiles } from './node-files.ts';
import { startServer } from './server.ts';

startServer(createConnection(ProposedFeatures.all), { files: nodeFiles, page: findingPages(process.argv[1]) });
