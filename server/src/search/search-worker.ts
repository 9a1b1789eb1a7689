/**
 * The program of a thread that helps to search the states of a model.
 */
import { workerData } from 'node:worker_threads';
import type { CrewJob } from '../../../language/src/simulation/compiled/crew-member.ts';
import { giveUp, runCrewMember } from '../../../language/src/simulation/compiled/crew-member.ts';
import { textRunner } from './run-javascript.ts';

// Nobody else starts this program.
const job = workerData as CrewJob;
try {
  const runText = textRunner();
  if (runText !== undefined) runCrewMember(job, runText);
} finally {
  // Who waits for this thread cannot hear of its end meanwhile.
  giveUp(job);
}
