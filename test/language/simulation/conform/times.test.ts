/** Logs whose times are not those of the model: late or early by an error, of hosts that report late, or unknown. */
import assert from 'node:assert/strict';
import type { LogFact } from '../../../../language/src/simulation/conform/fact.ts';
import type { LogLine, LogRules } from '../../../../language/src/simulation/conform/log-line.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { programOf } from '../random-systems.ts';
import { compared } from './compared.ts';

const everyState: LogRules = {
  ...{ clock: 'exact', skew: 0, start: 0, lost: 0, unlogged: 1000, faults: [] },
  complete: [{ kind: 'state' }, { kind: 'event' }],
};

/** Lines as "1500 p enters B" or "1500 Go to p", in milliseconds, each with the number of its host. */
const linesFrom = ({ model }: Program, texts: readonly string[], host = 0): LogLine[] =>
  texts.map((text) => {
    const [at = '', first = '', verb = '', last = ''] = text.split(' ');
    const [who, name] = verb === 'to' ? [last, first] : [first, last];
    const entity = model.entities.find((each) => each.name === who)?.id ?? assert.fail(who);
    const fact: LogFact = { kind: verb === 'to' ? 'event' : 'state', entity, name };
    return { fact, at: Number(at) * 1000, host };
  });

describe('the times of a log', () => {
  const blinking = `
    machine M for pd { initial state A { after 5s -> B } state B { after 5s -> A } }
    pd p runs M`;

  it('may each be wrong by the skew, the first one too where no start is given', async () => {
    const program = await programOf(blinking);
    const rules = { ...everyState, skew: 100_000, start: undefined };
    const verdictOf = (...texts: string[]) => compared(program, linesFrom(program, texts), rules).verdict;
    assert.equal(verdictOf('5090 p enters B', '9910 p enters A'), 'fits');
    assert.equal(verdictOf('5090 p enters B', '9890 p enters A'), 'fits');
    assert.equal(verdictOf('5090 p enters B', '9889 p enters A'), 'does not fit');
    // What the second line leaves of the start holds for the third.
    assert.equal(verdictOf('5090 p enters B', '9910 p enters A', '15111 p enters B'), 'does not fit');
    assert.equal(verdictOf('5090 p enters B', '9910 p enters A', '15110 p enters B'), 'fits');
  });

  it('say when a crash without a line, and a restart, have happened', async () => {
    const program = await programOf('machine M for pd { initial state A }\npd p runs M');
    const rules: LogRules = { ...everyState, faults: [{ kind: 'crash', of: undefined, upTo: 1 }] };
    const verdictOf = (...texts: string[]) => compared(program, linesFrom(program, texts), rules).verdict;
    assert.equal(verdictOf('5000 p enters A'), 'fits');
    assert.equal(verdictOf('5000 p enters A', '9000 p enters A'), 'does not fit');
  });

  it('leave it undecided where an event may have come between the times that are tried', async () => {
    const program = await programOf(`
      event Go
      event Ring
      machine A for pd { initial state I { on Go do { send Ring to b  send Ring to c } -> J } state J }
      machine B for pd { initial state I { on Ring -> K } state K }
      pd a runs A
      pd b runs B
      pd c runs B`);
    const verdictOf = (...texts: string[]) =>
      compared(program, linesFrom(program, texts), { ...everyState, skew: 100_000 }).verdict;
    assert.equal(verdictOf('1000 Go to a', '1000 a enters J', '1090 b enters K', '1090 c enters K'), 'fits');
    assert.equal(verdictOf('1000 Go to a', '1000 a enters J', '1150 b enters K', '980 c enters K'), 'undecided');
    assert.equal(verdictOf('1000 Go to a', '1000 a enters J', '1090 b enters K', '1290 c enters K'), 'does not fit');
  });
});

describe('a host that reports late', () => {
  it('is waited for, however many lines of others come first', async () => {
    const program = await programOf(`
      event Go
      machine P for pd { initial state I { on Go -> B } state B { after 1s -> B } }
      machine Q for pd { initial state I { after 1s do { send Go to p } -> J } state J }
      pd p runs P
      pd q runs Q`);
    const many = linesFrom(
      program,
      Array.from({ length: 100 }, (_, index) => `${String(1000 * index)} p enters B`),
    );
    const lines = [...many, ...linesFrom(program, ['100000 q enters J'], 1)];
    const rules = { ...everyState, clock: 'any', start: undefined } as const;
    assert.equal(compared(program, lines, { ...rules, skew: 100_000_000 }).verdict, 'fits');
    assert.equal(compared(program, lines, { ...rules, skew: 99_000_000 }).verdict, 'does not fit');
  });
});

describe('the delays of what the start sends', () => {
  const model = `
    event Hello
    channel net { delay: 1s..2s }
    machine M for pd { param other: pd  initial state A { enter { send Hello to other }  on Hello -> B } state B }
    pd p runs M { other: q }
    pd q runs M { other: p }`;

  it('make no difference where times do not count', async () => {
    const program = await programOf(model);
    const lines = linesFrom(program, ['1500 p enters B', '1700 q enters B']);
    const { verdict, states } = compared(program, lines, { ...everyState, clock: 'any' });
    assert.equal(verdict, 'fits');
    assert.ok(states < 10, String(states));
  });

  it('are tried as long as the bounds of the search allow, a million of them or more', async () => {
    const program = await programOf(model);
    const lines = linesFrom(program, ['1500 p enters B', '1700 q enters B']);
    assert.equal(compared(program, lines, everyState, { states: 3000, waiting: 10_000 }).verdict, 'undecided');
  });
});

describe('the restart of a PD', () => {
  it('is a line of its own, before what it brings along; a space has none', async () => {
    const program = await programOf('space s\npd p { manages s  pd h }');
    const rules: LogRules = { ...everyState, clock: 'any', complete: [{ kind: 'fault' }] };
    const fault = (what: string, who: string): LogLine => {
      const entity = program.model.entities.find(({ name }) => name === who)?.id;
      return { fact: { kind: 'fault', entity, name: what }, at: undefined, host: 0 };
    };
    const all = [fault('crash', 'p'), fault('restart', 'p'), fault('restart', 'p.h')];
    assert.equal(compared(program, all, rules).verdict, 'fits');
    assert.equal(compared(program, all.slice(0, 2), rules).verdict, 'fits');
    assert.equal(compared(program, all.slice(0, 2).reverse(), rules).verdict, 'does not fit');
  });
});
