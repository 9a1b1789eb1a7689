import { assertPasses } from '../run-scenarios.ts';
import { testScenarioFiles } from '../scenario-files.ts';
import { scxmlCases } from './scxml-cases.ts';
import { scxmlEventCases } from './scxml-event-cases.ts';
import { scxmlParallelCases } from './scxml-parallel-cases.ts';

describe('the implementation report of SCXML', () => {
  for (const { test, rule, members } of [...scxmlCases, ...scxmlEventCases, ...scxmlParallelCases]) {
    it(`${test}: ${rule}`, async () => {
      await assertPasses(`
        event E  event F  event G  event H
        machine M {
          ${members}
          final state Pass
          final state Fail
        }
        pd p runs M
        scenario "it passes" { run 10s expect p in Pass }`);
    });
  }
});

describe('the charts of an SCXML test suite', () => {
  testScenarioFiles(new URL('./scxml-charts/', import.meta.url));
});
