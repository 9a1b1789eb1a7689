/**
 * Starts language servers one after the other. A server that hangs while it starts is given up on a restart, and what
 * waits for it waits for the next one. Independent of VS Code.
 */

/** The means of starting servers. */
export interface StartParts<Client> {
  /** Creates a client whose server does not run yet. */
  readonly create: () => Promise<Client>;
  /** Starts the server of a client; once `isWanted` returns false, it is no fault that this does not succeed. */
  readonly start: (client: Client, isWanted: () => boolean) => Promise<void>;
  /** Stops a server that has started. */
  readonly stop: (client: Client) => Promise<void>;
  /** Ends a server that has not started, without asking it. */
  readonly abandon: (client: Client) => void;
  /** Watches a server from before it starts. */
  readonly watch: (client: Client) => void;
}

/** The servers of an extension, of which one runs at a time. */
export interface Starts<Client> {
  /** Returns the client of the server that runs, which is started first if need be. */
  readonly started: () => Promise<Client>;
  /** Starts the server again. */
  readonly restart: () => Promise<void>;
  /** Returns the client asked for last, if any was. */
  readonly last: () => Promise<Client> | undefined;
}

/** Prepares to start servers; none is started yet. */
export function createStarts<Client>(parts: StartParts<Client>): Starts<Client> {
  let running: Promise<Client> | undefined;
  let giveUp: (() => void) | undefined;
  const begin = async (before?: Client): Promise<Client> => {
    if (before !== undefined) await parts.stop(before);
    const client = before ?? (await parts.create());
    const wish = { isWanted: true };
    const givenUp = new Promise<void>((resolve) => {
      giveUp = () => {
        wish.isWanted = false;
        parts.abandon(client);
        resolve();
      };
    });
    parts.watch(client);
    await Promise.race([parts.start(client, () => wish.isWanted), givenUp]);
    if (!wish.isWanted) return started();
    giveUp = undefined;
    return client;
  };
  const started = (): Promise<Client> => (running ??= begin());
  return {
    started,
    restart: async () => {
      const end = giveUp;
      giveUp = undefined;
      if (end === undefined) running = running === undefined ? begin() : running.then(begin, () => begin());
      else {
        end();
        running = begin();
      }
      await running;
    },
    last: () => running,
  };
}
