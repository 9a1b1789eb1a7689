/**
 * The graph page in the real VS Code: the time until a large model is visible, and whether the page can be used
 * meanwhile.
 */
import type { Bench, Suite, Table } from '../suite.ts';
import { countOf, milliseconds, resultOf } from '../tables.ts';

interface Case {
  readonly entities: number;
  /** The number of entities from which similar ones are stacked; above the size of the model, all are drawn. */
  readonly groupAbove: number;
  readonly words: string;
}

const cases: readonly Case[] = [
  { entities: 60, groupAbove: 60, words: 'closed until names can be read' },
  { entities: 1000, groupAbove: 100_000, words: 'all drawn' },
  { entities: 5000, groupAbove: 60, words: 'like ones in stacks, containers closed' },
  { entities: 20_000, groupAbove: 60, words: 'like ones in stacks, containers closed' },
];

export const graphPage: Suite = {
  summary: 'large models in the graph page of the real VS Code',
  contenders: {
    page: async () => (await import('../graph-page/shown.ts')).measureGraph,
  },
  async *run(bench) {
    for (const each of cases) yield await shown(bench, each);
  },
};

async function shown(bench: Bench, { entities, groupAbove, words }: Case): Promise<Table> {
  const results = await bench.duel({ entities, groupAbove }, { rounds: 1 });
  const { answers, facts } = resultOf(results.get('page'));
  const time = (name: string): string => `${milliseconds(facts[name] ?? Number.NaN)} ms`;
  const how = facts.isTable === 1 ? 'a table' : facts.isSimple === 1 ? 'the simple layout' : 'an engine';
  return {
    title: `${countOf(entities)} entities, ${words}`,
    columns: ['', ''],
    rows: [
      ['boxes and lines that are drawn one by one', `${countOf(answers.nodes ?? 0)}, ${countOf(facts.edges ?? 0)}`],
      ['shown by', how],
      ['first picture, after the model is there', time('first')],
      ['the picture that stays', time('refined')],
      ['the longest task of the page until then', time('longestTask')],
      ['the longest frame while zooming', time('longestFrame')],
      ['the longest task while zooming', time('longestTaskMoved')],
      ['the picture after a name is changed', time('edited')],
      ['the longest task then', time('longestTaskEdited')],
      ['the picture after a container gets one more entity, the median of five', time('added')],
      ['the longest task then', time('longestTaskAdded')],
      ['memory of the scripts of the page', `${(facts.heap ?? Number.NaN).toFixed(0)} MB`],
      ['memory that all pages take more than with the texts alone', `${(facts.megabytes ?? Number.NaN).toFixed(0)} MB`],
    ],
    notes: [
      'Of a large picture, boxes and lines are drawn one by one where they are few enough; else all that look alike are one shape.',
      'The layout runs in workers: tasks of the page are messages, kept layouts and drawing.',
      'Times begin when the page gets the message with the graph, before it reads it, and end with the frame that shows it, of 60 a second.',
    ],
  };
}
