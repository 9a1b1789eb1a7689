/**
 * `aftermath export` of a run: draws or writes a scenario or trace over time, with its lanes, messages and series.
 */
import { basename } from 'node:path';
import { sequenceFile } from '../../../../language/src/drawing/sequence/sequence-file.tsx';
import { sequenceJson } from '../../../../language/src/drawing/sequence/sequence-json.ts';
import { sequenceMermaid } from '../../../../language/src/drawing/sequence/sequence-mermaid.ts';
import type { Exported } from '../../../../language/src/interchange/export/exported.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import {
  openRun,
  type Opened,
  type RecordingOptions,
} from '../../../../language/src/simulation/play/recording/recording.ts';
import { DrawMismatch, type Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import { mostSteps, type TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { mostDrawn, type RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { stretchOf } from '../../../../language/src/view/run/stretch-of-run.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context, Option } from '../input/command.ts';
import { readStretch } from '../input/count-option.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { openTrace } from './open-trace.ts';
import { readSource } from './run-source.ts';
import { tableOf } from '../../../../language/src/model/common/table.ts';

/** The options that choose a run and its stretch. */
export const runOptions = {
  scenario: { value: 'TITLE', summary: 'draw the run of this scenario, in svg, png, mermaid or json' },
  variant: { value: 'N', summary: 'which combination of its "for" steps, from 1 (default 1)' },
  trace: { value: 'TRACE', summary: 'draw the run recorded in this file' },
  from: { value: 'STEP', summary: `draw it from this step on, at most ${String(mostDrawn)} steps` },
  to: { value: 'STEP', summary: 'draw it up to this step' },
} as const satisfies Readonly<Record<string, Option>>;

const scenarioSeed = 1;
/** The width of the lanes, in pixels. */
const width = 1000;

/** The formats of a run. */
const writers: Readonly<Record<string, (title: string, stretch: RunStretch) => string>> = tableOf({
  svg: (title, stretch) => sequenceFile({ title, axis: 'time', width, runs: [{ ...stretch, stretch }] }),
  mermaid: (_, stretch) => sequenceMermaid(stretch, stretch.lanes),
  json: (title, stretch) => sequenceJson(title, stretch),
});

/** Returns true if the options ask for a run, not the model. */
export const asksForRun = ({ values }: Pick<Context, 'values'>): boolean =>
  ['scenario', 'trace', 'variant', 'from', 'to'].some((name) => values.has(name));

/** Returns a run of a model in a format. */
export async function exportRun(context: Context, format: string, opened: OpenedModel): Promise<Answer<Exported>> {
  const write = Object.hasOwn(writers, format) ? writers[format] : undefined;
  if (write === undefined) {
    return { refusal: `A run can be exported as svg, png, mermaid, json; "${format}" is for models.` };
  }
  const stretched = readStretch(context, mostSteps);
  if ('refusal' in stretched) return stretched;
  const { from, to } = stretched.value;
  const begun = await begin(context, opened);
  if ('refusal' in begun) return begun;
  const { timeline, title, last } = begun.value;
  const first = from ?? 0;
  const until = Math.min(last, to ?? Number.POSITIVE_INFINITY);
  try {
    const { step } = timeline.goTo(Math.min(first, last));
    if (step < first) return { refusal: `The run has no step ${String(first)}; its last is ${String(step)}.` };
    const stretch = stretchOf(compileModel(opened.model), timeline, first, until);
    return { value: { text: write(title, stretch), leftOut: leftOut(timeline, stretch, until) } };
  } catch (error) {
    if (error instanceof DrawMismatch)
      return { refusal: 'The trace does not match this model; "aftermath replay" shows where.' };
    throw error;
  }
}

interface Begun {
  readonly timeline: Timeline;
  readonly title: string;
  /** The last step, if a trace records one. */
  readonly last: number;
}

async function begin(context: Context, { model, file }: OpenedModel): Promise<Answer<Begun>> {
  const { values } = context;
  const program = compileModel(model);
  const name = values.get('trace');
  if (name !== undefined && (values.has('scenario') || values.has('variant'))) {
    return { refusal: 'A trace records what was run; give either --trace or --scenario.' };
  }
  if (name !== undefined) {
    const trace = await openTrace(name, context);
    if ('refusal' in trace) return trace;
    const { origin, seed, draws, steps, interventions = [] } = trace.value;
    const turns = origin.kind === 'random' ? { turns: steps - interventions.length } : {};
    const options: RecordingOptions = { seed, draws, interventions, continuesByChance: false, ...turns };
    return begun(openRun(program, origin, options), { title: titleOf(file, origin), last: steps });
  }
  if (!values.has('scenario')) return { refusal: 'Choose a run: --scenario TITLE or --trace TRACE.' };
  const source = readSource(model, context);
  if ('refusal' in source) return source;
  const { origin } = source.value;
  const all = { title: titleOf(file, origin), last: mostSteps };
  return begun(openRun(program, origin, { seed: scenarioSeed }), all);
}

const begun = (opened: Opened, rest: Omit<Begun, 'timeline'>): Answer<Begun> =>
  'refusal' in opened ? { refusal: opened.refusal } : { value: { timeline: opened.timeline, ...rest } };

const titleOf = (file: string, origin: TraceOrigin): string =>
  `${basename(file)}: ${origin.kind === 'scenario' ? origin.title : (origin.check ?? 'random run')}`;

/** Returns what the drawing omits because of its bounds. */
function leftOut(timeline: Timeline, stretch: RunStretch, until: number): readonly string[] {
  const { end, otherLanes, otherArrows, otherSeries } = stretch;
  const isCut = end.step < until && timeline.goTo(end.step + 1).step > end.step;
  return [
    ...(isCut ? [`The run continues after step ${String(end.step)}; --from draws what follows.`] : []),
    ...(otherLanes > 0 ? [`${String(otherLanes)} lanes in which little happens are not drawn.`] : []),
    ...(otherArrows > 0 ? [`${String(otherArrows)} messages are not drawn.`] : []),
    ...(otherSeries > 0 ? [`${String(otherSeries)} numbers are not drawn.`] : []),
  ];
}
