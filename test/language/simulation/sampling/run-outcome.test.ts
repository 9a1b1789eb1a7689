/** What is said of the end of a run. */
import assert from 'node:assert/strict';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { manyRuns } from '../many-runs.ts';
import { programOf } from '../random-systems.ts';

const program = await programOf(`
machine Clock { initial state Ticking { after 1s -> Ticking } }
machine Fuse { initial state Lit { after 2s -> Out } final state Out }
pd clock runs Clock
pd fuse runs Fuse
check "exact" { horizon: 5s  never clock crashed }
check "any" { clock: any  horizon: 5s  never clock crashed }
check "bounded" { bound fuse in Lit  never clock crashed }
check "stopped" { destroy clock  horizon: 5s  never clock crashed }
check "out" { never fuse in Out }
check "crash" { never clock crashed }
scenario "second" { run 1s }
scenario "stopped" { destroy clock  run 2s }
`);

const checked = (check: string): TraceOrigin => ({ kind: 'random', check, faults: [], sends: false });
const played = (title: string): TraceOrigin => ({ kind: 'scenario', title, variant: 0 });

/** Returns the condition of the property of a check. */
const conditionOf = (check: string): Expression | undefined =>
  program.model.checks.find(({ title }) => title === check)?.properties[0]?.condition;

/** Returns the ends of some runs, with and without what is remembered. */
async function endsOf(origin: TraceOrigin, until?: Expression): Promise<readonly string[]> {
  const ends = new Set<string>();
  for (const remembers of [true, false]) {
    const many = { origin, runs: 5, seed: 1, turns: 100, until, remembers };
    const found = await manyRuns(program, many, () => Promise.resolve(true));
    assert.ok(!('refusal' in found));
    for (const { kind, name } of found.outcomes) ends.add(`${kind}: ${name}`);
  }
  return [...ends];
}

describe('the outcome of a run', () => {
  it('says what ended it where more could happen, and where nothing could', async () => {
    for (const title of ['exact', 'any'])
      assert.deepEqual(await endsOf(checked(title)), ['over: the horizon of the check was reached']);
    assert.deepEqual(await endsOf(checked('bounded')), ['over: a bound of the check ended the run']);
    assert.deepEqual(await endsOf(checked('stopped')), ['over: nothing more can happen']);
    assert.deepEqual(await endsOf(played('second')), ['passed: all expectations hold']);
  });

  it('says so of one that waits in vain, too: a check that is cut off leaves it undecided', async () => {
    const [out, crash] = [conditionOf('out'), conditionOf('crash')];
    const inVain = 'the condition was not reached';
    for (const title of ['exact', 'any']) {
      assert.deepEqual(await endsOf(checked(title), out), ['reached: the condition was reached']);
      assert.deepEqual(await endsOf(checked(title), crash), [`unreached: ${inVain} within the horizon of the check`]);
    }
    assert.deepEqual(await endsOf(checked('bounded'), crash), [`unreached: ${inVain} within the bounds of the check`]);
    assert.deepEqual(await endsOf(checked('stopped'), crash), [`never: ${inVain}, and nothing more can happen`]);
    assert.deepEqual(await endsOf(played('second'), crash), [`never: ${inVain} by the end of the scenario`]);
    assert.deepEqual(await endsOf(played('stopped'), crash), [`never: ${inVain}, and nothing more can happen`]);
  });
});
