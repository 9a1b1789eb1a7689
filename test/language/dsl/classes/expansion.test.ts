/** Classes against the naive judge: the model of a file with classes is that of the file with them copied by hand. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../../../../language/src/model/model.ts';
import { lowered } from '../load-text.ts';
import { anyPlan, byHand, withClasses } from './written-classes.ts';

/** Leaves out the places of the text, and the order of settings, of which each is given once. */
function comparable({ entities, relations }: Model): unknown {
  const sorted = <T extends { readonly name: string }>(items: readonly T[]) =>
    [...new Map(items.map((each) => [each.name, each])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return plain([
    entities.map(({ classes, settings, data, ...rest }) => ({
      ...rest,
      isInstance: classes !== undefined && undefined,
      settings: sorted(settings),
      data: sorted(data),
    })),
    relations,
  ]);
}

const plain = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part, (key, value: unknown) => (key === 'place' || key === 'isInstance' ? undefined : value)),
  );

describe('the model of instances', () => {
  it('is that of their classes copied by hand', async () => {
    const reached = { extended: 0, copies: 0, given: 0, nested: 0, twoDestructors: 0 };
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        const [written, expanded] = [withClasses(plan), byHand(plan)];
        const model = await lowered(written);
        assert.deepEqual(comparable(model), comparable(await lowered(expanded)), `${written}\n---\n${expanded}`);
        for (const { classes = [], copy, destructor = [], data, parent } of model.entities) {
          if (classes.length > 1) reached.extended++;
          if (classes.length > 0 && copy === 1) reached.copies++;
          if (classes.length > 0 && parent !== undefined) reached.nested++;
          if (destructor.length > 1) reached.twoDestructors++;
          if (JSON.stringify(data).includes('"numerator":20')) reached.given++;
        }
      }),
      { numRuns: 30, seed: 5 },
    );
    for (const [what, count] of Object.entries(reached)) assert.ok(count > 2, `${what}: ${String(count)}`);
  });
});
