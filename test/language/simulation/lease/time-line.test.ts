/** The program of the example, event by event. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Effect, Program, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { freedTimes, goOn, type Heard, namesOf, playText, runUntil } from './lease-runs.ts';
import { namedByRoots, referencesNow } from '../../../../language/src/simulation/kernel/lease/references.ts';

const example = await readFile(new URL('../../../../language/examples/keepalive.aft', import.meta.url), 'utf8');

/** The text without its scenarios, and with another one. */
const withScenario = (steps: string): string => `${example.slice(0, example.indexOf('scenario'))}
scenario "this" { ${steps} }`;

describe('the program that ties four boxes to a ring', () => {
  it('keeps in its roots what the timeline says, and refers to it from where it is', async () => {
    const run = await runUntil(example, 0);
    const rows: string[] = [];
    for (const at of [0, 1, 1.1, 1.2, 1.4, 1.5, 1.7, 1.8]) {
      goOn(run, at);
      rows.push(
        `${at}: ${rootsText(run)} | ${referencesText(run)} | x ${remoteText(run, 'x')}, y ${remoteText(run, 'y')}`,
      );
    }
    assert.deepEqual(rows, [
      '0: x q r |  | x , y ',
      '1: x q r |  | x , y ',
      '1.1: y q r |  | x , y q r',
      '1.2: y q r s t |  | x , y q r',
      '1.4: y q r s t | q>s | x s, y q r',
      '1.5: y q r t | q>s s>r | x s, y q r',
      '1.7: y q t | q>s r>t s>r | x s t, y q r',
      '1.8: y t | q>s r>t s>r t>q | x s t, y q r',
    ]);
  });

  it('leases what it brings from the moment of its arrival', async () => {
    const run = await runUntil(example, 1.1);
    assert.deepEqual(leaseEnds(run), { 'x.q': 21.1, 'x.r': 21.1 });
    goOn(run, 1.4);
    assert.equal(leaseEnds(run)['y.s'], 21.4);
  });

  it('sends four keepalives in each period, of which one is dropped, and nothing after its end', async () => {
    const { heard, run, failures } = await playText(withScenario('at 60s send Wake to y.sleeper  run 60s'));
    assert.deepEqual(failures, []);
    const travelling = heard.filter(isTravelling);
    assert.equal(travelling.length, 32);
    assert.equal(heard.filter(({ effect }) => effect.kind === 'keepalive' && effect.what === 'dropped').length, 8);
    assert.deepEqual([...new Set(travelling.map(({ at }) => Math.floor(at)))], [2, 10, 18, 26, 34, 42, 50, 58]);
    assert.deepEqual(textOf(run.program, heard, 58, 60), [
      '58 sent t',
      '58 leased t 78',
      '58 sent q',
      '58.1 leased q 78.1',
      '58.1 sent s',
      '58.2 leased s 78.2',
      '58.2 sent r',
      '58.3 leased r 78.3',
      '58.3 sent t',
      '58.4 dropped t',
    ]);
    assert.deepEqual(freedTimes(run), { 'x.q': 79, 'x.r': 79, 'y.s': 79, 'y.t': 78 });
  });

  it('releases the last values within the instant in which the sleeper takes', async () => {
    const run = await runUntil(withScenario('run 1s'), 59);
    assert.equal(rootsText(run), 'y t');
    const { run: after } = await playText(withScenario('at 60s send Wake to y.sleeper'));
    assert.equal(after.state.now, 60_000_000);
    assert.equal(rootsText(after), '');
    assert.equal(referencesText(after), 'q>s r>t s>r');
  });

  it('keeps all properties while it runs, and after its end', async () => {
    const { broken } = await playText(withScenario('at 60s send Wake to y.sleeper  run 60s'), { judges: true });
    assert.deepEqual(broken, []);
  });

  it('breaks only what it must when the period is longer than the lease', async () => {
    const { broken, run } = await playText(withScenario('set lease.period = 25s  run 40s'), { judges: true });
    assert.deepEqual(freedTimes(run), { 'x.q': 23, 'x.r': 23, 'y.s': 23 });
    assert.deepEqual(namesOf(broken), ['S1', 'S2']);
    assert.equal(broken.find(({ property }) => property === 'S1')?.cause, 'the period is not shorter than the lease');
  });

  it('loses the far side to an interruption of fifteen seconds that begins before a tick', async () => {
    const { broken, run } = await playText(
      withScenario('at 9999ms set net.loss = 1  at 24999ms set net.loss = 0  run 20s'),
      { judges: true },
    );
    assert.deepEqual(freedTimes(run), { 'x.q': 23, 'x.r': 23, 'y.s': 23 });
    assert.deepEqual(namesOf(broken), ['S1', 'S2']);
    assert.equal(broken.find(({ property }) => property === 'S1')?.cause, 'keepalives were lost');
  });

  it('does not need extra keepalives while ticks follow soon', async () => {
    const { run, broken } = await playText(withScenario('set lease.handover = false  run 60s'), { judges: true });
    assert.deepEqual(freedTimes(run), {});
    assert.deepEqual(broken, []);
  });

  it('follows all references of y while t is indexed too slowly', async () => {
    const { run, heard } = await playText(
      withScenario('set lease.index = 3s  set lease.indexLimit = 1s  at 30s send Wake to y.sleeper  run 40s'),
    );
    const late = heard.filter(({ effect }) => effect.kind === 'keepalive' && effect.what === 'fell back');
    assert.ok(late.some(({ at }) => at === 3));
    assert.deepEqual(Object.keys(freedTimes(run)), ['x.q', 'x.r', 'y.s', 'y.t']);
  });
});

