/** What is doomed at the start. */
import assert from 'node:assert/strict';
import { comesTrue, eachComesTrue, saidOf } from './said.ts';

describe('"doomed"', () => {
  eachComesTrue([
    [
      'sentences at instant 0, before machines start, in the mode that the object says',
      `doomed root object x { deletion: foreground  object part { finalizers: [f] } }
      machine M for pd { initial state A { enter { if not x doomed or x destroyed { report "late" } } } }
      pd p runs M
      scenario "s" { expect x doomed and x alive and x.part doomed and x.part alive
        set x.part.finalizers = []  run 0s  expect x, x.part destroyed }`,
    ],
    [
      'in another mode leaves what it owns, or lets it go later',
      `doomed root object a { deletion: orphan  object kept }
      doomed root object b { deletion: background  object late }
      scenario "s" { expect a, b destroyed  expect a.kept alive  run 1min  expect b.late destroyed and a.kept alive }`,
    ],
    [
      'asks no protection',
      `protected doomed root object x  doomed pd p  root object g { protects x, p }
      scenario "s" { expect x, p destroyed }`,
    ],
  ]);

  it('does not go together with "absent"', async () => {
    const said = await saidOf('doomed absent root object x');
    assert.ok(
      said.some((each) => each.startsWith('entity/doomed-absent 1:')),
      said.join('\n'),
    );
  });

  it('is said without a report of a machine that starts later', async () => {
    const found = await comesTrue(
      'doomed root object x { finalizers: [f] }\nmachine M for pd { initial state A { enter { if not x doomed { report "late" } } } }\npd p runs M\nscenario "s" { expect x doomed }',
    );
    assert.deepEqual(found, []);
  });
});
