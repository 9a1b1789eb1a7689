/** The budgets that `aftermath diff` reads from scenarios and checks: what must hold for them to pass. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';

const model = (held: string, declared: string): string => `space s : file { resource f[4] }
pd server { manages s  holds s.* }
pd a { holds s.f[0] }
pd b { holds ${held} }
${declared}
`;

/** What is declared, and the budget that RSI leaves (worse) or comes to keep (better) when it rises to 1/2. */
const cases: readonly (readonly [declared: string, budget: string])[] = [
  ['check "it" { always rsi(a, b, file) <= 0.25 }', 'Worse: <= 0.25'],
  ['check "it" { never rsi(a, b, file) > 0.25 }', 'Worse: <= 0.25'],
  ['check "it" { never 0.25 <= rsi(a, b, file) }', 'Worse: < 0.25'],
  ['check "it" { never rsi(a, b, file) > 0.25 or not a alive }', 'Worse: <= 0.25'],
  ['check "it" { never rsi(a, b, file) > 0.25 and a alive }', ''],
  ['check "it" fails { always rsi(a, b, file) <= 0.25 }', ''],
  ['check "it" { bound rsi(a, b, file) < 0.25  always a alive }', ''],
  ['scenario "it" { expect not (rsi(a, b, file) < 0.25) }', 'Better: >= 0.25'],
  ['scenario "it" { expect rsi(a, b, file) < 0.25 or a alive }', ''],
  ['scenario "it" { at 2s expect a alive and rsi(a, b, file) == 0 }', 'Worse: == 0'],
  ['scenario "it" { within 1s expect all x in [1]: rsi(a, b, file) == 0 }', 'Worse: == 0'],
  ['scenario "it" { expect not any x in [1]: rsi(a, b, file) != 0 }', 'Worse: == 0'],
  ['scenario "it" { expect count x in [1]: rsi(a, b, file) < 0.25 == 1 }', ''],
];

describe('the budgets of aftermath diff', () => {
  for (const [declared, budget] of cases) {
    it(`are read from ${declared}`, () => {
      const files = { 'a.aft': model('s.f[1]', declared), 'b.aft': model('s.f[0..1]', declared) };
      return inFolder(files, async (folder) => {
        const { output, notes } = await aftermath(['diff', 'a.aft', 'b.aft', '--quick'], { folder });
        const [, heading = '', words = ''] =
          /^(\w+)[^\n]*\n {2}rsi\(a, b, file\) is 1\/2 now \(before: 0\), \w+ its budget: (.*) in "it"$/mu.exec(
            output,
          ) ?? [];
        assert.equal(heading === '' ? '' : `${heading}: ${words}`, budget, `${output}${notes}`);
      });
    });
  }
});
