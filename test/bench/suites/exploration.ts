/**
 * All states of a model, compared with SPIN: the same rules, and the same numbers of states and transitions.
 */
import type { Bench, Input, Result, Suite, Table } from '../suite.ts';
import { milliseconds, resultOf } from '../tables.ts';

/** The sizes, with SPIN's options for each: its depth limit and the size of its hash table. */
const sizes: Readonly<Record<'S' | 'M' | 'L', Input>> = {
  S: { failures: 1, epochs: 2, depth: 30_000, hash: 18 },
  M: { failures: 2, epochs: 3, depth: 300_000, hash: 22 },
  L: { failures: 3, epochs: 4, depth: 1_500_000, hash: 24 },
};

export const exploration: Suite = {
  summary: 'all states of the region protocol beside SPIN (-O2 -DSAFETY -DNOREDUCE)',
  contenders: {
    aftermath: async () => (await import('../exploration/aftermath.ts')).measureSearch,
    'aftermath, threads': async () => (await import('../exploration/aftermath.ts')).measureThreads,
    spin: async () => (await import('../exploration/spin.ts')).measureSearch,
    'aftermath, edit': async () => (await import('../exploration/aftermath.ts')).measureEdit,
    'spin, edit': async () => (await import('../exploration/spin.ts')).measureEdit,
    'aftermath, messages': async () => (await import('../exploration/messages.ts')).measureMessages,
    'spin, messages': async () => (await import('../exploration/spin.ts')).measureMessages,
  },
  async *run(bench) {
    yield await edits(bench);
    yield await searches(bench, 'S', 5);
    yield await searches(bench, 'M', 5);
    yield await searches(bench, 'L', 3);
    yield await messages(bench);
  },
};

async function searches(bench: Bench, size: keyof typeof sizes, rounds: number): Promise<Table> {
  const results = await bench.duel(sizes[size], { rounds, only: ['aftermath', 'aftermath, threads', 'spin'] });
  return compared(size, results, { peer: 'spin', rounds });
}

/** A model with messages, timers, crashes and loss, and what is exported of it. */
async function messages(bench: Bench): Promise<Table> {
  const rounds = 3;
  const input = { example: 'streams', bound: 3, depth: 1_000_000, hash: 22 };
  const results = await bench.duel(input, { rounds, only: ['aftermath, messages', 'spin, messages'] });
  return compared('streams.aft', results, { peer: 'spin, messages', rounds });
}

function compared(
  what: string,
  results: Awaited<ReturnType<Bench['duel']>>,
  { peer, rounds }: { readonly peer: string; readonly rounds: number },
): Table {
  const theirs = resultOf(results.get(peer));
  const rate = ({ total, answers }: Result): number => ((answers.states ?? 0) / total) * 1000;
  const rows = [...results].map(([name, each]) => {
    const result = resultOf(each);
    return [
      name,
      milliseconds(result.total),
      Math.round(rate(result)).toLocaleString('en'),
      `${(rate(result) / rate(theirs)).toFixed(2)}×`,
      (result.facts.bytes ?? NaN).toFixed(1),
    ];
  });
  const { states = 0, transitions = 0 } = theirs.answers;
  return {
    title: `${what}: ${states.toLocaleString('en')} states, ${transitions.toLocaleString('en')} transitions: medians of ${rounds} turns`,
    columns: ['', 'ms', 'states/s', 'of spin', 'bytes a state'],
    rows,
    notes: [
      'SPIN says its own time and memory: making its program is in neither, and its stack is as deep as it gets.',
      'Writing and compiling our program is in our time; all lists of the search are in our bytes.',
    ],
  };
}

async function edits(bench: Bench): Promise<Table> {
  const results = await bench.duel(sizes.S, { rounds: 5, only: ['aftermath, edit', 'spin, edit'] });
  const theirs = resultOf(results.get('spin, edit'));
  return {
    title: 'from an edited model to its verdict, S: medians of 5 turns',
    columns: ['', 'ms', 'as fast'],
    rows: [...results].map(([name, each]) => {
      const { total } = resultOf(each);
      return [name, milliseconds(total), `${(theirs.total / total).toFixed(1)}×`];
    }),
    notes: ['SPIN: spin -a, gcc -O2 and pan. Aftermath: the text is read, checked and searched in a running server.'],
  };
}
