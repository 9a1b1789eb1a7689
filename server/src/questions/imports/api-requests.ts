/**
 * Asks the API server of a cluster, reading only: GET requests with a time limit, repeated where that helps.
 */
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClusterAccess } from './kubeconfig.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** An answer: its status and, if it is 200, its JSON. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The limits of what is asked. */
export interface ApiLimits {
  /** Of one request, in milliseconds. */
  readonly requestTime: number;
  /** The number of times that a temporarily failing request is repeated. */
  readonly repeats: number;
  /** Before a repeat, in milliseconds; doubled each time. */
  readonly pause: number;
  /** The longest answer in bytes. */
  readonly bytes: number;
}

/** Ends all requests. */
export interface ApiStop {
  readonly signal?: AbortSignal | undefined;
}

/** The usual limits. */
export const usualLimits: ApiLimits = { requestTime: 30_000, repeats: 3, pause: 500, bytes: 100_000_000 };

/** An API server that cannot be read; the message is a full sentence. */
export class Unreachable extends Error {}

/** Makes a function that gets a path of the API server. Rejects with `Unreachable`. */
export function apiReader(
  access: ClusterAccess,
  limits: ApiLimits & ApiStop,
): (path: string, accept?: string) => Promise<ApiAnswer> {
  return async (path, accept = 'application/json') => {
    for (let attempt = 0, pause = limits.pause; ; attempt += 1, pause *= 2) {
      const answer = await get(access, path, accept, limits).catch((error: unknown) => failure(error));
      const isForNow = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!isForNow) return answer;
      if (limits.signal?.aborted === true) throw new Unreachable(t`Reading the cluster was cancelled.`);
      if (attempt >= limits.repeats) {
        const why = answer instanceof Error ? answer.message : t`answers with the status ${String(answer.status)}`;
        throw new Unreachable(t`The API server at ${access.server.host} ${why} (${path}).`);
      }
      await wait(pause, undefined, { signal: limits.signal }).catch(() => undefined);
    }
  };
}

const failure = (error: unknown): Error => (error instanceof Error ? error : new Error('cannot be read'));

function get(access: ClusterAccess, path: string, accept: string, limits: ApiLimits & ApiStop): Promise<ApiAnswer> {
  const { server, ca, cert, key, authorization, isUnverified, serverName } = access;
  const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
  const headers = { accept, ...(authorization !== undefined && { authorization }) };
  const options = {
    ...{ method: 'GET', headers, ca, cert, key, rejectUnauthorized: !isUnverified },
    ...(serverName !== undefined && { servername: serverName }),
    signal: AbortSignal.timeout(limits.requestTime),
  };
  return new Promise((fulfil, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent = send(url, options, (response) => {
      readAnswer(response, limits).then(fulfil, reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(reasonOf(error, limits)));
    });
    const stop = (): void => {
      sent.destroy(new Error('is no longer asked'));
    };
    limits.signal?.addEventListener('abort', stop, { once: true });
    sent.once('close', () => {
      limits.signal?.removeEventListener('abort', stop);
    });
    if (limits.signal?.aborted === true) stop();
    sent.end();
  });
}

function reasonOf({ code = '', name, message }: NodeJS.ErrnoException, { requestTime }: ApiLimits): string {
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR')
    return t`does not answer within ${String(requestTime / 1000)} s`;
  return t`cannot be reached: ${code === '' ? message : code}`;
}

async function readAnswer(response: IncomingMessage, limits: ApiLimits): Promise<ApiAnswer> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.bytes) throw new Error('too long');
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    const isLong = error instanceof Error && error.message === 'too long';
    throw new Error(isLong ? `answers with more than ${String(limits.bytes)} bytes` : 'cuts its answer off');
  }
  if (status !== 200) return { status, body: undefined };
  try {
    return { status, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    throw new Error('answers with something that is not JSON');
  }
}
