/** Destruction at run time: the cases of the source system, under its specification and its engine. */
import { testScenarioFiles } from '../scenario-files.ts';

describe('the scenarios of destruction', () => {
  testScenarioFiles(new URL('.', import.meta.url));
});
