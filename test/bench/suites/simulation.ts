/**
 * Random simulation, compared with Quint, and the cost of a trace of a million steps.
 */
import type { Bench, Result, Suite, Table } from '../suite.ts';
import { countOf, milliseconds, resultOf } from '../tables.ts';

const steps = 100;
const traceSteps = 1_000_000;

export const simulation: Suite = {
  summary: 'random walks with an invariant beside quint run (TypeScript backend), and long traces',
  contenders: {
    aftermath: async () => (await import('../simulation/aftermath.ts')).measureWalks,
    quint: async () => (await import('../simulation/quint.ts')).measureQuint,
    traces: async () => (await import('../simulation/aftermath.ts')).measureTraces,
  },
  async *run(bench) {
    yield await walks(bench);
    yield await traces(bench);
  },
};

async function walks(bench: Bench): Promise<Table> {
  const input = { walks: 300, steps };
  const results = await bench.duel(input, { rounds: 5, only: ['aftermath', 'quint'] });
  const [ours, theirs] = [resultOf(results.get('aftermath')), resultOf(results.get('quint'))];
  const rate = ({ total, answers }: Result): number => ((answers.steps ?? 0) / total) * 1000;
  const row = (name: string, result: Result): string[] => [
    name,
    milliseconds(result.total),
    Math.round(rate(result)).toLocaleString('en'),
    `${(rate(result) / rate(theirs)).toFixed(0)}×`,
  ];
  return {
    title: `${input.walks} walks of ${steps} steps, the same rules and invariant: medians of 5 turns`,
    columns: ['', 'ms', 'steps/s', 'of quint'],
    rows: [row('aftermath', ours), row('quint run', theirs)],
    notes: ['Quint says its own time: its start and the parsing of its model are not in it, nor are ours.'],
  };
}

async function traces(bench: Bench): Promise<Table> {
  const results = await bench.duel({ steps: traceSteps }, { rounds: 3, only: ['traces'] });
  const { times, answers, peakMegabytes } = resultOf(results.get('traces'));
  return {
    title: `a trace of ${countOf(traceSteps)} steps: medians of 3 turns, ${peakMegabytes.toFixed(0)} MB at the most`,
    columns: ['', 'ms'],
    rows: Object.entries(times).map(([name, time]) => [name, milliseconds(time)]),
    notes: [`The file has ${((answers.characters ?? 0) / 1e6).toFixed(1)} MB.`],
  };
}
