import assert from 'node:assert/strict';
import { documentedBlocks, filesIn } from '../dsl/aftermath-texts.ts';
import { assertPasses } from './run-scenarios.ts';

const hasScenario = ({ text }: { readonly text: string }): boolean => /^scenario /m.test(text);

describe('the scenarios', () => {
  for (const { name, text } of [...filesIn('examples'), ...documentedBlocks()].filter(hasScenario)) {
    const fails = name.endsWith(' fails');
    it(`of ${name} ${fails ? 'do not ' : ''}pass`, async () => {
      if (fails) await assert.rejects(assertPasses(text), /expected/);
      else await assertPasses(text);
    });
  }
});
