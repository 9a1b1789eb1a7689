/** The faults that are known of the modelled systems are found, each by a shortest run, and are not where they were mended. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { exploreText, replayed } from './explored.ts';

const folder = new URL('../../../../language/faults/', import.meta.url);

/** What an exploration finds: that nothing is broken, or how many steps its shortest run has. */
type Found = 'nothing' | number;

/** Each check of each file, with its answer. All of their states are explored. */
const faults: Readonly<Record<string, Readonly<Record<string, Found>>>> = {
  'jobs.aft': {
    'foreground: a crash at any step leaves nothing stale, and the job is submitted': 'nothing',
    'foreground: nor does a second crash, in the middle of the recovery from the first': 'nothing',
    'background: a new submission never meets parts of the old one': 9,
    'background: what was submitted is there': 13,
    'foreground: what was submitted is there': 'nothing',
    'replaced pods: who knew a pod knows the one that is there': 12,
    'create the rest: nothing is stale': 'nothing',
  },
  'regions.aft': {
    'resets that succeed never use up the attempts': 7,
    'a region that gave up comes back by itself': 9,
    'nothing but a forced reset leads out of there': 'nothing',
    'a forced reset does not lead out of there either': 5,
    'a member that is gone makes its region unhealthy': 13,
    'only timeouts notice that a member is gone, until the attempts are used up': 'nothing',
  },
};

describe('known faults', () => {
  it('are all listed here', () => {
    assert.deepEqual(readdirSync(folder).sort(), Object.keys(faults).sort());
  });

  for (const [file, answers] of Object.entries(faults)) {
    it(`of ${file} are found, and what holds holds`, async () => {
      const found: Record<string, Found> = {};
      for (const explored of await exploreText(readFileSync(new URL(file, folder), 'utf8'))) {
        const { title } = explored.check;
        assert.equal(explored.verdict, 'passed', title);
        assert.deepEqual(explored.exploration.unexplored, [], title);
        replayed(explored);
        const [broken] = explored.exploration.broken;
        found[title] = broken?.counterexample.steps ?? 'nothing';
      }
      assert.deepEqual(found, answers);
    }).timeout(120_000);
  }
});
