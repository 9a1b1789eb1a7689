/**
 * Keepalives and notifications in the view of a run, counted against the effects of its steps.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import { stretchOf } from '../../../../language/src/view/run/stretch-of-run.ts';
import { modelOfText } from '../../dsl/load-text.ts';

async function runOf(file: string, place: number) {
  const text = await readFile(new URL(`../../../../language/examples/${file}`, import.meta.url), 'utf8');
  const program = compileModel(await modelOfText(text));
  const title = program.model.scenarios[place]?.title ?? assert.fail();
  const opened = openRun(program, { kind: 'scenario', title, variant: 0 }, { seed: 1 });
  assert.ok('timeline' in opened);
  const effects = opened.timeline.records(0, 900).flatMap((record) => record.effects);
  return { effects, stretch: stretchOf(program, opened.timeline, 0, 900) };
}

describe('the picture of a run', () => {
  it('has an arrow for each keepalive, from the box that refers to the one that is kept', async () => {
    const { effects, stretch } = await runOf('keepalive.aft', 0);
    const sent = effects.flatMap((each) => (each.kind === 'keepalive' && each.what === 'sent' ? [each.keepalive] : []));
    assert.ok(sent.length > 20, String(sent.length));
    assert.deepEqual(
      stretch.keepalives.map(({ from, to }) => [from, to]),
      sent.map(({ box, visited }) => [visited.at(-1), box]),
    );
    for (const { outcome, sent: begin, end } of stretch.keepalives) {
      if (outcome === 'under way') assert.equal(end, undefined);
      else assert.ok(begin !== undefined && end !== undefined && end.at >= begin.at);
    }
    assert.ok(stretch.keepalives.some(({ outcome }) => outcome === 'received'));
  });

  it('has a notice for each notification', async () => {
    let count = 0;
    for (const place of [0, 1, 2]) {
      const { effects, stretch } = await runOf('murano.aft', place).catch(() => ({ effects: [], stretch: undefined }));
      const told = effects.flatMap((each) => (each.kind === 'notified' ? [each.entity] : []));
      assert.deepEqual(stretch?.notices.map(({ entity }) => entity) ?? [], told);
      count += told.length;
    }
    assert.ok(count > 0);
  });
});
