/**
 * The language server of a one-file report: a worker in the page that answers the same requests as in an editor. It
 * knows the texts of the report and nothing else.
 */
import type { Ask } from '../src/server/server-link.ts';
import type { Book } from '../../server/src/protocol/book.ts';
import { openLine, type ProtocolMessage } from './worker-line.ts';

/** A connection to the server. */
export interface BookServer {
  readonly ask: Ask;
  /** Calls back for each model that the server has analysed again. */
  readonly onModel: (receive: (uri: string) => void) => void;
}

/** Starts the server with the script of its worker, and opens all models. */
export async function startBookServer(script: string, { models, texts }: Book): Promise<BookServer> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const textOf = new Map(texts.map(({ uri, text }) => [uri, text]));
  const listeners: ((uri: string) => void)[] = [];
  const { ask, request, send } = openLine(new Worker(url), {
    answer: (method, params) => answerTo(method, params, textOf),
    receive: ({ method, params }) => {
      if (method === 'aftermath/modelChanged' && params?.uri !== undefined)
        for (const receive of listeners) receive(params.uri);
    },
  });
  await request('initialize', { processId: null, rootUri: null, capabilities: {} });
  URL.revokeObjectURL(url);
  send({ method: 'initialized', params: {} });
  for (const { uri } of models) {
    const textDocument = { uri, languageId: 'aftermath', version: 1, text: textOf.get(uri) ?? '' };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
  }
  return {
    ask,
    onModel: (receive) => {
      listeners.push(receive);
    },
  };
}

/** Returns the answer to a question of the server: files are read from the texts, nothing is set. */
export function answerTo(
  method: string,
  params: ProtocolMessage['params'],
  texts: ReadonlyMap<string, string>,
): unknown {
  if (method === 'aftermath/readFile') return texts.get(params?.uri ?? '') ?? null;
  if (method === 'aftermath/listModels') return [...texts.keys()].filter((uri) => uri.startsWith(params?.uri ?? ''));
  return method === 'workspace/configuration' ? (params?.items ?? []).map(() => null) : null;
}
