/** The language page on data, sets and expectations, sentence by sentence, at run time. */
import { testScenarioFiles } from '../scenario-files.ts';

describe('the scenarios of expressions', () => {
  testScenarioFiles(new URL('.', import.meta.url));
});
