/** A crash of several by hand: one step of a run, which its trace repeats. */
import assert from 'node:assert/strict';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import { DrawMismatch } from '../../../../language/src/simulation/play/recording/timeline.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { runChoices } from '../../../../language/src/view/run/run-choices.ts';
import { runRow } from '../../../../language/src/view/run/run-rows.ts';
import { emptySources } from '../../../../language/src/model/model.ts';
import { modelOfText } from '../../dsl/load-text.ts';

const text = `machine M for pd { initial state A { after 1s -> A } }
pd a runs M
pd b runs M
pd c runs M
scenario "s" { run 2s }`;

describe('a crash of several by hand', () => {
  it('is one step, after which all of them have crashed, and no choice of the list', async () => {
    const program = compileModel(await modelOfText(text));
    const open = (others: readonly string[]) =>
      openRun(
        program,
        { kind: 'scenario', title: 's', variant: 0 },
        { seed: 1, interventions: [{ after: 0, kind: 'crash', entity: 'a', others }] },
      );
    const opened = open(['c']);
    assert.ok('timeline' in opened);
    const [record] = opened.timeline.records(1, 1);
    assert.ok(record);
    assert.equal(runRow({ program, sources: emptySources }, record).text, 'fault: crash a and c together');
    const choices = runChoices(program, opened.timeline, 0)?.choices ?? [];
    assert.deepEqual(
      choices.filter(({ isTaken }) => isTaken),
      [],
    );
    assert.ok(choices.some(({ entity, move }) => entity === 'b' && move.kind === 'crash'));
    const restarts = (runChoices(program, opened.timeline, 1)?.choices ?? []).flatMap(({ move }) =>
      move.kind === 'restart' ? [move.entity] : [],
    );
    assert.deepEqual(restarts, ['a', 'c']);
    assert.throws(() => {
      const wrong = open(['nobody']);
      if ('timeline' in wrong) wrong.timeline.records(1, 1);
    }, DrawMismatch);
  });
});
