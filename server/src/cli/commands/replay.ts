/**
 * `aftermath replay`: rebuilds a run from its trace and the model, and shows its steps.
 */
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { type Fit, fitOf, openRun } from '../../../../language/src/simulation/play/recording.ts';
import type { Timeline } from '../../../../language/src/simulation/play/timeline.ts';
import { mostSteps, type Trace } from '../../../../language/src/simulation/play/trace.ts';
import { paint } from '../text/colours.ts';
import type { Answer } from '../../../../language/src/model/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { writeJson } from '../text/json.ts';
import { type OpenedModel, openModel } from '../../questions/open-models.ts';
import { openTrace } from '../run/open-trace.ts';
import { inOneLine } from '../../questions/places.ts';
import { reportErrors } from '../text/report-errors.ts';
import { stopWords } from '../input/interruption.ts';
import { outcomeCode, outcomeJson, playRun, type RunCourse, writeOutcome } from '../run/run-course.ts';
import { originJson, runOriginText } from '../run/run-report.ts';
import { stepReporter } from '../run/run-text.ts';

/** The command `replay`. */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'rebuild a run from its trace and show its steps',
  usage: 'TRACE FILE [--from STEP] [--to STEP] [--quiet]',
  operands: { least: 2, most: 2 },
  options: {
    from: { value: 'STEP', summary: 'show the steps starting with this one' },
    to: { value: 'STEP', summary: 'stop after this step' },
    quiet: { summary: 'only the outcome of the run' },
  },
  details: [
    [
      'TRACE is a file that "aftermath simulate --save" or the editor has written, FILE the model.',
      'If FILE has changed since, the first step that no longer matches is named, the steps before',
      'it are shown, and the exit code is 1.',
    ],
  ],
  run,
};

/** An opened trace with its model. */
interface Replay {
  readonly opened: OpenedModel;
  readonly trace: Trace;
  readonly timeline: Timeline;
  readonly fit: Fit;
}

async function run(context: Context): Promise<ExitCode> {
  const [traceName = '', file = ''] = context.operands;
  const from = readCount(context, 'from', { least: 0, most: mostSteps });
  if ('refusal' in from) return refuse(context, from.refusal);
  const to = readCount(context, 'to', { least: 0, most: mostSteps });
  if ('refusal' in to) return refuse(context, to.refusal);
  const trace = await openTrace(traceName, context);
  if ('refusal' in trace) return refuse(context, trace.refusal);
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'replay', opened.value);
  const compared = compare(opened.value, trace.value);
  if ('refusal' in compared) return refuse(context, compared.refusal);
  const { steps } = trace.value;
  return show(context, compared.value, { from: from.value ?? 0, to: Math.min(to.value ?? steps, steps) });
}

function compare(opened: OpenedModel, trace: Trace): Answer<Replay> {
  const program = compileModel(opened.model);
  const { origin, seed, draws, interventions = [] } = trace;
  const begun = openRun(program, origin, { seed, draws, continuesByChance: false, interventions });
  if ('refusal' in begun) return { refusal: begun.refusal };
  const fit = fitOf(program, trace, begun.timeline);
  if (fit === undefined) throw new Error('A comparison that cannot be cancelled was.');
  return { value: { opened, trace, timeline: begun.timeline, fit } };
}

interface Steps {
  readonly from: number;
  readonly to: number;
}

async function show(
  context: Context,
  { opened, trace, timeline, fit }: Replay,
  { from, to }: Steps,
): Promise<ExitCode> {
  const { flags, notes, output } = context;
  const { origin, seed } = trace;
  const { firstMisfit } = fit;
  const most = firstMisfit === undefined ? to : Math.min(to, firstMisfit - 1);
  const [isQuiet, hasJson] = [flags.has('quiet'), flags.has('json')];
  const variant = origin.kind === 'scenario' && origin.variant > 0 ? `variant ${String(origin.variant + 1)}` : '';
  const title = `${opened.file}: ${runOriginText(origin, variant)}, seed ${String(seed)}`;
  if (!hasJson) output.write(`${paint(output, 'heading', inOneLine(title))}\n`);
  const { steps, report } = stepReporter(context, opened.nameOf);
  const course = await playRun(context, {
    model: { program: compileModel(opened.model), sources: opened.sources },
    ...{ origin, timeline, until: undefined, most },
    from: isQuiet ? Number.POSITIVE_INFINITY : from,
    report,
  });
  if (hasJson) {
    const head = { file: opened.file, origin: originJson(origin), seed, ...fit };
    writeJson(output, 'replay', { ...head, steps: isQuiet ? undefined : steps, outcome: outcomeJson(course) });
  } else writeOutcome(context, course, seed);
  if (course.stop !== undefined) notes.write(`${stopWords[course.stop]} after step ${String(course.steps)}.\n`);
  const sentence = fitText(fit, trace);
  if (sentence !== undefined) notes.write(`${sentence}\n`);
  return codeOf(course, fit);
}

function codeOf({ result, stop }: RunCourse, { firstMisfit }: Fit): ExitCode {
  return firstMisfit === undefined ? outcomeCode([result.outcome.kind], stop !== undefined) : exitCodes.findings;
}

/** Returns what has changed since the trace was recorded, if anything. */
function fitText({ isSameModel, firstMisfit }: Fit, { steps }: Trace): string | undefined {
  const what = isSameModel
    ? 'The trace is damaged, or of another version of Aftermath'
    : 'The model has changed since the trace was recorded';
  if (firstMisfit !== undefined) return `${what}: step ${String(firstMisfit)} no longer matches.`;
  return isSameModel ? undefined : `${what}; all its ${String(steps)} steps still match.`;
}
