/** A model printed as text and loaded again has the same structure. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printModel } from '../../../language/src/interchange/printing/print-model.ts';
import type { Entity, Setting } from '../../../language/src/model/entity.ts';
import { defaultPolicy, type Policy } from '../../../language/src/model/policy.ts';
import { parts } from '../analysis/random-model.ts';
import { makeModel } from '../build-model.ts';
import { runs } from '../../properties.ts';
import { filesIn } from './aftermath-texts.ts';
import { lowered, modelOfText } from './load-text.ts';
import { sayable, structure } from './said-models.ts';

const value: fc.Arbitrary<Setting['value']> = fc.oneof(
  fc.nat(5000).map((numerator) => ({ kind: 'number' as const, numerator, denominator: 1 })),
  fc.constantFrom(
    { kind: 'number' as const, numerator: 1, denominator: 4 },
    { kind: 'duration' as const, milliseconds: 1500 },
    { kind: 'duration' as const, milliseconds: 60_000 },
    { kind: 'rate' as const, numerator: 3, denominator: 125 },
    { kind: 'boolean' as const, value: true },
    { kind: 'symbol' as const, name: 'red' },
    { kind: 'list' as const, items: [{ kind: 'symbol' as const, name: 'red' }, { kind: 'none' as const }] },
    { kind: 'list' as const, items: [] },
  ),
  fc
    .array(fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', '$', '{', '}', 'ü'), { minLength: 1, maxLength: 8 })
    .map((characters) => ({ kind: 'text' as const, parts: [characters.join('')] })),
);
const values = fc.uniqueArray(fc.record({ name: fc.constantFrom('colour', 'order', 'pd', 'note', 'weight'), value }), {
  selector: ({ name }) => name,
  maxLength: 3,
});
const extras = fc.record({
  settings: values,
  data: values,
  documentation: fc.option(fc.constantFrom('One line.', 'Two\nlines.', 'a "b" // c'), { nil: undefined }),
});

const canHaveData = (kind: Entity['kind']): boolean => kind === 'object' || kind === 'space' || kind === 'resource';

const policy: fc.Arbitrary<Policy> = fc
  .record({
    pdDepth: fc.constantFrom(0, 1, 7, 'unlimited' as const),
    conflict: fc.constantFrom('ownership' as const, 'dependency' as const, 'error' as const),
    throughSurvivors: fc.boolean(),
    deletionDelay: fc.constantFrom(1000, 1500, 0),
    minRsi: fc.constantFrom(undefined, 0, 0.5, 1),
    rsiType: fc.constantFrom(undefined, 'file', 'pd'),
  })
  .map((fields) => ({ ...defaultPolicy, name: 'careful', ...fields }));

describe('a printed model', () => {
  for (const { name, text } of filesIn('examples')) {
    it(`is the same when it is loaded again: ${name}`, async () => {
      const model = await modelOfText(text);
      // Settings name machines' parameters, which are not printed.
      const entities = model.entities.map((entity) => ({
        ...entity,
        settings: entity.machine === undefined ? entity.settings : [],
      }));
      const printed = printModel({ ...model, entities });
      assert.deepEqual(structure(await modelOfText(printed)), structure({ ...model, entities }), printed);
    });
  }

  it('is the same when it is loaded again, for any model', async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.array(extras, { minLength: 1, maxLength: 5 }),
        policy,
        async (random, more, declared) => {
          const { entities, relations } = sayable(random);
          const whole = entities.map((entity, id) => {
            const { settings = [], data = [], documentation } = more[id % more.length] ?? {};
            return { ...entity, documentation, data, settings: canHaveData(entity.kind) ? settings : [] };
          });
          const { model } = makeModel(whole, relations, [declared]);
          const printed = printModel(model);
          assert.deepEqual(structure(await lowered(printed)), structure(model), printed);
        },
      ),
      { numRuns: runs(200, 10_000) },
    );
  });
});
