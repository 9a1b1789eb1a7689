/**
 * The analyses on models of 100,000 entities and 500,000 relations, and on a chain of a million. No other tool answers
 * these questions, so the times are shown with their targets only.
 */
import type { models, questions } from '../analysis/aftermath.ts';
import type { Bench, Result, Suite, Table } from '../suite.ts';
import { countOf, milliseconds } from '../tables.ts';

type ModelName = keyof typeof models;
type Question = keyof typeof questions;

/** The target of each question in seconds. */
const most: Readonly<Partial<Record<Question, number>>> = {
  check: 2,
  crash: 2,
  'plan of a crash': 2,
  'crash matrix': 2,
};

const cases: readonly (readonly [ModelName, string, readonly Question[]])[] = [
  [
    'servers',
    '1,000 servers with spaces of resources: 100k entities, 497k relations',
    ['check', 'crash', 'plan of a crash', 'plan of the end of all', 'the same, reduced', 'the same, as JSON'],
  ],
  [
    'mixture',
    'all kinds of entities and relations by chance: 100k entities, 500k relations',
    ['check', 'crash', 'plan of a crash', 'plan of the end of all', 'the same, reduced'],
  ],
  [
    'objects',
    'objects destroyed after each other by chance: 100k entities, 500k relations',
    ['check', 'plan of the end of all', 'the same, reduced'],
  ],
  ['chain', 'a chain of PDs: 1M entities, 2M relations', ['check', 'crash', 'plan of a crash', 'the same, reduced']],
  ['few servers', '200 servers, 6 policies', ['crash matrix']],
];

export const analysis: Suite = {
  summary: 'check, crash, plan, crash matrix and import, each from a model that nothing is known of yet',
  contenders: {
    aftermath: async () => (await import('../analysis/aftermath.ts')).measureAftermath,
  },
  async *run(bench) {
    for (const [model, title, asked] of cases) yield await measure(bench, model, title, asked);
    const rows = 100_000;
    const result = await resultOf(bench, { rows });
    yield {
      title: `import of a CellulOS CSV of ${countOf(rows)} rows`,
      columns: head,
      rows: [row('import', result, 5)],
      notes: [],
    };
  },
};

const head = ['', 'ms', 'should be below', 'answer', 'peak MB'];
const rounds = 3;

async function measure(bench: Bench, model: ModelName, title: string, asked: readonly Question[]): Promise<Table> {
  const rows: string[][] = [];
  for (const question of asked) {
    const result = await resultOf(bench, { model, question });
    rows.push(row(question, result, model === 'chain' ? undefined : most[question]));
  }
  return { title: `${title}: medians of ${rounds} turns`, columns: head, rows, notes: [] };
}

async function resultOf(bench: Bench, input: Parameters<Bench['duel']>[0]): Promise<Result> {
  const result = (await bench.duel(input, { rounds })).get('aftermath');
  if (result === undefined || 'failure' in result) throw new Error(`There is no result for ${JSON.stringify(input)}.`);
  return result;
}

function row(name: string, { total, answers, peakMegabytes }: Result, seconds: number | undefined): string[] {
  const limit = seconds === undefined ? '' : String(seconds * 1000);
  return [name, milliseconds(total), limit, String(answers.count), peakMegabytes.toFixed(0)];
}
