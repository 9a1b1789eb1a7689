/** The threads of a search in tests. */
import { fileURLToPath } from 'node:url';

/** The program of a thread, as it is delivered: one from the sources takes six times the processor time to begin. */
export const searchWorker = fileURLToPath(new URL('../../../dist/search-worker.cjs', import.meta.url));
