/**
 * A chart for tests of the machine page, and the state of its machine in a run.
 */
import type { ChartRun } from '../../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../../language/src/view/statechart/statechart.ts';
import type { MachineMessageToPage } from '../../../../client/webview/machine/messages.ts';
import type { Page } from '../../../e2e/playwright.ts';

/** Returns a chart of states beside each other: each leads to the next, and to one that is far from it. */
export function flatChart(count: number): Statechart {
  const places = Array.from({ length: count }, (_, at) => at);
  const line = (at: number, to: number, brief: string): Statechart['transitions'][number] => ({
    ...{ id: `t${at.toString()} ${brief}`, kind: 'event', source: `s${at.toString()}`, target: `s${to.toString()}` },
    ...{ lines: [brief], brief, text: brief },
  });
  return {
    ...chartNamed('M'),
    states: [
      { id: 'root', name: 'M', isInitial: false, isFinal: false },
      ...places.map((at) => ({
        ...{ id: `s${at.toString()}`, name: `S${at.toString()}`, parent: 'root', isInitial: at === 0, isFinal: false },
      })),
    ],
    transitions: places.flatMap((at) => [
      line(at, (at + 1) % count, 'on next'),
      line(at, (at * 7 + 3) % count, 'on jump'),
    ]),
    notes: [],
  };
}

/** Returns a chart in which every text of the user is `name`. */
export const chartNamed = (name: string): Statechart => ({
  machine: name,
  states: [
    { id: 'root', name, isInitial: false, isFinal: false },
    { id: 's0', name: 'Idle', parent: 'root', isInitial: true, isFinal: false },
    { id: 's1', name: 'Busy', parent: 'root', isInitial: false, isFinal: false },
    { id: 's2', name: 'Fast', parent: 's1', isInitial: true, isFinal: false },
    { id: 's3', name: 'Done', parent: 'root', isInitial: false, isFinal: true },
  ],
  transitions: [
    {
      id: 't0',
      kind: 'event',
      source: 's0',
      target: 's1',
      lines: ['on Work(n)', `do ${name}`],
      brief: 'on Work',
      text: `on Work(n) ${name}`,
    },
    {
      id: 't1',
      kind: 'after',
      source: 's2',
      target: 's0',
      lines: ['after 2s'],
      brief: 'after 2s',
      text: 'after 2s -> Idle',
    },
    {
      id: 't2',
      kind: 'always',
      source: 's1',
      target: 's3',
      lines: ['always'],
      brief: 'always',
      text: 'always -> Done',
    },
    { id: 't3', kind: 'event', source: 's0', lines: ['on Saved'], brief: 'on Saved', text: 'on Saved' },
  ],
  notes: [
    { state: 's1', text: 'defer Work', brief: 'defer' },
    { state: 's0', text: 'on Saved', brief: 'on Saved', transition: 't3' },
  ],
  variables: [{ name: 'done', type: 'int', kind: 'var' }],
  entities: ['worker', name],
  entityCount: 2,
});

/** The machine in its innermost state. */
export const sampleRun: ChartRun = {
  entity: 'worker',
  step: 3,
  time: '1s',
  is: 'alive',
  active: ['root', 's1', 's2'],
  enabled: ['t1'],
  taken: ['t0'],
  fires: [{ transition: 't1' }],
  timers: [{ transition: 't1', left: '1s left' }],
  variables: [{ name: 'done', text: '4' }],
  deferred: ['Work(2)'],
};

export const chartMessage = (name = 'Worker'): MachineMessageToPage => ({
  type: 'chart',
  subject: { uri: 'file:///work.aft', title: 'work.aft', machine: name },
  chart: chartNamed(name),
});

/** The explored states of a check: two groups, one broken state and one in which runs end. */
export const exploredMessage: MachineMessageToPage = {
  type: 'chart',
  subject: { uri: 'file:///work.aft', title: 'work.aft', machine: 'never stuck', isCheck: true },
  chart: {
    machine: 'never stuck',
    states: [
      { id: 'root', name: 'never stuck', isInitial: false, isFinal: false },
      { id: 'g0', name: 'a Idle', parent: 'root', isInitial: false, isFinal: false },
      { id: 'g1', name: 'a Busy', parent: 'root', isInitial: false, isFinal: false },
      { id: 's0', name: '0', parent: 'g0', isInitial: true, isFinal: false },
      { id: 's1', name: '1', parent: 'g1', isInitial: false, isFinal: false, mark: 'broken' },
      { id: 's2', name: '2', parent: 'g0', isInitial: false, isFinal: false, mark: 'end' },
      { id: 's3', name: '3', parent: 'g1', isInitial: false, isFinal: false, mark: 'cut' },
    ],
    transitions: [
      ['s0', 's1', 'Go to a'],
      ['s1', 's0', 'timer of a in Busy'],
      ['s0', 's2', 'crash a'],
      ['s0', 's3', 'Go to b'],
    ].map(([source = '', target = '', brief = ''], at) => ({
      ...{ id: `t${at.toString()}.0`, kind: 'event', source, target, lines: [brief], brief, text: brief },
      ...(at < 2 && { isInCycle: true }),
    })),
    notes: [
      { state: 's1', text: '"a in Busy" can become true.', brief: '' },
      { state: 's1', text: 'a: Busy', brief: '' },
    ],
    variables: [],
    entities: ['a', 'b'],
    entityCount: 2,
    explored: { groupedBy: 'a' },
  },
};

/** Sends a chart, and waits until it is drawn. */
export async function drawMachine(
  send: (message: unknown) => Promise<void>,
  page: Page,
  name = 'Worker',
): Promise<void> {
  await send(chartMessage(name));
  await page.locator('svg[data-layout="elk"]').waitFor();
}
