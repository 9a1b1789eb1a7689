/**
 * The library answers in its own words: no answer mentions the command line.
 */
import assert from 'node:assert/strict';
import { crash, parse, plan } from '../../../server/src/library/api.ts';

const text = 'space disk : block\npd a { manages disk }\npd b { requests disk }\n';

describe('the library', () => {
  const parsed = () => parse('file:///a.aft', () => Promise.resolve(text));

  for (const wrong of [-1, 0.5, NaN, 2 ** 60, 'all']) {
    it(`says what a depth is, where it is ${String(wrong)}`, async () => {
      const model = await parsed();
      const refusal = `A depth is a whole number from 0, or "unlimited"; ${typeof wrong === 'string' ? `"${wrong}"` : String(wrong)} is neither.`;
      assert.deepEqual(crash(model, 'a', { pdDepth: wrong as number }), { refusal });
      assert.deepEqual(plan(model, { kind: 'crash', of: 'a' }, { spaceDepth: wrong as number }), { refusal });
    });
  }

  it('takes a policy or depths, not both', async () => {
    const refusal = 'A policy has its own depths; give either a policy or depths.';
    assert.deepEqual(crash(await parsed(), 'a', { policy: 'default', pdDepth: 1 }), { refusal });
  });

  it('names the events that there are', async () => {
    const kind = 'start' as 'crash';
    const refusal =
      'There is no event "start"; there are crash, destroy, evict, drain, remove, delete, collect, since.';
    assert.deepEqual(plan(await parsed(), { kind, of: 'a' }), { refusal });
  });

  it('takes each depth alone, and "unlimited"', async () => {
    const gone = async (choice: Parameters<typeof crash>[2]): Promise<readonly string[]> => {
      const answer = crash(await parsed(), 'a', choice);
      assert.ok('value' in answer);
      return answer.value.destroyed.map(({ name }) => name).sort();
    };
    assert.deepEqual(await gone({}), ['a', 'disk']);
    assert.deepEqual(await gone({ pdDepth: 'unlimited' }), ['a', 'b', 'disk']);
    assert.deepEqual(await gone({ spaceDepth: 3 }), ['a', 'disk']);
  });
});
