/**
 * The run of a debug session. It is kept by the language server, which keeps a limited number; a closed one is opened
 * again by the same question and is the same run.
 */
import {
  closeRunRequest,
  type Method,
  type OfRun,
  type OpenedRun,
  openRunRequest,
} from '../../../server/src/protocol/protocol.ts';
import type { RunSummary } from '../../../language/src/view/run/run-summary.ts';
import type { RunSubject } from '../../webview/trace/messages.ts';
import type { Ask } from '../server/server-link.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The environment that opens runs. */
export interface DebugRunWorld {
  readonly ask: Ask;
  /** Makes sure that the server knows a document; rejects if it does not exist. */
  readonly open: (uri: string) => Promise<void>;
  /** Reads the file of a trace; rejects if it does not exist. */
  readonly read: (file: string) => Promise<string>;
}

/** An open run of a debug session. */
export interface DebugRun {
  readonly subject: RunSubject;
  readonly summary: RunSummary;
  /** Sends a request about this run; rejects if the run can no longer be opened. */
  readonly ask: <P extends OfRun, R>(
    method: Method<P, R | null>,
    parameters: Omit<P, 'id'>,
    signal?: AbortSignal,
  ) => Promise<R>;
  readonly close: () => void;
}

/** Opens a run, or refuses in one sentence. */
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
        // The parameters without their id, together with the id, are the parameters.
        const whole = { ...parameters, id: current.id } as unknown as P;
        const answer = await world.ask(method, whole, signal);
        if (answer !== null) return answer;
        const again = attempt > 0 ? { refusal: t`The run can no longer be read.` } : await open(world, subject);
        if ('refusal' in again) throw new Error(again.refusal);
        current = again;
      }
    },
    close: () => {
      // A stopped server has closed it too.
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
