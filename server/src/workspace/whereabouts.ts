/**
 * Tells the client which document the server is about to work on, so that a client without answers knows where the
 * server hangs.
 */
import { delayNextTick } from 'langium';
import type { Connection } from 'vscode-languageserver';
import { workingOnNotification } from '../protocol/protocol.ts';

/** Announces work on a document; the work may begin when the promise resolves. */
export type At = (uri: string) => Promise<void>;

/** Returns a function that notifies a client whenever the document changes. */
export function createWhereabouts(connection: Connection, clientUri: (uri: string) => string): At {
  let last: string | undefined;
  return async (uri) => {
    if (uri === last) return;
    last = uri;
    void connection.sendNotification(workingOnNotification.method, { uri: clientUri(uri) });
    // A message is taken up in one tick and written in the next.
    await delayNextTick();
    await delayNextTick();
  };
}
