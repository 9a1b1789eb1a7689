/** Deletion of objects at run time: the cases of clusters, of jobs, and of their recovery. */
import { testScenarioFiles } from '../scenario-files.ts';

describe('the scenarios of deletion', () => {
  testScenarioFiles(new URL('.', import.meta.url));
});
