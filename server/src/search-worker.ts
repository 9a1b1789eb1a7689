/**
 * The program of a thread that helps to search the states of a model.
 */
import { workerData } from 'node:worker_threads';
import type { CrewJob } from '../../language/src/simulation/compiled/crew-member.ts';
import { runCrewMember } from '../../language/src/simulation/compiled/crew-member.ts';
import { runText } from './run-javascript.ts';

// Nobody else starts this program.
runCrewMember(workerData as CrewJob, runText);
