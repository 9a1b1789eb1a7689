/**
 * The parts of the server as a program: it reads files from the disk, or through its client if they are not on it, and
 * has what lies beside it.
 */
import type { Connection } from 'vscode-languageserver';
import { importThreadsOfProgram } from './import-threads.ts';
import type { ServerParts } from './lsp/server.ts';
import { layOutLater } from './pictures/lay-out-later.ts';
import { clusters } from './questions/imports/clusters.ts';
import { clientFiles, filesByScheme } from './workspace/files/client-files.ts';
import { nodeFiles } from './workspace/files/node-files.ts';
import { findingPages } from './workspace/finding-pages.ts';

/** Returns the parts for a connection, of the program in this file. */
export function programParts(connection: Connection, program: string | undefined): ServerParts {
  const doImport = importThreadsOfProgram(program);
  return {
    clusters,
    ...(doImport !== undefined && { doImport }),
    files: filesByScheme(nodeFiles, clientFiles(connection)),
    page: findingPages(program),
    layOut: layOutLater,
  };
}
