/**
 * Every check of the examples and known bugs: SPIN gives the same verdict with the same number of states, or the export
 * says what it does not cover.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runs } from '../../../properties.ts';
import { loadText } from '../../dsl/load-text.ts';
import { compare, type Compared } from './compared.ts';
import { pooled } from './pool.ts';

const folders = ['examples', 'faults'].map((name) => new URL(`../../../../language/${name}/`, import.meta.url));
/** SPIN and the compiler are programs of their own. */
const atOnce = 3;

/** More states than these are not counted where both judges stop at what is broken. */
const uncounted: Compared = { verdict: 'broken', states: 'many' };
const holds = (states: number): Compared => ({ verdict: 'holds', states });
/** All states, those included that are beyond the one that breaks it. */
const broken = (states: number): Compared => ({ verdict: 'broken', states });
const without = (...uncovered: readonly string[]): Compared => ({ uncovered });
const jobs = [
  'the creation or end of a variable entity',
  'the creation or end of an entity with nested entities',
  'the creation or end of an entity with a relation "owns"',
  'the action "delete"',
  'the action "link"',
];

/** Each check of each file. */
const expected: Readonly<Record<string, Readonly<Record<string, Compared>>>> = {
  'boxes.aft': {
    'no reachable box is ever freed, one message may be lost': without(
      'keepalive collection',
      'a function',
      'a horizon',
      'deletion that takes time',
    ),
  },
  'cluster.aft': { 'what is deleted is gone some day': without('writing a setting', 'the action "delete"') },
  'kv-store.aft': {
    'the second disk survives every crash but that of its own server': without(
      '"for" in the plain steps, unless one combination is selected',
    ),
  },
  'machine.aft': { 'the tries are never exceeded, and every round ends': holds(33485) },
  'board.aft': {
    'H11: a start operator hears that its checkpoint is saved before the next one begins': without('an exact clock'),
    'H11: with a period longer than a silence, it finds that on the board': without('an exact clock'),
  },
  'dropped-owner.aft': {
    '5.1: every object has its place in the order': broken(4),
    '5.1: it has with one subscribed part': holds(5),
    '5.1: it has where the walk begins at a part': holds(3),
    '5.2: an owner is not destroyed in an earlier round than what it owns': broken(4),
    'in a teardown of a model, the owner goes after its parts, and its owner after it': holds(5),
  },
  'hidden-move.aft': {
    'a box that is referred to at all times is never freed': broken(14),
    'it is not where all boxes are looked at in one step': holds(3),
  },
  'jobs.aft': {
    'foreground: a crash at any step leaves nothing stale, and the job is submitted': without(...jobs, '"stale"'),
    'foreground: nor does a second crash, in the middle of the recovery from the first': without(...jobs, '"stale"'),
    'background: a new submission never meets parts of the old one': without(...jobs, '"stale"'),
    'background: what was submitted is there': without(...jobs),
    'foreground: what was submitted is there': without(...jobs),
    'replaced pods: who knew a pod knows the one that is there': without(...jobs, '"stale"'),
    'create the rest: nothing is stale': without(...jobs, '"stale"'),
  },
  'keepalive-origin.aft': {
    'a cycle without a root is gone after 45 s': without(
      'keepalive collection',
      'the time',
      'a horizon',
      'deletion that takes time',
    ),
    'what no root reaches is freed in time': without('keepalive collection', 'a horizon', '"watch"'),
  },
  'keepalives.aft': {
    'a move at any time does no harm with a period near the lease': without(
      'keepalive collection',
      'the action "move"',
      'a function',
      'a horizon',
      'deletion that takes time',
    ),
  },
  'lease.aft': {
    'without pauses only one client believes it holds the lock': without('a horizon'),
    'after a pause two do': without('writing a setting', 'a horizon'),
    'without fencing, the first overwrites what the second wrote': without('a pause of a node', 'a horizon'),
    'with fencing, no write of an earlier holder counts': without('a pause of a node', 'a horizon'),
  },
  'region-operator.aft': {
    'H1: no answer of a member ends the work on all regions': broken(2424),
    'H1, mended: it is ignored': holds(2310),
    'H7: a checkpoint takes one id': uncounted,
    'H5: a region whose members are all sound gets out of unhealthy': broken(1634),
  },
  'regions.aft': {
    'resets that succeed never use up the attempts': broken(2717),
    'a region that gave up comes back by itself': broken(313),
    'nothing but a forced reset leads out of there': holds(313),
    'a forced reset does not lead out of there either': broken(425),
    'a member that is gone makes its region unhealthy': broken(56),
    'only timeouts notice that a member is gone, until the attempts are used up': holds(85),
    'H1 is not here: whatever answers come, late or repeated, the region goes on': holds(628),
    'H5: a region whose members are all sound gets out of unhealthy': broken(365),
    'H5, mended': holds(362),
    'H7: a checkpoint takes one id': broken(881),
    'H7, mended': holds(756),
  },
  'second-crash.aft': {
    'a second crash, that of the cleaner, leaves nothing that is not revoked': broken(12),
    'it leaves nothing where the cleaner keeps notes': holds(18),
    'in a model a crash has no middle: whoever else crashes then, nobody holds what is gone': without(
      'the creation or end of an entity with a relation "manages"',
      'a relation of an entity that may end',
      'the creation or end of an entity with a relation "holds"',
    ),
  },
  'service.aft': {
    'neither do two slow answers, but three do': uncounted,
    'one crash of a replica costs no request': without('a horizon'),
  },
  'start-operator.aft': {
    'H11 is not here: a start operator hears that its checkpoint is saved before the next one begins': holds(418),
  },
  'supervisor.aft': {
    'one crash is always repaired': without(
      'the time',
      'a map or set over very many numbers',
      'the creation or end of a variable entity',
      'the creation or end of an entity with nested entities',
      'a horizon',
    ),
    'three crashes may end it': without(
      'the time',
      'a map or set over very many numbers',
      'the creation or end of a variable entity',
      'the creation or end of an entity with nested entities',
      'a horizon',
    ),
  },
  'sweep.aft': {
    '1/1 destroys all that 1/0 does': without('plain steps that break the check'),
    '2/2 destroys all that 2/1 does': without('plain steps that break the check'),
    '1/0 destroys direct dependents alone': without('plain steps that break the check'),
    'the code destroys what reading it says': holds(13),
    'as documented, 1/0 and 1/1 destroy the file server, and 2/2 the database as well': without(
      '"for" in the plain steps, unless one combination is selected',
    ),
  },
};

