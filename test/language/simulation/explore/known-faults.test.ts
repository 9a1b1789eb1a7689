/**
 * The known bugs of the modelled systems are found, each by a shortest run, and are absent from the corrected versions.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { exploreText, replayed } from './explored.ts';

const folder = new URL('../../../../language/faults/', import.meta.url);

/** What an exploration finds: that nothing is broken, or how many steps its shortest run has. */
type Found = 'nothing' | number;

/** Each check of each file, with its answer. All of their states are explored. */
const faults: Readonly<Record<string, Readonly<Record<string, Found>>>> = {
  'board.aft': {
    'H11: a start operator hears that its checkpoint is saved before the next one begins': 10,
    'H11: with a period longer than a silence, it finds that on the board': 'nothing',
  },
  'dropped-owner.aft': {
    '5.1: every object has its place in the order': 1,
    '5.1: it has with one subscribed part': 'nothing',
    '5.1: it has where the walk begins at a part': 'nothing',
    '5.2: an owner is not destroyed in an earlier round than what it owns': 2,
    'in a teardown of a model, the owner goes after its parts, and its owner after it': 'nothing',
  },
  'hidden-move.aft': {
    'a box that is referred to at all times is never freed': 8,
    'it is not where all boxes are looked at in one step': 'nothing',
  },
  'jobs.aft': {
    'foreground: a crash at any step leaves nothing stale, and the job is submitted': 'nothing',
    'foreground: nor does a second crash, in the middle of the recovery from the first': 'nothing',
    'background: a new submission never meets parts of the old one': 8,
    'background: what was submitted is there': 12,
    'foreground: what was submitted is there': 'nothing',
    'replaced pods: who knew a pod knows the one that is there': 13,
    'create the rest: nothing is stale': 'nothing',
  },
  'keepalive-origin.aft': {
    'a cycle without a root is gone after 45 s': 154,
    'what no root reaches is freed in time': 82,
  },
  'keepalives.aft': { 'a move at any time does no harm with a period near the lease': 88 },
  'region-operator.aft': {
    'H1: no answer of a member ends the work on all regions': 16,
    'H1, mended: it is ignored': 'nothing',
    'H7: a checkpoint takes one id': 22,
    'H5: a region whose members are all sound gets out of unhealthy': 43,
  },
  'regions.aft': {
    'resets that succeed never use up the attempts': 7,
    'a region that gave up comes back by itself': 9,
    'nothing but a forced reset leads out of there': 'nothing',
    'a forced reset does not lead out of there either': 5,
    'a member that is gone makes its region unhealthy': 13,
    'only timeouts notice that a member is gone, until the attempts are used up': 'nothing',
    'H1 is not here: whatever answers come, late or repeated, the region goes on': 'nothing',
    'H5: a region whose members are all sound gets out of unhealthy': 16,
    'H5, mended': 'nothing',
    'H7: a checkpoint takes one id': 4,
    'H7, mended': 'nothing',
  },
  'second-crash.aft': {
    'a second crash, that of the cleaner, leaves nothing that is not revoked': 5,
    'it leaves nothing where the cleaner keeps notes': 'nothing',
    'in a model a crash has no middle: whoever else crashes then, nobody holds what is gone': 'nothing',
  },
  'start-operator.aft': {
    'H11 is not here: a start operator hears that its checkpoint is saved before the next one begins': 'nothing',
  },
  'sweep.aft': {
    '1/1 destroys all that 1/0 does': 4,
    '2/2 destroys all that 2/1 does': 4,
    '1/0 destroys direct dependents alone': 2,
    'the code destroys what reading it says': 'nothing',
    'as documented, 1/0 and 1/1 destroy the file server, and 2/2 the database as well': 'nothing',
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
    });
  }
});
