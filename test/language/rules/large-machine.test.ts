/** The checks of a large machine take time in proportion to its size. */
import assert from 'node:assert/strict';
import { loadText } from '../dsl/load-text.ts';

/** A ring of so many states, each of which two events lead on from. */
const ring = (count: number): string => {
  const states = Array.from({ length: count }, (_, n) => {
    const next = `S${String((n + 1) % count)}`;
    return `  ${n === 0 ? 'initial ' : ''}state S${String(n)} { on E -> ${next}  on F when n > ${String(n)} do { n := n + 1 } -> S0 }`;
  });
  return `event E\nevent F\nmachine M for pd {\n  var n: int = 0\n${states.join('\n')}\n}\npd p runs M\n`;
};

/** Returns the milliseconds of the processor that checking takes; other programs do not count. */
async function checkedIn(text: string): Promise<number> {
  const before = process.cpuUsage();
  const { findings } = await loadText(text);
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual(findings, []);
  return (user + system) / 1000;
}

describe('a machine of 800 states', () => {
  it('is checked in less than a second', async () => {
    await checkedIn(ring(100));
    const took = await checkedIn(ring(800));
    assert.ok(took < 1000, `${took.toFixed(0)} ms`);
  });
});
