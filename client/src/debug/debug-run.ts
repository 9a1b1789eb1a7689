/**
 * The run that a debug session looks at. It lives in the language server, which keeps only so many: one that is
 * gone is opened again by the same question, and is the same run.
 */
import type { OpenedRun } from '../../../server/src/protocol/protocol.ts';
import { closeRunRequest, openRunRequest, type Method, type OfRun } from '../../../server/src/protocol/protocol.ts';
import type { RunSummary } from '../../../language/src/view/run/run-summary.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { Ask } from '../server/server-link.ts';
import type { Refusal } from '../../../language/src/model/answer.ts';

/** How a run is asked for. */
export interface DebugRunWorld {
  readonly ask: Ask;
  /** Makes sure that the server knows a document; rejects if there is none. */
  readonly open: (uri: string) => Promise<void>;
  /** Reads the file of a trace; rejects if there is none. */
  readonly read: (file: string) => Promise<string>;
}

export interface DebugRun {
  readonly subject: RunSubject;
  readonly summary: RunSummary;
  /** Asks about this run; rejects if it cannot be opened any more. */
  readonly ask: <P extends OfRun, R>(
    method: Method<P, R | null>,
    parameters: Omit<P, 'id'>,
    signal?: AbortSignal,
  ) => Promise<R>;
  readonly close: () => void;
}

/** Opens a run, or says in one sentence why there is none. */
export async function openDebugRun(world: DebugRunWorld, subject: RunSubject): Promise<DebugRun | Refusal> {
  const opened = await open(world, subject);
  if ('refusal' in opened) return opened;
  let current: OpenedRun = opened;
  return {
    subject,
    summary: opened.summary,
    ask: async <P extends OfRun, R>(
      method: Method<P, R | null>,
      parameters: Omit<P, 'id'>,
      signal?: AbortSignal,
    ): Promise<R> => {
      for (let attempt = 0; ; attempt++) {
        // The type of the parameters without their id, and the id, are those of the parameters.
        const whole = { ...parameters, id: current.id } as unknown as P;
        const answer = await world.ask(method, whole, signal);
        if (answer !== null) return answer;
        const again = attempt > 0 ? { refusal: 'The run cannot be read any more.' } : await open(world, subject);
        if ('refusal' in again) throw new Error(again.refusal);
        current = again;
      }
    },
    close: () => {
      // A server that has ended has closed it, too.
      world.ask(closeRunRequest, { id: current.id }).catch(() => undefined);
    },
  };
}

async function open(
  { ask, open: know, read }: DebugRunWorld,
  { uri, question }: RunSubject,
): Promise<OpenedRun | Refusal> {
  await know(uri);
  const trace = question.kind === 'trace' ? { trace: await read(question.file) } : {};
  return ask(openRunRequest, { uri, question, ...trace });
}
