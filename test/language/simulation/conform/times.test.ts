/** Logs whose times are not those of the model: late or early by an error, of hosts that lag behind, or unknown. */
import assert from 'node:assert/strict';
import type { LogFact } from '../../../../language/src/simulation/conform/fact.ts';
import type { LogLine, LogRules } from '../../../../language/src/simulation/conform/log-line.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { programOf } from '../random-systems.ts';
import { compared } from './compared.ts';

const states: LogRules = {
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

describe('a host that lags behind', () => {
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
    const rules = { ...states, clock: 'any', start: undefined } as const;
    assert.equal(compared(program, lines, { ...rules, skew: 100_000_000 }).verdict, 'fits');
    assert.equal(compared(program, lines, { ...rules, skew: 99_000_000 }).verdict, 'does not fit');
  });
});
