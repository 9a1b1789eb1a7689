/**
 * The graph core, compared with graphology on the same graphs.
 */
import type { Shape } from '../graph/random-graph.ts';
import type { Bench, Failure, Result, Suite, Table } from '../suite.ts';
import { countOf, milliseconds } from '../tables.ts';

const phases = ['build', 'components', 'reach'] as const;

interface Case {
  readonly shape: Shape;
  readonly nodeCount: number;
  readonly rounds: number;
}

const cases: readonly Case[] = [
  { shape: 'near', nodeCount: 1000, rounds: 5 },
  { shape: 'near', nodeCount: 10_000, rounds: 5 },
  { shape: 'near', nodeCount: 100_000, rounds: 5 },
  { shape: 'far', nodeCount: 100_000, rounds: 5 },
  { shape: 'chain', nodeCount: 1_000_000, rounds: 3 },
  { shape: 'near', nodeCount: 1_000_000, rounds: 3 },
];

export const graph: Suite = {
  summary: 'build a graph, its components, and what one node reaches, beside graphology',
  contenders: {
    aftermath: async () => (await import('../graph/aftermath.ts')).measureAftermath,
    graphology: async () => (await import('../graph/graphology.ts')).measureGraphology,
  },
  async *run(bench) {
    for (const each of cases) yield await measure(bench, each);
  },
};

async function measure(bench: Bench, { shape, nodeCount, rounds }: Case): Promise<Table> {
  const results = await bench.duel({ shape, nodeCount }, { rounds, knownFailures: { graphology: /call stack/ } });
  const ours = results.get('aftermath');
  if (ours === undefined || 'failure' in ours) throw new Error('Our own graph core gave no result.');
  const others = [...results].filter(([, result]) => !('failure' in result));
  const { answers } = ours;
  return {
    title: `${countOf(nodeCount)} nodes, ${shape}: medians of ${rounds} turns each, in ms`,
    columns: ['', ...phases, 'total', 'peak MB'],
    rows: [
      ...[...results].map(([name, result]) => [name, ...cells(result)]),
      ...others.filter(([name]) => name !== 'aftermath').map(([name, result]) => ratios(name, result, ours)),
    ],
    notes: [
      ...[...results].flatMap(([name, result]) => ('failure' in result ? [`${name} fails: ${result.failure}.`] : [])),
      `${answers.components} components, ${answers.reached} nodes reached from the first.`,
    ],
  };
}

function cells(result: Result | Failure): string[] {
  if ('failure' in result) return [...phases, 'total', 'peak'].map(() => '–');
  return [
    ...phases.map((phase) => milliseconds(result.times[phase] ?? NaN)),
    milliseconds(result.total),
    result.peakMegabytes.toFixed(0),
  ];
}

function ratios(name: string, result: Result | Failure, ours: Result): string[] {
  if ('failure' in result) return [];
  const ratio = (a: number, b: number): string => `${(a / b).toFixed(a / b < 10 ? 1 : 0)}×`;
  return [
    `${name} ÷ aftermath`,
    ...phases.map((phase) => ratio(result.times[phase] ?? NaN, ours.times[phase] ?? NaN)),
    ratio(result.total, ours.total),
    ratio(result.peakMegabytes, ours.peakMegabytes),
  ];
}
