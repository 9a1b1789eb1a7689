/**
 * The program of a thread that helps to search the states of a model.
 */
import { workerData } from 'node:worker_threads';
import type { CrewJob } from '../../language/src/simulation/compiled/crew-member.ts';
import { runCrewMember } from '../../language/src/simulation/compiled/crew-member.ts';
import { textRunner } from './run-javascript.ts';

const runText = textRunner();
// Nobody else starts this program, and only where text was run before.
if (runText !== undefined) runCrewMember(workerData as CrewJob, runText);
