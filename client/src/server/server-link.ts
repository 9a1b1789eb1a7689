/**
 * How the extension asks its language server, as the other files of the extension see it.
 */
import type { Method } from '../../../server/src/protocol/protocol.ts';

/** Asks the server; rejects while it is not running, and when the question is taken back. */
export type Ask = <Parameters, Result>(
  method: Method<Parameters, Result>,
  parameters: Parameters,
  signal?: AbortSignal,
) => Promise<Result>;

/** The language server with its life. */
export interface ServerLink {
  readonly ask: Ask;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}
