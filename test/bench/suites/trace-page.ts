/**
 * The trace page in the real VS Code: the time until a long run is visible, and how smoothly its list scrolls.
 */
import type { Bench, Suite, Table } from '../suite.ts';
import { countOf, milliseconds, resultOf } from '../tables.ts';

const lengths = [10_000, 100_000] as const;

export const tracePage: Suite = {
  summary: 'a long run in the trace page of the real VS Code',
  contenders: {
    page: async () => (await import('../trace-page/scrolled.ts')).measureScrolling,
  },
  async *run(bench) {
    for (const steps of lengths) yield await scrolled(bench, steps);
  },
};

async function scrolled(bench: Bench, steps: number): Promise<Table> {
  const results = await bench.duel({ steps }, { rounds: 1 });
  const { times, answers, facts } = resultOf(results.get('page'));
  const fact = (name: string): string => (facts[name] ?? Number.NaN).toFixed(0);
  return {
    title: `a run of ${countOf(steps)} steps, scrolled by ${fact('pixelsAFrame')} pixels in each frame`,
    columns: ['', ''],
    rows: [
      ['from the command to the first steps', `${milliseconds(times.opened ?? Number.NaN)} ms`],
      ['to the last step and its details', `${milliseconds(times['to the end'] ?? Number.NaN)} ms`],
      ['rows that came into sight', countOf(answers.rows ?? 0)],
      ['frames', fact('frames')],
      ['the longest frame', `${fact('longestFrame')} ms`],
      ['frames over 50 ms', fact('longFrames')],
      ['tasks of the page over 50 ms', fact('longTasks')],
      ['the longest task of the page', `${fact('longestTask')} ms`],
      ['the longest task in processor time', `${fact('mostWork')} ms`],
      ['tasks over 50 ms in processor time', fact('heavyTasks')],
      ['processor time for a frame', `${(facts.workAFrame ?? Number.NaN).toFixed(1)} ms`],
      ['memory of the page', `${fact('megabytes')} MB`],
    ],
    notes: [
      'A frame is late as well when the machine does something else; processor time is what the page itself asks for.',
    ],
  };
}
