/** `aftermath diff` of scenarios that share a title. */
import assert from 'node:assert/strict';
import { aftermath, inFolder } from './command-line.ts';

const twice = (first: string): string =>
  `pd a\nscenario "it" { crash a  expect a ${first} }\nscenario "it" { crash a  expect a destroyed }\n`;

describe('aftermath diff', () => {
  it('takes the worst result of scenarios that share a title', () =>
    inFolder({ 'one.aft': twice('destroyed'), 'other.aft': twice('alive') }, async (folder) => {
      const there = await aftermath(['diff', 'one.aft', 'other.aft', '--fail-on', 'scenario-broken'], { folder });
      assert.equal(there.code, 1);
      assert.match(there.output, /Worse\n {2}scenario "it" fails now \(before: passed\)\n/u);
      const back = await aftermath(['diff', 'other.aft', 'one.aft'], { folder });
      assert.match(back.output, /Better\n {2}scenario "it" passes now \(before: failed\)\n/u);
    }));
});
