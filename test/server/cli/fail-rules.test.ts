/** The rules of `--fail-on` that are refused because nothing can match them. */
import assert from 'node:assert/strict';
import { readFailRules } from '../../../server/src/cli/input/fail-rules.ts';

/** Returns why some values of `--fail-on` are refused, or the rules that they are. */
function read(values: readonly string[], ...flags: readonly string[]): unknown {
  const answer = readFailRules({ lists: new Map([['fail-on', values]]), flags: new Set(flags) });
  return 'refusal' in answer ? answer.refusal : answer.value.map(({ text }) => text);
}

describe('the rules of --fail-on', () => {
  it('are refused where nothing can match them', () => {
    for (const rule of ['new-cut-set<=0', 'new-cut-set<=00'])
      assert.equal(
        read([`worse,${rule}`]),
        `The rule "${rule}" matches nothing: a cut set has at least one entity. Write new-cut-set<=1.`,
      );
    for (const rule of ['scenario-broken', 'check-broken']) {
      assert.equal(read([rule], 'quick'), `With --quick the rule "${rule}" matches nothing; leave one of them out.`);
      assert.deepEqual(read([rule]), [rule]);
    }
    assert.deepEqual(read(['worse, new-cut-set<=1', 'over-budget'], 'quick'), ['worse', 'new-cut-set<=1', 'over-budget']); // oxfmt-ignore
  });
});
