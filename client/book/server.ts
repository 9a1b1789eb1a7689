/**
 * The language server of a one-file report: a worker in the page that answers the same requests as in an editor. It
 * knows the texts of the report and nothing else.
 */
import type { Method } from '../../server/src/protocol/protocol.ts';
import type { Ask } from '../src/server/server-link.ts';
import type { Book } from '../../server/src/protocol/book.ts';

/** A connection to the server. */
export interface BookServer {
  readonly ask: Ask;
  /** Calls back for each model that the server has understood anew. */
  readonly onModel: (receive: (uri: string) => void) => void;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the server with the script of its worker, and opens all models. */
export async function startBookServer(script: string, { models, texts }: Book): Promise<BookServer> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const waiting = new Map<number | string, Waiting>();
  const textOf = new Map(texts.map(({ uri, text }) => [uri, text]));
  const listeners: ((uri: string) => void)[] = [];
  let last = 0;
  const send = (message: object): void => {
    worker.postMessage({ jsonrpc: '2.0', ...message });
  };
  const request = (method: string, params: unknown, signal?: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        send({ method: '$/cancelRequest', params: { id } });
      });
      send({ id, method, params });
    });
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const { id, method, params } = data;
    if (method === undefined) settle(waiting, data);
    else if (id !== undefined) send({ id, result: answerTo(method, params, textOf) });
    else if (method === 'aftermath/modelChanged' && params?.uri !== undefined)
      for (const receive of listeners) receive(params.uri);
  });
  await request('initialize', { processId: null, rootUri: null, capabilities: {} });
  URL.revokeObjectURL(url);
  send({ method: 'initialized', params: {} });
  for (const { uri } of models) {
    const textDocument = { uri, languageId: 'aftermath', version: 1, text: textOf.get(uri) ?? '' };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
  }
  return {
    // The result is what the protocol says.
    ask: <Parameters, Result>({ method }: Method<Parameters, Result>, parameters: Parameters, signal?: AbortSignal) =>
      request(method, parameters, signal) as Promise<Result>,
    onModel: (receive) => {
      listeners.push(receive);
    },
  };
}

function settle(waiting: Map<number | string, Waiting>, { id = '', result, error }: Message): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) asked?.resolve(result);
  else asked?.reject(new Error(error.message));
}

/** Returns the answer to a question of the server: files are read from the report, nothing is set. */
function answerTo(method: string, params: Message['params'], texts: ReadonlyMap<string, string>): unknown {
  if (method === 'aftermath/readFile') return texts.get(params?.uri ?? '') ?? null;
  if (method === 'aftermath/listModels') return [...texts.keys()].filter((uri) => uri.startsWith(params?.uri ?? ''));
  return method === 'workspace/configuration' ? (params?.items ?? []).map(() => null) : null;
}
