/**
 * The files that only the client can read: those of virtual workspaces, and all of them in a browser. They are
 * asked for; a client that does not know the question has none.
 */
import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import type { Files } from './files.ts';
import { listModelsRequest, readFileRequest } from '../protocol/protocol.ts';

/** Reads files through the client. */
export function clientFiles(connection: Connection): Files {
  return {
    read: async (uri) => {
      try {
        const read: unknown = await connection.sendRequest(readFileRequest.method, { uri });
        return typeof read === 'string' ? withoutMark(read) : reasonIn(read);
      } catch {
        // That it cannot be read is the answer; whoever imports it says so.
        return undefined;
      }
    },
    list: async (folder) => {
      try {
        const uris: unknown = await connection.sendRequest(listModelsRequest.method, { uri: folder });
        return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string').sort() : [];
      } catch {
        // A client that cannot list files has none to list.
        return [];
      }
    },
  };
}

/** Reads what has the scheme `file` in one way, and all else in another. */
export function filesByScheme(ofMachine: Files, others: Files): Files {
  const filesOf = (uri: string): Files => (URI.parse(uri).scheme === 'file' ? ofMachine : others);
  return { read: (uri) => filesOf(uri).read(uri), list: (folder) => filesOf(folder).list(folder) };
}

function reasonIn(read: unknown): Unreadable | undefined {
  if (typeof read !== 'object' || read === null || !('why' in read)) return undefined;
  return typeof read.why === 'string' ? { why: read.why } : undefined;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