const isTravelling = ({ effect }: Heard): boolean =>
  effect.kind === 'keepalive' && effect.what === 'sent' && effect.keepalive.from !== effect.keepalive.to;

const shortName = ({ model }: Program, id: number): string => (model.entities[id]?.name ?? '').replace(/^.*\./, '');

const boxesOn = ({ program }: Run): number[] =>
  program.model.entities.filter(({ kind }) => kind === 'object').map(({ id }) => id);

function rootsText(run: Run): string {
  const nodes = run.program.model.entities.filter(({ kind }) => kind === 'node');
  return nodes
    .map(({ id, name }) => ({ name, boxes: namedByRoots(run, id).map((box) => shortName(run.program, box)) }))
    .filter(({ boxes }) => boxes.length > 0)
    .map(({ name, boxes }) => `${name} ${boxes.join(' ')}`)
    .join(', ');
}

function referencesText(run: Run): string {
  const { boxesOf } = referencesNow(run);
  const name = (id: number): string => shortName(run.program, id);
  return boxesOn(run)
    .flatMap((box) => boxesOf(box).map((to) => `${name(box)}>${name(to)}`))
    .join(' ');
}

function remoteText(run: Run, node: string): string {
  const place = run.program.model.entities.find(({ name }) => name === node)?.id ?? -1;
  const remote = run.state.leases?.remote.get(place) ?? new Set<number>();
  return [...remote]
    .sort((a, b) => a - b)
    .map((box) => shortName(run.program, box))
    .join(' ');
}

function leaseEnds({ state, program }: Run): Record<string, number> {
  const boxes = [...(state.leases?.boxes ?? [])].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    boxes.map(([box, { until }]) => [program.model.entities[box]?.name ?? '', until / 1_000_000]),
  );
}

function textOf(program: Program, heard: readonly Heard[], from: number, until: number): string[] {
  const text = (effect: Effect): string[] => {
    if (effect.kind === 'leased') return [`leased ${shortName(program, effect.entity)} ${effect.until / 1_000_000}`];
    if (effect.kind !== 'keepalive' || effect.what === 'processed') return [];
    return [`${effect.what} ${shortName(program, effect.entity)}`];
  };
  return heard
    .filter(({ at }) => at >= from && at < until)
    .flatMap(({ at, effect }) => text(effect).map((line) => `${at} ${line}`));
}
