/**
 * The files that only the client can read: those of virtual workspaces, and all of them in a browser. The server
 * requests them; a client that does not know the request has none.
 */
import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Unreadable } from '../../../../language/src/dsl/loaded.ts';
import type { Files } from './files.ts';
import { listModelsRequest, readFileRequest } from '../../protocol/protocol.ts';

/** Reads files through the client. */
export function clientFiles(connection: Connection): Files {
  return {
    read: async (uri) => {
      try {
        const read: unknown = await connection.sendRequest(readFileRequest.method, { uri });
        return typeof read === 'string' ? withoutMark(read) : reasonIn(read);
      } catch {
        // The file cannot be read; its importer reports that.
        return undefined;
      }
    },
    list: async (folder) => {
      try {
        const uris: unknown = await connection.sendRequest(listModelsRequest.method, { uri: folder });
        return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string').sort() : [];
      } catch {
        // A client that cannot list files has none.
        return [];
      }
    },
  };
}

/** Reads `file` URIs from one source, and all others from another. */
export function filesByScheme(ofMachine: Files, others: Files): Files {
  const filesOf = (uri: string): Files => (URI.parse(uri).scheme === 'file' ? ofMachine : others);
  return {
    read: (uri) => filesOf(uri).read(uri),
    list: (folder, keeps) => filesOf(folder).list(folder, keeps),
    ...(ofMachine.isSameFile && { isSameFile: ofMachine.isSameFile }),
  };
}

function reasonIn(read: unknown): Unreadable | undefined {
  if (typeof read !== 'object' || read === null || !('why' in read)) return undefined;
  return typeof read.why === 'string' ? { why: read.why } : undefined;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
