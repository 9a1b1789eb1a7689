/** The program of a thread that does one import. */
import './in-language.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { type ImportJob, importOf } from './questions/imports/import-job.ts';

// Only the language server starts this program.
parentPort?.postMessage(importOf(workerData as ImportJob));
