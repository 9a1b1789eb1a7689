/** The models of the examples: what exists in them, and what is said between it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { filesIn } from './aftermath-texts.ts';
import { entityLines, modelOfText, relationLines } from './load-text.ts';

/** The contents of an example: entities, relations, and the numbers of everything else. */
interface Expected {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
  /** The numbers of policies, events, machines, channels, collectors, scenarios and checks. */
  readonly others: readonly number[];
}

const expectedModels = JSON.parse(readFileSync(new URL('examples-expected.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Expected>
>;

describe('the model of an example', () => {
  for (const { name, text } of filesIn('examples')) {
    it(`is what its text says: ${name}`, async () => {
      const model = await modelOfText(text);
      const { policies, events, machines, channels, collectors, scenarios, checks } = model;
      const others = [policies, events, machines, channels, collectors, scenarios, checks];
      const actual: Expected = {
        entities: entityLines(model),
        relations: relationLines(model),
        others: others.map(({ length }) => length),
      };
      assert.deepEqual(actual, expectedModels[name]);
    });
  }

  it('exists for each example', () => {
    assert.deepEqual(
      filesIn('examples').map(({ name }) => name),
      Object.keys(expectedModels),
    );
  });

  it('is plain data that JSON can hold', async () => {
    for (const { text } of filesIn('examples')) {
      const model = await modelOfText(text);
      const withoutNothing = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
      assert.deepEqual(withoutNothing(structuredClone(model)), withoutNothing(model));
    }
  });
});
