/** A thread that helps in one search after the other, so that tests need not start one for each. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { helpSearch, type Moved, type SearchJob } from '../../../../language/src/simulation/explore/together/slices.ts';

/** Rings when a job is there, and counts those that are over. */
const bell = new Int32Array(workerData as SharedArrayBuffer);
const stopped = new Error('The job is over.');

const receive = (): unknown => (parentPort === null ? undefined : receiveMessageOnPort(parentPort)?.message);

for (;;) {
  const rung = Atomics.load(bell, 0);
  const job = receive() as SearchJob | undefined;
  if (job === undefined) {
    Atomics.wait(bell, 0, rung);
    continue;
  }
  try {
    helpSearch(job, () => {
      const message = receive();
      if (message === 'stop') throw stopped;
      return message as Moved | undefined;
    });
  } catch (error) {
    if (error !== stopped) throw error;
  }
  Atomics.add(bell, 1, 1);
}
