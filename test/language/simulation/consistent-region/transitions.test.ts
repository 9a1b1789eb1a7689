/**
 * Each transition of a consistent region alone: it makes exactly the changes in the table.
 */
import assert from 'node:assert/strict';
import { prepareRegion } from './region-driver.ts';
import { regionMachine } from './region-machine.ts';
import { transitionCases } from './transitions.ts';

const times = { members: 2, drainTimeout: 20, resetTimeout: 25, maxAttempts: 2 };

describe('a transition of a consistent region changes what it says', () => {
  const prepared = {
    periodic: prepareRegion({ ...times, periodic: true, period: 30 }, regionMachine),
    'operator-driven': prepareRegion({ ...times, periodic: false, period: 0 }, regionMachine),
  };

  for (const [index, { title, trigger, before, event, changes, told, reports }] of transitionCases.entries()) {
    it(`${title} (${index + 1})`, async () => {
      const happen = (await prepared[trigger])();
      // Nobody takes the first event: it only shows the start.
      let seen = happen({ kind: 'resetDone', pe: 2, seq: 0, attempt: 0 });
      for (const earlier of before) seen = happen(earlier);
      const { stored, ...rest } = happen(event);
      assert.deepEqual(stored, { ...seen.stored, ...changes });
      assert.deepEqual(
        { told: rest.told, reports: rest.reports },
        { told: [0, 1].flatMap((pe) => told.map((text) => `${pe}: ${text}`)), reports },
      );
    });
  }

  it('and T5, which no event leads to, is all that is missing', () => {
    const found = new Set(transitionCases.map(({ title }) => title.split(':')[0]));
    const all = Array.from({ length: 38 }, (_, index) => `T${index + 1}`);
    assert.deepEqual(
      all.filter((name) => !found.has(name)),
      ['T5'],
    );
  });
});
