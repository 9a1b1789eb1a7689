/** The checks of a large machine take time in proportion to its size. */
import assert from 'node:assert/strict';
import { within } from '../../within.ts';
import { loadText } from '../dsl/load-text.ts';

/** A ring of so many states, each of which two events lead on from. */
const ring = (count: number): string => {
  const states = Array.from({ length: count }, (_, n) => {
    const next = `S${String((n + 1) % count)}`;
    return `  ${n === 0 ? 'initial ' : ''}state S${String(n)} { on E -> ${next}  on F when n > ${String(n)} do { n := n + 1 } -> S0 }`;
  });
  return `event E\nevent F\nmachine M for pd {\n  var n: int = 0\n${states.join('\n')}\n}\npd p runs M\n`;
};

/** Checks a text, which has no findings. */
async function check(text: string): Promise<void> {
  const { findings } = await loadText(text);
  assert.deepEqual(findings, []);
}

describe('a machine of 800 states', () => {
  it('is checked in less than a second', async () => {
    await check(ring(100));
    await within(1, () => check(ring(800)));
  });
});
