/**
 * `aftermath replay`: rebuilds a run from its trace and the model, and shows its steps.
 */
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { type Fit, fitOf, openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import { mostSteps, type Trace, writeTrace } from '../../../../language/src/simulation/play/recording/trace.ts';
import { type Repair, type RepairedStep, repairSteps } from '../../../../language/src/simulation/sampling/repair.ts';
import { paint } from '../text/colours.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { readStretch } from '../input/count-option.ts';
import { writeJson } from '../text/json.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { openTrace } from '../run/open-trace.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { writeText } from '../text/write-text.ts';
import { reportErrors } from '../text/report-errors.ts';
import { beginWork, stopWords } from '../input/interruption.ts';
import { outcomeCode, outcomeJson, playRun, type RunCourse, writeOutcome } from '../run/run-course.ts';
import { originJson, runOriginText } from '../run/run-report.ts';
import { stepReporter } from '../run/run-text.ts';

/** The command `replay`. */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'rebuild a run from its trace and show its steps',
  usage: 'TRACE FILE [--from STEP] [--to STEP] [--repair [--save NEW]]',
  operands: { least: 2, most: 2 },
  options: {
    from: { value: 'STEP', summary: 'show the steps starting with this one' },
    to: { value: 'STEP', summary: 'stop after this step' },
    quiet: { summary: 'only the outcome of the run' },
    repair: { summary: 'repair the trace for a changed FILE, and say what became of each step' },
    save: { value: 'NEW', isWritten: true, summary: 'with --repair: write the repaired trace to the file NEW' },
    force: { summary: 'replace the file of --save' },
  },
  details: [
    [
      'TRACE is a file that "aftermath simulate --save" or the editor has written, FILE the model.',
      'If FILE has changed since, the first step that no longer matches is named, the steps before',
      'it are shown, and the exit code is 1.',
    ],
    [
      'With --repair, its steps are taken where they are still possible: under new names, earlier or',
      'later. Each step is listed as kept, moved, dropped or added, and the repaired run is shown.',
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
  readonly repaired: Repaired | undefined;
}

async function run(context: Context): Promise<ExitCode> {
  const [traceName = '', file = ''] = context.operands;
  const stretch = readStretch(context, mostSteps);
  if ('refusal' in stretch) return refuse(context, stretch.refusal);
  const { from, to } = stretch.value;
  const trace = await openTrace(traceName, context);
  if ('refusal' in trace) return refuse(context, trace.refusal);
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'replay', opened.value);
  const { flags, values } = context;
  if (!flags.has('repair') && (values.has('save') || flags.has('force')))
    return refuse(context, 'Only a repaired trace is written; give --repair as well.');
  const repaired = flags.has('repair') ? await repair(context, opened.value, trace.value) : undefined;
  if (repaired !== undefined && 'refusal' in repaired) return refuse(context, repaired.refusal);
  const replayed = repaired?.value.trace ?? trace.value;
  const compared = compare(opened.value, replayed, repaired?.value);
  if ('refusal' in compared) return refuse(context, compared.refusal);
  const { steps } = replayed;
  return show(context, compared.value, { from: from ?? 0, to: Math.min(to ?? steps, steps) });
}

/** A repaired trace, and the file that it was written to. */
type Repaired = Repair & { readonly out?: string };

/** Repairs a trace step by step, and writes it if it is to be written. */
async function repair(context: Context, { model }: OpenedModel, trace: Trace): Promise<Answer<Repaired>> {
  const { flags, folder, operands, values } = context;
  const work = beginWork(context);
  const repairing = repairSteps(compileModel(model), trace);
  let steps = 0;
  let next = repairing.next();
  while (next.done !== true) {
    steps += 1;
    if (!(await work.shouldContinue(() => `repairing the trace: ${String(steps)} steps`)))
      return { refusal: 'The repair was interrupted.' };
    next = repairing.next();
  }
  work.end();
  if ('refusal' in next.value) return next.value;
  const out = values.get('save');
  if (out === undefined) return { value: next.value };
  const text = writeTrace(next.value.trace);
  const written = await writeText(out, text, { folder, force: flags.has('force'), sources: operands });
  return 'refusal' in written ? written : { value: { ...next.value, out } };
}

/** Returns what became of the steps, one line each. */
function repairText({ steps, renamed, out }: Repaired): string {
  const lines = [
    ...renamed.map(({ kind, from, to }) => `renamed  ${kind} ${from} is ${to} now`),
    ...steps.map(({ fate, from, to, text }) => {
      const number = fate === 'moved' ? `${String(from)} -> ${String(to)}` : String(to ?? from);
      return `${fate.padEnd(7)}  ${number}  ${inOneLine(text)}`;
    }),
  ];
  const count = (fate: RepairedStep['fate']): string =>
    `${String(steps.filter((each) => each.fate === fate).length)} ${fate}`;
  const counts = (['kept', 'moved', 'dropped', 'added'] as const).map(count).join(', ');
  return `${lines.join('\n')}\nRepaired: ${counts}${out === undefined ? '' : `; written to ${out}`}.\n\n`;
}

function compare(opened: OpenedModel, trace: Trace, repaired: Repaired | undefined): Answer<Replay> {
  const program = compileModel(opened.model);
  const { origin, seed, draws, interventions = [] } = trace;
  const begun = openRun(program, origin, { seed, draws, continuesByChance: false, interventions });
  if ('refusal' in begun) return { refusal: begun.refusal };
  const fit = fitOf(program, trace, begun.timeline);
  if (fit === undefined) throw new Error('A comparison that cannot be cancelled was.');
  return { value: { opened, trace, timeline: begun.timeline, fit, repaired } };
}

interface Steps {
  readonly from: number;
  readonly to: number;
}

async function show(
  context: Context,
  { opened, trace, timeline, fit, repaired }: Replay,
  { from, to }: Steps,
): Promise<ExitCode> {
  const { flags, notes, output } = context;
  const { origin, seed } = trace;
  const { firstMisfit } = fit;
  const most = firstMisfit === undefined ? to : Math.min(to, firstMisfit - 1);
  const [isQuiet, hasJson] = [flags.has('quiet'), flags.has('json')];
  const variant = origin.kind === 'scenario' && origin.variant > 0 ? `variant ${String(origin.variant + 1)}` : '';
  const title = `${opened.file}: ${runOriginText(origin, variant)}, seed ${String(seed)}`;
  if (!hasJson && repaired !== undefined) output.write(repairText(repaired));
  if (!hasJson) output.write(`${paint(output, 'heading', inOneLine(title))}\n`);
  const { steps, report } = stepReporter(context, opened.nameOf);
  const course = await playRun(context, {
    model: { program: compileModel(opened.model), sources: opened.sources },
    ...{ origin, timeline, until: undefined, most },
    from: isQuiet ? Number.POSITIVE_INFINITY : from,
    report,
  });
  if (hasJson) {
    const head = { file: opened.file, origin: originJson(origin), seed, ...fit, ...repairJson(repaired) };
    writeJson(output, 'replay', { ...head, steps: isQuiet ? undefined : steps, outcome: outcomeJson(course) });
  } else writeOutcome(context, course, seed);
  if (course.stop !== undefined) notes.write(`${stopWords[course.stop]} after step ${String(course.steps)}.\n`);
  const sentence = fitText(fit, trace);
  if (sentence !== undefined) notes.write(`${sentence}\n`);
  return codeOf(course, fit);
}

const repairJson = (repaired: Repaired | undefined) =>
  repaired === undefined
    ? {}
    : {
        repaired: { renamed: repaired.renamed, steps: repaired.steps },
        ...(repaired.out !== undefined && { out: repaired.out }),
      };

function codeOf({ result, stop }: RunCourse, { firstMisfit }: Fit): ExitCode {
  return firstMisfit === undefined ? outcomeCode([result.outcome.kind], stop !== undefined) : exitCodes.findings;
}

/** Returns what has changed since the trace was recorded, if anything. */
function fitText({ isSameModel, firstMisfit }: Fit, { steps }: Trace): string | undefined {
  const what = isSameModel
    ? 'The trace is damaged, or of another version of Aftermath'
    : 'The model has changed since the trace was recorded';
  if (firstMisfit !== undefined)
    return `${what}: step ${String(firstMisfit)} no longer matches.${isSameModel ? '' : ' --repair keeps what is still possible.'}`;
  return isSameModel ? undefined : `${what}; all its ${String(steps)} steps still match.`;
}
