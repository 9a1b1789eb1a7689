/**
 * Tells the client which document the server is at, before it works on it: a client that gets no answer any more can
 * then say where.
 */
import { delayNextTick } from 'langium';
import type { Connection } from 'vscode-languageserver';
import { workingOnNotification } from '../protocol/protocol.ts';

/** Takes note that work on a document begins; it may begin once this is done. */
export type At = (uri: string) => Promise<void>;

/** Returns what tells a client, each time that it is another document. */
export function createWhereabouts(connection: Connection, clientUri: (uri: string) => string): At {
  let last: string | undefined;
  return async (uri) => {
    if (uri === last) return;
    last = uri;
    void connection.sendNotification(workingOnNotification.method, { uri: clientUri(uri) });
    // A message is taken up in one turn and written in the next.
    await delayNextTick();
    await delayNextTick();
  };
}
