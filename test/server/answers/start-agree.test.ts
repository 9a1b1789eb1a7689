/**
 * The answers of all faces to a start and to a recovery: library, `plan`, its picture, graph and report get the same
 * random questions. The recovery itself is judged by runs, and the start by naive rounds.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startHeadings } from '../../../language/src/view/report/start.ts';
import { madeIn, planAtStep } from '../../../language/src/view/report/plan-at-step.ts';
import type { PlanEffectKind, PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { Report, ReportTimeline } from '../../../language/src/view/report/report.ts';
import { recover, start } from '../../../server/src/library/api.ts';
import { overlayOf } from '../../../server/src/features/plans.ts';
import { reportSteps } from '../../../server/src/features/reports.ts';
import type { RecoveryReport, StartReport } from '../../../server/src/questions/plans/start-report.ts';
import { runs, seed, tried } from '../../properties.ts';
import { aftermath } from '../cli/command-line.ts';
import type { InMemory } from '../in-memory.ts';
import { open, opened, valueOf } from './faces.ts';
import { questionsWithDoomed, type Question } from './random-question.ts';

/** The common answer; names sorted. */
interface Starting {
  readonly layers: readonly (readonly string[])[];
  readonly destroyed: readonly string[];
  readonly ended: readonly string[];
  readonly along: readonly string[];
  readonly never: readonly string[];
  readonly broken: readonly string[];
  readonly degraded: readonly string[];
  readonly dangling: readonly string[];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const namesIn = (list: readonly { readonly name: string }[]): string[] => sorted(list.map(({ name }) => name));

function startingOf(said: StartReport | RecoveryReport): Starting {
  const { layers, stuck, cycles, broken, degraded } = said;
  const of = 'destroyed' in said ? said : { destroyed: [], ended: [], along: [], dangling: [] };
  return {
    layers: layers.map(sorted),
    destroyed: sorted(of.destroyed),
    ended: namesIn(of.ended),
    along: namesIn(of.along),
    never: sorted([...namesIn(stuck), ...cycles.flatMap(({ names }) => names)]),
    broken: namesIn(broken),
    degraded: namesIn(degraded),
    dangling: namesIn(of.dangling),
  };
}

/** `aftermath plan`, parsed from its text. */
async function startingInText(text: string, { end, of, policy }: PlanQuestion): Promise<Starting> {
  const event = end === 'start' ? ['--start'] : ['--recover', `--crash=${of}`, `--policy=${policy ?? ''}`];
  const name = end === 'start' && of !== '' ? [of] : [];
  const { code, output, notes } = await aftermath(['plan', '-', ...name, ...event, '--brief'], { input: text });
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of output.split('\n')) {
    if (/^ {2}\S/u.test(line)) current.push(line.slice(2));
    else if (!line.startsWith(' ')) sections.set(line.replace(/: nothing$/u, ''), (current = []));
  }
  const list = (heading: keyof typeof startHeadings): readonly string[] => sections.get(startHeadings[heading]) ?? [];
  const layers: string[][] = [];
  for (const item of list(end === 'start' ? 'started' : 'waits')) {
    const [, number, who = ''] = /^(\d+)\. (.*?)(?: after .*)?$/u.exec(item) ?? [];
    (layers[Number(number) - 1] ??= []).push(who);
  }
  const never = [...list('stuck'), ...list('cycles').flatMap((each) => each.replace('error: ', '').split(', '))];
  assert.equal(code, never.length > 0 ? 1 : 0, notes + output);
  return {
    layers: layers.map(sorted),
    destroyed: sorted(list('lost')),
    ended: sorted(list('ended')),
    along: sorted(list('along')),
    never: sorted(never),
    broken: sorted(list('broken')),
    degraded: sorted(list('degraded')),
    dangling: sorted(list('dangling')),
  };
}

/** The marks of the graph; its steps, played one by one, start what they say. */
function startingInGraph({ workspace, document }: InMemory, question: PlanQuestion): Starting {
  const overlay = overlayOf(workspace.models.of(document), question);
  if ('refusal' in overlay) assert.fail(JSON.stringify(overlay));
  const having = ({ marks }: PlanOverlay, kind: PlanEffectKind, detail?: string): string[] =>
    marks.flatMap(({ name, effects }) =>
      effects.some((each) => each.kind === kind && (kind === 'held' || each.detail === detail)) ? [name] : [],
    );
  const layers = Array.from({ length: overlay.steps }, (_, step) => sorted(madeIn(overlay, step + 1)));
  for (const step of layers.keys()) {
    const stage = planAtStep(overlay, step);
    assert.deepEqual(sorted(having(stage, 'started')), sorted(layers.slice(0, step).flat()));
    assert.deepEqual(having(stage, 'destroyed'), having(overlay, 'destroyed'), 'ended before');
  }
  return {
    layers,
    destroyed: sorted(having(overlay, 'destroyed')),
    ended: sorted(having(overlay, 'destroyed', 'crashes first')),
    along: sorted(having(overlay, 'destroyed', 'goes with these')),
    never: sorted(having(overlay, 'held')),
    broken: sorted(having(overlay, 'broken')),
    degraded: sorted(having(overlay, 'degraded')),
    dangling: sorted(having(overlay, 'dangling')),
  };
}

