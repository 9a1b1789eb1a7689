/**
 * A worker that is kept warm and answers one question at a time. Giving up a question ends the worker; the next
 * question starts another.
 */
import { t } from '../../../language/src/model/common/translation.ts';

/** An answer, common to both kinds of workers. */
export interface WorkerAnswer {
  readonly id: number;
  readonly error?: unknown;
}

/** A line of questions to a worker. */
export interface WorkerLine<Question, Result extends WorkerAnswer> {
  /** Sends a question to the worker; `signal` ends the worker if it has not answered. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Result>;
}

/** Returns a line to workers that `start` starts: before the first question if `isWarm`. */
export function workerLine<Question extends object, Result extends WorkerAnswer>(
  start: () => Promise<Worker>,
  { isWarm }: { readonly isWarm: boolean },
): WorkerLine<Question, Result> {
  let number = 0;
  let worker: Promise<Worker> | undefined = isWarm ? start() : undefined;
  // The first question will report the failure; until then it must not count as unhandled.
  worker?.catch(() => undefined);
  return {
    ask: async (question, signal) => {
      // What was given up takes no worker from the question after it.
      signal.throwIfAborted();
      const starting = (worker ??= start());
      const giveUp = (): void => {
        if (worker === starting) worker = undefined;
        void starting.then(
          (ended) => {
            ended.terminate();
          },
          () => undefined,
        );
      };
      // At once: the question that supersedes this one may be asked in the same task.
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const running = await Promise.race([starting, ending(signal)]);
        number += 1;
        return await Promise.race([answerOf<Result>(running, { ...question, id: number }), ending(signal)]);
      } catch (error) {
        // In any case, the next question gets a worker that is not busy with this one.
        giveUp();
        throw error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}

function answerOf<Result extends WorkerAnswer>(worker: Worker, question: { readonly id: number }): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Result>) => {
      if (data.id !== question.id) return;
      if (data.error === undefined) resolve(data);
      else reject(new Error(wordsOf(data.error)));
    };
    worker.onerror = (event) => {
      reject(new Error(event.message));
    };
    worker.postMessage(question);
  });
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' ? error.message : t`The layout engine failed.`;
}

function ending(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error(t`The layout was ended.`));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
