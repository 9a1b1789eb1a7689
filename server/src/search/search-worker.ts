/**
 * The program of a thread that helps to explore the states of a model.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type CrewJob, signalEnd, runCrewMember } from '../../../language/src/simulation/compiled/crew-member.ts';
import { helpSearch, type Moved, type SearchJob } from '../../../language/src/simulation/explore/together/slices.ts';
import { textRunner } from './run-javascript.ts';

// Only the search starts this program.
const job = workerData as CrewJob | SearchJob;
if ('turns' in job) {
  helpSearch(job, () => {
    const received = parentPort === null ? undefined : receiveMessageOnPort(parentPort);
    return received?.message as Moved | undefined;
  });
} else {
  try {
    const runText = textRunner();
    if (runText !== undefined) runCrewMember(job, runText);
  } finally {
    // The waiting threads cannot notice its end otherwise.
    signalEnd(job);
  }
}
