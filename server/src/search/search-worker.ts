/**
 * The program of a thread that helps to explore the states of a model.
 */
import { workerData } from 'node:worker_threads';
import { type CrewJob, signalEnd, runCrewMember } from '../../../language/src/simulation/compiled/crew-member.ts';
import { textRunner } from './run-javascript.ts';

// Only the search starts this program.
const job = workerData as CrewJob;
try {
  const runText = textRunner();
  if (runText !== undefined) runCrewMember(job, runText);
} finally {
  // The waiting threads cannot notice its end otherwise.
  signalEnd(job);
}
