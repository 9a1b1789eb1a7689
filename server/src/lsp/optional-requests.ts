/**
 * Requests about something that may have been closed: the client gets `null`.
 */
import type { Method } from '../protocol/protocol.ts';
import { answerGuarded, type Server } from './guard.ts';

/** Returns a function that registers handlers whose answer may be missing: `null` for the client. */
export const optionalAnswers =
  (server: Pick<Server, 'connection' | 'guarded'>) =>
  <P, R>(request: Method<P, R | null>, answer: (parameters: P) => R | undefined): void => {
    answerGuarded(server, request, null, (parameters) => answer(parameters) ?? null);
  };
