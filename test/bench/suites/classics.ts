/** Classic models, each in the way that is natural in its language: verdicts agree, states need not. */
import type { Bench, Suite, Table } from '../suite.ts';
import { milliseconds, resultOf } from '../tables.ts';

const models = ['peterson', 'alternating-bit', 'two-phase-commit', 'philosophers', 'raft', 'leases'] as const;

export const classics: Suite = {
  summary: 'classic models beside natural Promela in SPIN (-O2 -DSAFETY, with its partial-order reduction)',
  contenders: {
    aftermath: async () => (await import('../classics/aftermath.ts')).measureClassic,
    spin: async () => (await import('../classics/spin.ts')).measureClassic,
  },
  async *run(bench) {
    yield await table(bench);
  },
};

async function table(bench: Bench): Promise<Table> {
  const rounds = 5;
  const rows: string[][] = [];
  for (const model of models) {
    const results = await bench.duel({ model }, { rounds });
    const [own, theirs] = [resultOf(results.get('aftermath')), resultOf(results.get('spin'))];
    const count = (number: number | undefined): string => (number ?? NaN).toLocaleString('en');
    rows.push([
      model,
      ...[own, theirs].flatMap(({ facts, total }) => [
        count(facts.states),
        count(facts.transitions),
        milliseconds(total),
      ]),
      `${(theirs.total / own.total).toFixed(2)}×`,
    ]);
  }
  return {
    title: `classic models: medians of ${rounds} turns`,
    columns: ['', 'states', 'transitions', 'ms', 'SPIN: states', 'transitions', 'ms', 'as fast'],
    rows,
    notes: [
      'SPIN: its program from start to end, which in small models is mostly the start; making it, 1 to 2 s, is not in its time.',
    ],
  };
}
