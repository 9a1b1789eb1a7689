/** A log as its lines state it. */
import assert from 'node:assert/strict';
import { readMapping } from '../../../../language/src/interchange/log/mapping.ts';
import { readLog } from '../../../../language/src/interchange/log/read-log.ts';
import { factText } from '../../../../language/src/simulation/conform/fact.ts';
import { programOf } from '../../simulation/random-systems.ts';

/** A model whose machines enter states, for logs. */
export const model = `event Ask(n: int)
machine M for pd { initial state Idle { on Ask(n) -> Busy } state Busy { after 1s -> Idle } }
pd web runs M
pd db runs M
`;
/** The parts of a rule for lines that say which state is entered. */
export const state = { is: 'state', entity: '{who}', name: '{state}' };

/** Reads a log and says what each of its lines states, with its time. */
export async function stated(mapping: object, text: string, name = 'log', of = model): Promise<string[]> {
  const program = await programOf(of);
  const read = readMapping(JSON.stringify(mapping));
  if (!('value' in read)) assert.fail(JSON.stringify(read));
  const { lines, sources, faults } = readLog(program.model, read.value, [{ name, text }]);
  return [
    ...lines.map(({ fact, at }, index) => `${String(sources[index]?.line)} ${String(at)} ${factText(program, fact)}`),
    ...faults.map(({ line, why }) => `${String(line)} left out: ${why}`),
  ];
}
