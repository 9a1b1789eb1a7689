/**
 * The line to a language server in a worker: asks it, answers its questions, and passes on what it tells. Besides, another
 * client may use the line, whose requests have numbers; ours have names.
 */
import type { Method } from '../../server/src/protocol/protocol.ts';
import type { Ask } from '../src/server/server-link.ts';

/** A message of the protocol. */
export interface ProtocolMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The line. */
export interface ServerLine {
  readonly ask: Ask;
  readonly request: (method: string, params: unknown, signal?: AbortSignal) => Promise<unknown>;
  readonly send: (message: object) => void;
}

/** The receiver of the server's messages. */
export interface LineEnd {
  /** Returns the answer to a question of the server. */
  readonly answer: (method: string, params: ProtocolMessage['params']) => unknown;
  /** Takes what the server tells, and answers to requests that were not made here. */
  readonly receive: (message: ProtocolMessage) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Opens the line to a worker. A worker that fails to start rejects all that it is asked. */
export function openLine(worker: Worker, { answer, receive }: LineEnd): ServerLine {
  const waiting = new Map<number | string, Waiting>();
  let last = 0;
  const send = (message: object): void => {
    worker.postMessage({ jsonrpc: '2.0', ...message });
  };
  const request = (method: string, params: unknown, signal?: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = `own-${String(last)}`;
      waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        send({ method: '$/cancelRequest', params: { id } });
      });
      send({ id, method, params });
    });
  worker.addEventListener('message', ({ data }: MessageEvent<ProtocolMessage>) => {
    const { id, method, params } = data;
    if (id !== undefined && method !== undefined) send({ id, result: answer(method, params) });
    else if (id === undefined || !settle(waiting, id, data)) receive(data);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'The language server did not start.'));
    waiting.clear();
  });
  return {
    // The result is what the protocol says.
    ask: <Parameters, Result>({ method }: Method<Parameters, Result>, parameters: Parameters, signal?: AbortSignal) =>
      request(method, parameters, signal) as Promise<Result>,
    request,
    send,
  };
}

function settle(
  waiting: Map<number | string, Waiting>,
  id: number | string,
  { result, error }: ProtocolMessage,
): boolean {
  const asked = waiting.get(id);
  if (asked === undefined) return false;
  waiting.delete(id);
  if (error === undefined) asked.resolve(result);
  else asked.reject(new Error(error.message));
  return true;
}
