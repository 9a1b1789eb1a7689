/** What follows from the start and from plain steps is subject to faults and to every order of one instant; the next step waits for it. */
import assert from 'node:assert/strict';
import { exploreText, replayed } from './explored.ts';

/** Explores one check of each of these members; every run that breaks one is replayed. */
async function verdicts(text: string, ...checks: readonly string[]): Promise<string[]> {
  const all = checks.map((members, index) => `check "${String(index)}" { ${members} }`);
  const explored = await exploreText([text, ...all].join('\n'));
  for (const each of explored) {
    replayed(each);
    assert.deepEqual(each.exploration.unexplored, [], each.check.title);
  }
  return explored.map(({ verdict }) => verdict);
}

const asked = `event Begin
event Save
machine A for pd { initial state I { on Begin do { send Save to b } -> J } state J { on Begin } }
machine B for pd { initial state Idle { on Save -> Got } final state Got }
pd a runs A
pd b runs B`;

describe('what follows from a plain step', () => {
  for (const clock of ['any', 'exact']) {
    it(`is subject to faults, as what follows from the environment is, with clock ${clock}`, async () => {
      const step = `clock: ${clock}  send Begin to a`;
      const may = `clock: ${clock}  may send Begin to a up to 1`;
      const found = await verdicts(
        asked,
        ...[`${step}  fault lose up to 1  eventually b in Got`, `${step}  eventually b in Got`],
        ...[
          `${may}  fault lose up to 1  a in J leads to b in Got`,
          `${step}  fault halt of b up to 1  eventually b in Got`,
        ],
        ...[
          `${step}  fault lose of a up to 1  eventually b in Got`,
          `${step}  fault duplicate up to 1  watch: [unhandled]`,
        ],
        `${step}  watch: [unhandled]`,
      );
      assert.deepEqual(found, ['failed', 'passed', 'failed', 'failed', 'passed', 'failed', 'passed']);
    });

    it(`is done with before the next step, with clock ${clock}`, async () => {
      const two = `clock: ${clock}  send Begin to a  expect b in Got  send Begin to a`;
      const found = await verdicts(
        asked,
        ...[two, `${two}  fault lose up to 1`, `${two}  fault halt of b up to 1`, `${two}  fault lose of a up to 1`],
        // What the environment may do begins after the last step.
        `clock: ${clock}  may send Begin to a up to 1  run 1s  expect a in I`,
        `clock: ${clock}  may send Begin to a up to 1  run 1s  never a in J`,
      );
      assert.deepEqual(found, ['passed', 'failed', 'failed', 'passed', 'passed', 'failed']);
    });
  }
});

const race = (enter: string): string => `event Go
event M(n: 1..2)
machine Sender for pd { param n: 1..2  initial state I { ${enter}  on Go do { send M(n) to c } } }
machine Counter for pd {
  var first: 0..2 = 0
  var got: 0..2 = 0
  initial state S { on M(n) do { if first == 0 { first := n }  got := got + 1 } }
}
pd x runs Sender { n: 1 }
pd y runs Sender { n: 2 }
pd c runs Counter`;

describe('simultaneous events', () => {
  it('of the start come in every order, and are lost and duplicated there', async () => {
    const text = race('enter { send M(n) to c }');
    const found = await verdicts(
      text,
      ...[
        'never c.first == 1',
        'never c.first == 2',
        'eventually c.got == 2',
        'fault lose up to 1  eventually c.got == 2',
      ],
      ...['clock: exact  never c.first == 2', 'run 1s  expect c.first == 1', 'run 1s  expect c.got == 2'],
      ...['fault halt of c up to 1  run 1s  expect c.got == 2', 'fault lose of c up to 1  run 1s  expect c.got == 2'],
    );
    assert.deepEqual(found, [
      ...['failed', 'failed', 'passed', 'failed'],
      ...['failed', 'failed', 'passed'],
      ...['failed', 'failed'],
    ]);
  });

  it('of a plain step come in every order, those of two steps do not', async () => {
    const text = race('');
    const found = await verdicts(
      text,
      ...['send Go to [x, y]  never c.first == 2', 'send Go to [x, y]  never c.first == 1'],
      ...['send Go to x  send Go to y  never c.first == 2', 'send Go to x  send Go to y  never c.first == 1'],
      // Unless the first one is lost.
      'send Go to x  send Go to y  fault lose up to 1  never c.first == 2',
    );
    assert.deepEqual(found, ['failed', 'failed', 'passed', 'failed', 'failed']);
  });
});

const patient = `event Start
event Done
machine W for pd {
  persistent var done: 0..3 = 0
  initial state Idle { on Start -> Busy  on restarted -> Busy }
  state Busy { after 2s do { done := done + 1 } -> Rests  on Start }
  final state Rests
}
pd w runs W`;

describe('time in plain steps', () => {
  it('is exact whatever the clock is, and faults befall what happens in it', async () => {
    const found = await verdicts(
      patient,
      ...['send Start to w  run 1999ms  expect w in Busy', 'send Start to w  run 2s  expect w in Rests'],
      ...['send Start to w  at 2s  expect w in Rests', 'send Start to w  within 3s expect w in Rests'],
      'send Start to w  fault crash of w up to 1  run 2s  expect w in Rests',
      'send Start to w  fault halt of w up to 1  within 3s expect w in Rests',
      // A restart that is owed comes in time, or not.
      'crash w  restart w  run 2s  expect w in Rests',
      // With a clock that keeps no times the rest is open.
      'send Start to w  run 1s  never w in Rests',
    );
    assert.deepEqual(found, ['passed', 'passed', 'passed', 'passed', 'failed', 'failed', 'passed', 'failed']);
  });

  it('has instants without end, which end the run', async () => {
    const echo = `event E
machine P for pd { initial state S { on E do { send E to self } } }
pd p runs P`;
    const [explored] = await exploreText(`${echo}\ncheck "it" { send E to p  expect false }`);
    assert.equal(explored?.verdict, 'failed');
    assert.match(String(explored.exploration.broken[0]?.message), /instant does not end/);
  }).timeout(60_000);
});
