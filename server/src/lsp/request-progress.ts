/**
 * The progress of long requests, for clients that ask for it: a request with a `workDoneToken` is reported as the
 * protocol says, from its beginning to its end.
 */
import { type Connection, WorkDoneProgress } from 'vscode-languageserver';

/** Receives the progress of one request. */
export interface RequestProgress {
  readonly report: (message: string) => void;
  readonly end: () => void;
}

/** Milliseconds between two reports; more often nobody reads them. */
const interval = 200;

const silent: RequestProgress = { report: () => undefined, end: () => undefined };

/** Begins to report the progress of a request, if its parameters ask for that; `title` is a clause such as `Verifying`. */
export function beginProgress(
  connection: Pick<Connection, 'sendProgress'>,
  parameters: unknown,
  title: string,
): RequestProgress {
  const token = tokenIn(parameters);
  if (token === undefined) return silent;
  const send = (value: Parameters<typeof connection.sendProgress<unknown>>[2]): void => {
    void connection.sendProgress<unknown>(WorkDoneProgress.type, token, value);
  };
  send({ kind: 'begin', title, cancellable: true });
  let last = -Infinity;
  return {
    report: (message) => {
      const now = performance.now();
      if (now - last < interval) return;
      last = now;
      send({ kind: 'report', message });
    },
    end: () => {
      send({ kind: 'end' });
    },
  };
}

function tokenIn(parameters: unknown): string | number | undefined {
  if (typeof parameters !== 'object' || parameters === null || !('workDoneToken' in parameters)) return undefined;
  const { workDoneToken } = parameters;
  return typeof workDoneToken === 'string' || typeof workDoneToken === 'number' ? workDoneToken : undefined;
}