function finished(steps: ReturnType<typeof reportSteps>): Report {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return valueOf(next.value);
  }
}

/** The lists of the report; the columns of its picture agree with them. */
function startingInReport({ workspace, document }: InMemory, question: PlanQuestion): Starting {
  const { sections } = finished(reportSteps(workspace.models.of(document), question));
  const list = (heading: keyof typeof startHeadings) =>
    sections.flatMap((each) => (each.kind === 'list' && each.title === startHeadings[heading] ? each.items : []));
  const texts = (heading: keyof typeof startHeadings): string[] => sorted(list(heading).map(({ text }) => text));
  const layers: string[][] = [];
  for (const { text, step = 0 } of list(question.end === 'start' ? 'started' : 'waits'))
    (layers[step - 1] ??= []).push(text);
  const picture = sections.find((each): each is ReportTimeline => each.kind === 'timeline');
  const columns = picture?.sides[0]?.columns ?? [];
  const drawn = columns
    .filter(({ step }) => step !== undefined)
    .map(({ boxes }) => sorted(boxes.map(({ text }) => text)));
  assert.deepEqual(drawn, layers.map(sorted), 'picture');
  const said = { destroyed: texts('lost'), ended: texts('ended'), along: texts('along') };
  const before = columns.find(({ title }) => title === 'Crash')?.boxes.map(({ text }) => text) ?? [];
  assert.deepEqual(sorted(before), sorted([...said.destroyed, ...said.ended, ...said.along]), 'crash in the picture');
  return {
    layers: layers.map(sorted),
    ...said,
    never: sorted([...texts('stuck'), ...list('cycles').flatMap(({ text }) => text.split(', '))]),
    broken: texts('broken'),
    degraded: texts('degraded'),
    dangling: texts('dangling'),
  };
}

async function check({ text, crashed, first, policy }: Question, tally: Map<string, number>): Promise<void> {
  const count = (key: string, by: number): void => void tally.set(key, (tally.get(key) ?? 0) + by);
  const parsed = await opened(text);
  const inEditor = await open(text);
  const of = (end: 'start' | 'recover', name: string): PlanQuestion => ({ kind: 'plan', end, of: name, policy });
  for (const question of [of('start', ''), of('start', first), of('recover', crashed)]) {
    const isStart = question.end === 'start';
    const name = question.of === '' ? undefined : question.of;
    const report = isStart ? valueOf(start(parsed, name)) : valueOf(recover(parsed, crashed, { policy }));
    const said = startingOf(report);
    assert.deepEqual(await startingInText(text, question), said, 'text');
    assert.deepEqual(startingInGraph(inEditor, question), { ...said, destroyed: said.destroyed }, 'graph');
    assert.deepEqual(startingInReport(inEditor, question), said, 'report');
    const key = isStart ? 'start' : 'recover';
    count(`${key} in layers`, Math.max(0, said.layers.length - 1));
    for (const part of ['ended', 'along', 'never', 'broken', 'degraded', 'dangling'] as const)
      count(`${key} ${part}`, said[part].length);
  }
}

const reached = [
  ...['in layers', 'never', 'broken', 'degraded'].map((each) => `start ${each}`),
  ...['in layers', 'ended', 'along', 'never', 'broken', 'degraded', 'dangling'].map((each) => `recover ${each}`),
];

describe('the answers of all faces to a start and a recovery', () => {
  it('agree on random models', async () => {
    const tally = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(questionsWithDoomed, async (question) => {
        if (question !== undefined) await check(question, tally);
      }),
      { seed: seed + 8, numRuns: runs(12, 2000), endOnFailure: true },
    );
    const missing = reached.filter((key) => (tally.get(key) ?? 0) === 0);
    assert.deepEqual(missing, [], JSON.stringify([...tally]));
    for (const key of reached) tried(key, tally.get(key) ?? 0);
  });
});
