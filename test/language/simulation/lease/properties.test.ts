/** Each property is found broken in a state that breaks it. */
import assert from 'node:assert/strict';
import { leaseProperties } from '../../../../language/src/simulation/kernel/lease/properties.ts';
import type { Keepalive, Leases, LeaseTally } from '../../../../language/src/simulation/kernel/lease/leases.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { chainText, goOn, leaseText, playText, runUntil } from './lease-runs.ts';

const idOf = ({ program }: Run, name: string): number =>
  program.model.entities.find((each) => each.name === name)?.id ?? -1;

async function chain(seconds = 7): Promise<{ readonly run: Run; readonly leases: Leases }> {
  const run = await runUntil(leaseText({}) + chainText(3), seconds);
  const { leases } = run.state;
  assert.ok(leases);
  return { run, leases };
}

const withTally = (run: Run, leases: Leases, tally: Partial<LeaseTally>): void => {
  run.state.leases = { ...leases, tally: { ...leases.tally, ...tally } };
};

const messagesOf = (property: keyof typeof leaseProperties, run: Run): string[] =>
  leaseProperties[property](run).map(({ message }) => message);

describe('the properties of keepalive collection', () => {
  it('all hold in a run without faults, and without a collector', async () => {
    const { run } = await chain();
    const without = await runUntil(chainText(3), 7);
    for (const judge of Object.values(leaseProperties)) assert.deepEqual([judge(run), judge(without)], [[], []]);
  });

  it('S1 reports a box that was freed although a root reached it', async () => {
    const { run } = await playText(`${leaseText({ period: 30 })}${chainText(1)}scenario "this" { run 25s }`);
    assert.deepEqual(messagesOf('S1', run), ['"n0.b" was freed at 21s although a root reached it.']);
  });

  it('S2 reports a keepalive for a freed box, once', async () => {
    const { run, heard } = await playText(`${leaseText({ period: 30 })}${chainText(1)}scenario "this" { run 70s }`);
    assert.deepEqual(messagesOf('S2', run), ['A keepalive reached "n0.b" after it was freed.']);
    const remarks = heard.flatMap(({ effect }) => (effect.kind === 'remarked' ? [effect.remark.message] : []));
    assert.deepEqual(remarks, [
      '"n0.b" is freed although a root reaches it: the period is not shorter than the lease.',
      'A keepalive for "n0.b" reaches "n0", which has already freed it.',
    ]);
  });

  it('S2 reports a keepalive for an earlier incarnation of a box freed twice', async () => {
    // The keepalive leaves at 9.5 s, for the first incarnation; the second is freed before it arrives.
    const text = `${leaseText({ duration: 1, period: 9.5, delay: '30s' })}${chainText(1)}
scenario "this" { run 10s  create n0.b  run 5s  expect n0.b destroyed  run 60s }`;
    const { run, failures } = await playText(text);
    assert.deepEqual(failures, []);
    assert.deepEqual(messagesOf('S2', run), ['A keepalive reached "n0.b" after it was freed.']);
  });

  it('S3 reports a reference that its node has not entered', async () => {
    const { run, leases } = await chain();
    run.state.leases = { ...leases, remote: new Map() };
    assert.deepEqual(messagesOf('S3', run), [
      '"home" can use "n0.b", which it has not entered.',
      '"n0" can use "n1.b", which it has not entered.',
      '"n1" can use "n2.b", which it has not entered.',
    ]);
  });

  it('S4 reports a lease that is too long because clocks disagree', async () => {
    const graph = chainText(1).replace('node home {', 'node home { clockRate: 2 ');
    const { run } = await playText(`${leaseText({ more: 'forward: deadline' })}${graph}scenario "this" { run 20s }`);
    assert.deepEqual(messagesOf('S4', run), ['"n0.b" got a longer lease than the collector grants.']);
  });

  it('S4 reports a box that was freed despite its lease', async () => {
    const { run, leases } = await chain();
    const freed = { lives: [1], at: 5, wasLeased: true, cause: undefined };
    withTally(run, leases, { freed: new Map([[idOf(run, 'n1.b'), freed]]) });
    assert.deepEqual(messagesOf('S4', run), ['"n1.b" was freed despite its lease.']);
  });

  it('S5 reports a path with a repeated box', async () => {
    const { run } = await chain(8.15);
    const box = idOf(run, 'n1.b');
    const change = (keepalive: Keepalive): Keepalive => ({ ...keepalive, visited: [box, box] });
    run.state.agenda = run.state.agenda.map((entry) =>
      entry.due.kind === 'lease' && entry.due.work.kind === 'keepalive'
        ? { ...entry, due: { ...entry.due, work: { ...entry.due.work, keepalive: change(entry.due.work.keepalive) } } }
        : entry,
    );
    assert.deepEqual(messagesOf('S5', run), ['A keepalive for "n1.b" has been at a box twice.']);
  });

  it('L1 and L2 report garbage and keepalives without a root, each from its bound on', async () => {
    const text = `${leaseText({ more: 'origin: references' })}node x { object a { refers y.b } }
node y { object b { refers x.a } }`;
    const run = await runUntil(text, 0);
    // 2 boxes at 0.1 s, a lease and a sweep; keepalives go one step further.
    goOn(run, 21.2);
    assert.deepEqual(messagesOf('L1', run), []);
    goOn(run, 21.201);
    assert.deepEqual(messagesOf('L1', run), [
      'No root has reached "x.a" since 0s; it should have been freed by 21.2s.',
      'No root has reached "y.b" since 0s; it should have been freed by 21.2s.',
    ]);
    goOn(run, 24.05);
    assert.deepEqual(messagesOf('L2', run).length, 2);
  });
});
