/** The language page on crashes, orderly ends and existence, sentence by sentence, at run time. */
import { testScenarioFiles } from '../scenario-files.ts';

describe('the scenarios of endings', () => {
  testScenarioFiles(new URL('.', import.meta.url));
});
