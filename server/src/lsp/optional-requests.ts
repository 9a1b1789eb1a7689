/**
 * Requests about something that may have been closed: the client gets `null`.
 */
import type { Method } from '../protocol/protocol.ts';
import type { Server } from './guard.ts';

/** Returns a function that registers handlers whose answer may be missing: `null` for the client. */
export const optionalAnswers =
  ({ connection, guarded }: Pick<Server, 'connection' | 'guarded'>) =>
  <P, R>({ method }: Method<P, R | null>, answer: (parameters: P) => R | undefined): void => {
    connection.onRequest(
      method,
      guarded<P, R | null>(method, null, (parameters) => answer(parameters) ?? null),
    );
  };
