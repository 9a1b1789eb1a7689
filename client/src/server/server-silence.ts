/**
 * Follows servers that hang: each is reported with the file it was working on, and a restart is offered. The new server
 * ignores that file until its text changes, so that all others have findings again. Independent of VS Code.
 */
import {
  type InitializationOptions,
  type OfDocument,
  pingRequest,
  workingOnNotification,
} from '../../../server/src/protocol/protocol.ts';
import type { StatusEvents } from './server-status.ts';
import { watchServer } from './server-watchdog.ts';

/** The connection to a server. */
export interface SilencedServer {
  readonly onNotification: (method: string, handler: (at: OfDocument) => void) => unknown;
  readonly sendRequest: (method: string, parameters: object) => Promise<unknown>;
}

/** The surroundings of the servers. */
export interface SilenceParts {
  readonly log: Readonly<Record<'error' | 'info', (text: string) => void>>;
  readonly status: Omit<StatusEvents, 'changed'>;
  /** Reports that a server has not answered for 20 seconds, and the file it is at; returns whether to restart it. */
  readonly ask: (file: string | undefined) => Promise<boolean>;
  /** Calls a function repeatedly, every `milliseconds`; the result ends that. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

/** The hangs of successive servers. */
export interface Silences {
  /** Returns the options for a server that starts now. */
  readonly options: () => Pick<InitializationOptions, 'leftOut'>;
  /** Records the documents that a server reports to be working on. */
  readonly follow: (client: SilencedServer) => void;
  /** Watches a running server instead of the previous one; `restart` is called when the user wants a restart. */
  readonly watch: (client: SilencedServer, restart: () => void) => void;
  readonly end: () => void;
  /** Ignores no document any more. */
  readonly forget: () => void;
}

/** Prepares for servers that hang. */
export function createSilences({ log, status, ask, every }: SilenceParts): Silences {
  const leftOut = new Set<string>();
  let at: string | undefined;
  let end = (): void => undefined;
  return {
    options: () => ({ leftOut: [...leftOut] }),
    follow: (client) => {
      client.onNotification(workingOnNotification.method, ({ uri }) => {
        at = uri;
        status.workingOn(uri);
      });
    },
    watch: (client, restart) => {
      end();
      let isSilent = false;
      end = watchServer({
        ping: () => client.sendRequest(pingRequest.method, {}).then(status.answered),
        every,
        onSilence: () => {
          isSilent = true;
          status.silent();
          const file = at;
          log.error(`The language server does not answer. It was processing ${file ?? 'no file'}.`);
          void ask(file).then((isWanted) => {
            if (!isWanted) return;
            if (isSilent && file !== undefined) leftOut.add(file);
            restart();
          });
        },
        onAnswer: () => {
          isSilent = false;
          log.info('The language server answers again.');
        },
      });
    },
    end: () => {
      end();
    },
    forget: () => {
      leftOut.clear();
    },
  };
}
