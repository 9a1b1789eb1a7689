/** Messages and channels, sentence by sentence of the language page. */
import assert from 'node:assert/strict';
import { assertPasses, runScenarios } from '../run-scenarios.ts';

const prelude = `event E(n: int)
  machine Sender { param to: set<pd> = [] on E(n) do { send E(n) to to } initial state A }
  machine Log { initial state A { on E(n) do { log "\${n} at \${now}" } } }
`;

const rules: Readonly<Record<string, string>> = {
  'a message without a channel arrives in the same instant, behind what was scheduled before': `
    machine Two { initial state A { on E(n) when n == 1 do { send E(2) to self  send E(3) to self } on E(n) do { log "\${n}" } } }
    pd p runs Two
    scenario "a" { send E(1) to p expect log "2", "3" }`,
  'a channel without between carries messages between nodes and PDs': `
    channel wan { delay: 2s }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p at 1s expect not (q received E(1)) at 2s expect log "1 at 2s" }`,
  'what a scenario sends arrives at once and is never lost': `
    channel wan { delay: 2s  loss: 1 }
    pd q runs Log
    scenario "a" { send E(1) to q expect log "1 at 0s" }`,
  'within a node messages arrive at once': `
    channel wan { delay: 2s }
    node n { pd p runs Sender { to: [q, r] } pd q runs Log } node m { pd r runs Log }
    scenario "a" { send E(1) to p expect log "1 at 0s" at 2s expect log "1 at 0s", "1 at 2s" }`,
  'what an entity sends itself arrives at once': `
    channel wan { delay: 2s }
    machine Self { initial state A { on E(n) when n == 1 do { send E(2) to self } on E(n) do { log "\${now}" } } }
    pd p runs Self
    scenario "a" { send E(1) to p expect log "0s" }`,
  'a channel between two is chosen before the one without between, also for what is within its ends': `
    channel any { delay: 5s } channel near { delay: 1s  between: [a, n] }
    pd a { pd p runs Sender { to: [q, r] } } node n { pd q runs Log } pd r runs Log
    scenario "a" { send E(1) to p at 1s expect log "1 at 1s" at 5s expect log "1 at 1s", "1 at 5s" }`,
  'a channel between two carries messages both ways': `
    channel near { delay: 1s  between: [p, q] }
    pd p runs Sender { to: [q] } pd q runs Sender { to: [l] } pd l runs Sender { to: [] }
    scenario "a" { send E(1) to p expect q received E(1) or true at 1s expect q received E(1) and l received E(1) }`,
  'a channel is the one of the node that a PD has moved to': `
    channel wan { delay: 2s }
    node n { pd p runs Sender { to: [q] } } node m { pd q runs Log }
    scenario "a" { move p to m at 4s send E(1) to p expect log "1 at 4s" }`,
  'messages stay in order for each sender and receiver': `
    channel wan { delay: 5s }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p set wan.delay = 1s send E(2) to p at 4s expect not (q received E(1)) at 5s expect log "1 at 5s", "2 at 5s" }`,
  'messages of different senders may overtake each other': `
    channel slow { delay: 5s  between: [p, q] } channel fast { delay: 1s }
    pd p runs Sender { to: [q] } pd r runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p send E(2) to r at 5s expect log "2 at 1s", "1 at 5s" }`,
  'a channel that says so keeps no order': `
    channel wan { delay: 5s  ordered: false }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p set wan.delay = 1s send E(2) to p at 5s expect log "2 at 1s", "1 at 5s" }`,
  'a channel that loses everything is a partition, until it is set otherwise': `
    channel wan { delay: 1s }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p set wan.loss = 1 send E(2) to p set wan.loss = 0 send E(3) to p
      at 9s expect log "1 at 1s", "3 at 1s" }`,
  'what a crashed PD has sent arrives': `
    channel wan { delay: 2s }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p at 1s crash p at 2s expect log "1 at 2s" }`,
  'a message means the incarnation that lives at its arrival': `
    channel wan { delay: 2s }
    pd p runs Sender { to: [q] } pd q runs Log
    scenario "a" { send E(1) to p at 1s crash q restart q at 2s expect log "1 at 2s" }`,
  'a message to an entity without machine is recorded': `
    pd p runs Sender { to: [q] } pd q
    scenario "a" { send E(1) to p expect q received E(1) expect not (q received E(2)) }`,
  'a message to a set goes to each': `
    pd p runs Sender { to: [q, r] } pd q runs Log pd r runs Log
    scenario "a" { send E(1) to p expect log "1 at 0s", "1 at 0s" }`,
};

describe('a message', () => {
  for (const [rule, text] of Object.entries(rules)) {
    it(`follows the rule: ${rule}`, () => assertPasses(prelude + text));
  }

  it('to what is dead is lost, with a remark', async () => {
    const [result] = await runScenarios(`${prelude} pd p runs Sender { to: [q] } pd q runs Log
      scenario "a" { crash q send E(1) to p expect not (q received E(1)) }`);
    assert.deepEqual([result?.passed, result?.remarks.map(({ code }) => code)], [true, ['run/lost']]);
  });

  it('to none is refused with a remark', async () => {
    const [result] = await runScenarios(`${prelude}
      machine M { var to: pd = none  initial state A { on E(n) do { send E(n) to to } } }
      pd p runs M
      scenario "a" { send E(1) to p expect p in A }`);
    assert.deepEqual([result?.passed, result?.remarks.map(({ code }) => code)], [true, ['run/refused']]);
  });

  it('takes a time drawn from the range of its channel', async () => {
    for (const [delay, least, most] of [
      ['2s..4s', 2_000_000, 4_000_000],
      ['100us..500us', 100, 500],
    ] as const) {
      const [result] = await runScenarios(`${prelude} channel wan { delay: ${delay}  ordered: false }
        machine Times { var times: set<duration> = [] initial state A { on E(n) do { times := times + [now] } } }
        machine Many { initial state A { on E(n) do { for i in 1..12 { send E(i) to q } } } }
        pd p runs Many pd q runs Times
        scenario "a" { send E(1) to p run 9s expect q.times == [] }`);
      const found = /q\.times is \[([^\]]*)\]/.exec(result?.failures[0]?.found ?? '')?.[1] ?? '';
      const times = found.split(', ').map(microseconds);
      assert.ok(times.length > 6, found);
      assert.ok(
        times.every((time) => time >= least && time <= most),
        found,
      );
    }
  });

  it('is lost as often as its channel says, and the same seed loses the same', async () => {
    const text = `${prelude} channel wan { loss: 0.25 }
      machine Many { initial state A { on E(n) do { for i in 1..400 { send E(i) to q } } } }
      machine Count { var got: int = 0 initial state A { on E(n) do { got := got + 1 } } }
      pd p runs Many pd q runs Count
      scenario "a" { send E(1) to p expect q.got == 0 }`;
    const first = await runScenarios(text, 7);
    assert.deepEqual(first, await runScenarios(text, 7));
    const got = Number(/q\.got is (\d+)/.exec(first[0]?.failures[0]?.found ?? '')?.[1]);
    assert.ok(got > 260 && got < 340, String(got));
  });
});

/** Reads a duration as values are written. */
function microseconds(text: string): number {
  const [, number = '', unit = ''] = /^([0-9.]+)(s|ms|us)$/.exec(text) ?? [];
  return Number(number) * { s: 1_000_000, ms: 1000, us: 1 }[unit as 's' | 'ms' | 'us'];
}
