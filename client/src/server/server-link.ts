/**
 * The extension's interface to its language server.
 */
import type { Method } from '../../../server/src/protocol/protocol.ts';

/** Sends a request; rejects while the server is not running, and on cancellation. */
export type Ask = <Parameters, Result>(
  method: Method<Parameters, Result>,
  parameters: Parameters,
  signal?: AbortSignal,
) => Promise<Result>;

/** The language server and its lifecycle. */
export interface ServerLink {
  readonly ask: Ask;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}
