/** `aftermath simulate --rare`: text, JSON, limits, wrong use. */
import assert from 'node:assert/strict';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const input = `pd a[3] { mttf: 100h  mttr: 1h }
pd site { needs 1 of a[*] }
check "the site works" { never site broken  horizon: 10h }
check "whenever" { never site broken }
`;
const rare = (...more: readonly string[]) =>
  aftermath(['simulate', '-', '--rare', 'the site works', '--runs', '3', ...more], { input });

describe('aftermath simulate --rare', () => {
  it('prints the probability with its confidence interval, and what was tried at each level', async () => {
    const { code, output, notes } = await rare();
    assert.deepEqual([code, notes], [0, '']);
    assert.match(
      output,
      /^<stdin>: the site works, with failures and repairs, seed 1\nProbability to break within 10 h: 0\.0000\d+ \(95 % confidence: [\d.e-]+ to [\d.e-]+\)\n3 estimates by importance splitting, \d+ steps\n\nlevel +tries +arrived +broke the check\n/,
    );
    assert.match(output, /\n {4}3 +\d+ +0 +600\n$/);
    assert.equal(output, (await rare()).output);
  });

  it('prints the same as JSON', async () => {
    const { code, output } = await rare('--json', '--within', '20h');
    const answer = parsed(output);
    const found = answer.rare as Readonly<Record<string, number>>;
    assert.deepEqual([code, answer.isInterrupted, found.within, found.estimates], [0, false, 72_000_000, 3]);
    assert.ok((found.low ?? 1) < (found.probability ?? 0) && (found.probability ?? 1) < (found.high ?? 0));
  });

  it('ends with its time, and says how many estimates there are', async () => {
    const { code, notes, output } = await aftermath(
      ['simulate', '-', '--rare', 'the site works', '--runs', '100000', '--timeout', '0.3s', '--json'],
      { input },
    );
    const answer = parsed(output);
    assert.deepEqual([code, answer.isInterrupted], [3, true]);
    const { estimates } = answer.rare as Readonly<Record<string, number>>;
    assert.equal(notes, `Out of time after ${String(estimates)} estimates.\n`);
  });

  it('refuses what does not fit', async () => {
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { code, notes } = await aftermath(['simulate', '-', ...args], { input });
      assert.equal(code, 2);
      return notes;
    };
    assert.match(await refusal('--rare', 'the site'), /There is no check "the site"\./);
    assert.match(await refusal('--rare', 'whenever'), /has no horizon: say how long a run is, with --within TIME/);
    assert.match(await refusal('--rare', 'whenever', '--random'), /--random does not go with --rare/);
    assert.match(await refusal('--random', '--within', '3h'), /--within is the length of the runs of --rare/);
    assert.match(await refusal('--rare', 'whenever', '--runs', '1'), /whole number from 2/);
  });
});
