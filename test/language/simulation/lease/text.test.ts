/** Keepalive collection in a trace: what was due, what happened, and what changed. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { keyText } from '../../../../language/src/simulation/play/recording/described-steps.ts';
import { openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import { differenceOf, observe } from '../../../../language/src/simulation/program/observe.ts';
import { effectText } from '../../../../language/src/view/run/effect-text.ts';
import { playedEntity, playedText } from '../../../../language/src/view/run/step-text.ts';
import { programOf } from '../random-systems.ts';
import { chainText, goOn, leaseText, runUntil } from './lease-runs.ts';

/** Each step of the first scenario, with its effects; without what changes nothing but the agenda. */
async function told(text: string): Promise<string[]> {
  const program = await programOf(text);
  const { title } = program.model.scenarios[0] ?? { title: '' };
  const opened = openRun(program, { kind: 'scenario', title, variant: 0 }, { seed: 1, turns: 400 });
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  return opened.timeline
    .records(0, 400)
    .filter(({ effects }) => effects.length > 0)
    .map(({ played, effects, at }) => {
      const happened = effects.map((effect) => effectText(program, effect));
      return `${at / 1_000_000}s ${playedText(program, played, effects)}: ${happened.join('; ')}`;
    });
}

describe('the steps of keepalive collection', () => {
  it('read well in the example of a ring', async () => {
    const url = new URL('../../../../language/examples/boxes.aft', import.meta.url);
    const lines = await told(await readFile(url, 'utf8'));
    assert.deepEqual(lines.slice(0, 5), [
      '0s tick of y: y keeps y.t alive; y.t has a lease until 20s; the keepalive for y.t is forwarded along its references; y sends a keepalive for x.q to x',
      '0.1s keepalive for x.q from y: x.q has a lease until 20.1s; the keepalive for x.q is forwarded along its references; x sends a keepalive for y.s to y',
      '0.2s keepalive for y.s from x: y.s has a lease until 20.2s; the keepalive for y.s is forwarded along its references; y sends a keepalive for x.r to x',
      '0.3s keepalive for x.r from y: x.r has a lease until 20.3s; the keepalive for x.r is forwarded along its references; x sends a keepalive for y.t to y',
      '0.4s keepalive for y.t from x: y drops the keepalive for y.t: it has already passed here',
    ]);
  });

  it('report losses, late indexes, stray keepalives and freed boxes', async () => {
    const lines = await told(`${leaseText({ period: 25, more: 'index: 3s  indexLimit: 1s' })}${chainText(2)}
scenario "this" { at 24s set net.loss = 1  run 10s  set net.loss = 0  run 30s }`);
    const clauses = new Set(lines.flatMap((line) => line.replace(/^\S+ [^:]*: /, '').split('; ')));
    for (const clause of [
      'the keepalive for n0.b is forwarded along all references of n0: no index is ready',
      'n1.b is freed because its lease has expired',
      'n1.b is destroyed',
      'the keepalive for n0.b is lost',
      'the keepalive for n0.b finds nothing at n0',
    ]) {
      assert.ok(clauses.has(clause), `${clause}\n${[...clauses].join('\n')}`);
    }
  });

  it('tick for roots on no node, too, also in a trace', async () => {
    const text = `collector lease { duration: 20s  period: 6s }
node n { object box }
pd root { refers n.box }
scenario "this" { run 7s }`;
    const lines = await told(text);
    assert.match(lines[0] ?? '', /^0s tick of the outside: the outside sends a keepalive for n\.box to n/);
    const program = await programOf(text);
    const origin = { kind: 'scenario', title: 'this', variant: 0 } as const;
    const opened = openRun(program, origin, { seed: 1, turns: 400 });
    if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
    const { described } = recordTrace(program, origin, { seed: 1, timeline: opened.timeline });
    const texts = (described?.played ?? []).map((index) =>
      keyText(described?.keys[index] ?? { kind: 'started', of: [] }),
    );
    assert.ok(texts.includes('lease of the outside'), texts.join('\n'));
    for (const { played } of opened.timeline.records(0, 400)) assert.notEqual(playedEntity(played), -1);
  });

  it('show until when a box has a lease, and nothing for one that needs none', async () => {
    const run = await runUntil(leaseText({}) + chainText(1), 0);
    const before = observe(run);
    goOn(run, 0.2);
    assert.deepEqual(differenceOf(before, observe(run)).entities, {
      'n0.b': { lease: ['until 20s', 'until 20.1s'] },
    });
    const later = await runUntil(
      `${leaseText({ more: 'enter: transferred' })}node x { object a  pd main { refers a } }`,
      2,
    );
    assert.deepEqual(observe(later).entities, {
      x: { is: 'alive' },
      'x.a': { is: 'alive' },
      'x.main': { is: 'alive' },
    });
  });
});