/** A region of 130,000 states and more: SPIN's program of it takes longer than a test may. */
const tooLarge = ['streams.aft'];

/**
 * SPIN takes half as long for these as for all others together: `npm test` compares what Aftermath finds with what is
 * recorded, and `npm run fuzz` asks SPIN too.
 */
const slow = ['region-operator.aft'];
const asksAll = runs(0, 1) === 1;

const files = folders
  .flatMap((folder) => readdirSync(folder).map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') })))
  .filter(({ file, text }) => /^check /m.test(text) && !tooLarge.includes(file));

describe('SPIN as a judge', () => {
  const judged = new Map<string, Promise<Compared>>();
  before(async () => {
    const work: { readonly key: string; readonly run: () => Promise<Compared> }[] = [];
    for (const { file, text } of files) {
      const { model } = await loadText(text);
      const program = compileModel(model);
      for (const check of model.checks)
        work.push({
          key: `${file} ${check.title}`,
          run: () => compare(program, check, asksAll || !slow.includes(file)),
        });
    }
    const outcomes = pooled(
      work.map(({ run }) => run),
      atOnce,
    );
    for (const [index, { key }] of work.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      // Each failure belongs to the test that asks for it.
      outcome.catch(() => undefined);
      judged.set(key, outcome);
    }
  });

  it('is asked about every check there is', () => {
    const asked = Object.entries(expected).flatMap(([file, checks]) =>
      Object.keys(checks).map((title) => `${file} ${title}`),
    );
    assert.deepEqual([...judged.keys()].sort(), asked.sort());
  });

  for (const [file, checks] of Object.entries(expected)) {
    for (const [title, outcome] of Object.entries(checks)) {
      it(`${'uncovered' in outcome ? 'is not asked about' : 'agrees about'} "${title}" in ${file}`, async () => {
        assert.deepEqual(await judged.get(`${file} ${title}`), outcome);
      });
    }
  }
});
