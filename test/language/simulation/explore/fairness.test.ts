/**
 * Fairness: an infinite run breaks a check only if whoever waits continuously gets a turn and, with an exact clock,
 * time passes. Compared with the second executor.
 */
import assert from 'node:assert/strict';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import { exploreText, replayed } from './explored.ts';
import { compareExecutors } from '../oracle/compare.ts';

/** Explores the same check of a model with each of some texts; the second executor finds the same. */
async function verdicts(model: string, ...checks: readonly string[]): Promise<string[]> {
  const explored = await exploreText(`${model}\n${checks.map((text, at) => `check "${at}" { ${text} }`).join('\n')}`);
  for (const text of checks) {
    // It continues by milliseconds.
    const quick = `${model}\ncheck "it" { ${text} }`.replaceAll(/(?<=\d)s\b/g, 'ms');
    const { isSmall } = await compareExecutors(quick, 500);
    assert.ok(isSmall, text);
  }
  return explored.map((each) => {
    replayed(each);
    return each.verdict;
  });
}

const watchdog = `event Beat
event Other
machine Dog for pd {
  initial state W { on Beat -> W  on Other  after 2s -> Bark }
  state Bark { on Beat  on Other }
}
pd dog runs Dog`;
const bark = 'eventually dog in Bark';

describe('a timer', () => {
  it('is owed nothing if something puts it off forever', async () => {
    const found = await verdicts(
      watchdog,
      ...[`may send Beat to dog  ${bark}`, `clock: exact  may send Beat to dog  ${bark}`],
      ...[`may send Beat to dog  dog in W leads to dog in Bark`],
    );
    assert.deepEqual(found, ['failed', 'failed', 'failed']);
  });

  it('fires eventually if what happens leaves it armed, or happens only so often', async () => {
    const found = await verdicts(
      watchdog,
      ...[`may send Other to dog  ${bark}`, `clock: exact  may send Other to dog  ${bark}`],
      ...[`may send Beat to dog up to 3  ${bark}`, `clock: exact  may send Beat to dog up to 3  ${bark}`],
      `fault crash of dog up to 1  ${bark}`,
    );
    assert.deepEqual(found, ['passed', 'passed', 'passed', 'passed', 'passed']);
  });

  it('is put off by another one of its state, and not by what stays within the state around', async () => {
    const found = await verdicts(
      `machine A for pd { initial state I { after 1s -> I  after 2s -> J }  state J }
machine B for pd { initial state O { after 2s -> J  initial state I { after 1s -> I } }  state J }
machine C for pd { initial state O { initial state I { after 1s -> O }  after 2s -> J }  state J }
pd a runs A
pd b runs B
pd c runs C`,
      ...['eventually a in J', 'eventually b in J', 'eventually c in J'],
      ...['clock: exact  eventually a in J', 'clock: exact  eventually b in J', 'clock: exact  eventually c in J'],
    );
    assert.deepEqual(found, ['failed', 'passed', 'failed', 'failed', 'passed', 'failed']);
  });

  it('is disarmed by the end of its machine, however soon that begins again', async () => {
    const killer = (pause: string): string => `${watchdog}
machine Killer for pd { initial state A { after ${pause} do { destroy dog  create dog } -> A } }
pd killer runs Killer`;
    assert.deepEqual(await verdicts(watchdog, `may crash dog  may restart dog  ${bark}`), ['failed']);
    assert.deepEqual(await verdicts(killer('1s'), `clock: exact  ${bark}`), ['failed']);
    assert.deepEqual(await verdicts(killer('3s'), `clock: exact  ${bark}`), ['passed']);
  });
});

describe('a message', () => {
  const chatter = (settings: string): string => `event Go
event Hello
channel net { ${settings} }
machine Sender for pd { initial state A { enter { send Hello to b }  on Go do { send Go to b } } }
machine Receiver for pd { initial state A { on Go  on Hello -> B }  state B { on Go } }
pd a runs Sender
pd b runs Receiver`;

  it('arrives eventually, whatever else is under way', async () => {
    const asked = 'may send Go to b  eventually b in B';
    assert.deepEqual(await verdicts(chatter('delay: 1s'), asked), ['passed']);
    assert.deepEqual(await verdicts(chatter('delay: 1s  ordered: false'), asked), ['passed']);
  });

  it('may be lost by its channel each time, for chance is owed nothing', async () => {
    const found = await verdicts(
      `event Hello
channel net { delay: 1s  loss: 1/2 }
machine Sender for pd { initial state A { after 1s do { send Hello to b } -> A } }
machine Receiver for pd { initial state A { on Hello -> B }  state B { on Hello } }
pd a runs Sender
pd b runs Receiver`,
      'clock: exact  eventually b in B',
    );
    assert.deepEqual(found, ['failed']);
  });
});

describe('an exact clock', () => {
  const both = `event Beat
machine R for pd { initial state W { on Beat -> W  after 1s -> B }  state B { on Beat } }
machine Q for pd { initial state W { after 2s -> Done }  final state Done }
pd r runs R
pd q runs Q`;

  it('continues: no environment acts forever in one instant', async () => {
    const found = await verdicts(
      both,
      ...[
        'clock: exact  may send Beat to r  eventually q in Done',
        'clock: exact  may send Beat to r  eventually r in B',
      ],
    );
    assert.deepEqual(found, ['passed', 'failed']);
  });

  it('shows what continues forever with time between', async () => {
    const [explored] = await exploreText(`${watchdog}\ncheck "it" { clock: exact  may send Beat to dog  ${bark} }`);
    const [broken] = explored?.exploration.broken ?? [];
    assert.ok(explored && broken);
    const opened = openCounterexample(explored.program, explored.check, broken.counterexample);
    if ('refusal' in opened) assert.fail(opened.refusal);
    assert.equal(opened.timeline.goTo(broken.counterexample.steps).run.state.now, 1_000_000);
  });

  it('does not advance if due steps follow each other forever, which ends a run', async () => {
    const echo = (delay: string): string => `event Go
event Ping
${delay}
machine P for pd { initial state A { on Go do { send Ping to b }  on Ping do { send Ping to b } } }
machine Q for pd { initial state A { on Ping do { send Ping to a } } }
pd a runs P
pd b runs Q`;
    const asked = [
      'clock: exact  may send Go to a up to 1  always a alive',
      'may send Go to a up to 1  always a alive',
    ];
    assert.deepEqual(await verdicts(echo(''), ...asked), ['failed', 'passed']);
    assert.deepEqual(await verdicts(echo('channel net { delay: 1ms }'), ...asked), ['passed', 'passed']);
    const [explored] = await exploreText(`${echo('')}\ncheck "it" { ${asked[0] ?? ''} }`);
    assert.ok(explored);
    const { broken } = explored.exploration;
    assert.deepEqual(
      broken.map(({ kind, code, counterexample: { steps, loopsTo } }) => [kind, code, steps, loopsTo]),
      [['error', 'run/endless', 3, 1]],
    );
    assert.match(String(explored.findings[0]?.message), /^From step 1 on: The instant does not end/);
  });

  it('does not advance only if no due step breaks the loop', async () => {
    const found = await verdicts(
      `event Ping
event Stop
machine P for pd { initial state A { enter { send Ping to self  send Stop to s }  on Ping do { send Ping to self }  on Stop -> B }  state B { on Ping  on Stop } }
machine S for pd { initial state A { on Stop do { send Stop to p } } }
pd p runs P
pd s runs S`,
      ...['clock: exact  always p alive', 'clock: exact  eventually p in B'],
    );
    assert.deepEqual(found, ['passed', 'passed']);
  });
});
