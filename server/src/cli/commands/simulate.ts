/**
 * `aftermath simulate`: runs a scenario or a random run and shows each step, or runs it many times and counts the
 * outcomes.
 */
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { runStatistics, tallyRuns } from '../../../../language/src/simulation/sampling/many-runs.ts';
import { addTallies, type RunTally } from '../../../../language/src/simulation/sampling/tally.ts';
import { textRunner } from '../../search/run-javascript.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import { mostSteps, writeTrace } from '../../../../language/src/simulation/play/recording/trace.ts';
import { paint } from '../text/colours.ts';
import type { Answer, Refusal } from '../../../../language/src/model/common/answer.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { beginWork, stopWords } from '../input/interruption.ts';
import { writeJson } from '../text/json.ts';
import { type OpenedModel, openModel } from '../../questions/files/open-models.ts';
import { inOneLine } from '../../questions/files/places.ts';
import { reportErrors } from '../text/report-errors.ts';
import { outcomeCode, outcomeJson, playRun, type RunCourse, writeOutcome } from '../run/run-course.ts';
import { hasFailed, minimized, minimizedText, minimizeOption } from '../run/minimized.ts';
import { originJson, runOriginText } from '../run/run-report.ts';
import { checkMetrics, metricsOption, writeMetrics } from '../run/run-metrics.ts';
import { checkSource, readSource, type RunSource, sourceOptions } from '../run/run-source.ts';
import { stepReporter } from '../run/run-text.ts';
import { readSeed, seedOption } from '../input/seed-option.ts';
import { shardOption } from '../input/shard.ts';
import { mostProcesses, processesOption } from '../shards/processes.ts';
import { divided } from '../shards/divided.ts';
import { estimateRare, rareOptions } from '../run/rare-run.ts';
import { readTime } from '../input/size-options.ts';
import { statisticsJson, writeStatistics } from '../run/statistics-report.ts';
import { readUntil, untilOption } from '../run/until-expression.ts';
import { writeText } from '../text/write-text.ts';

const usualSteps = 1000;
const mostRuns = 100_000_000;

/** The command `simulate`. */
export const simulate: Command = {
  name: 'simulate',
  summary: 'run a scenario or at random, showing each step or counting outcomes',
  usage: 'FILE (--scenario TITLE | --random | --rare TITLE) [options]',
  operands: { least: 1, most: 1 },
  options: {
    ...sourceOptions,
    ...rareOptions,
    until: untilOption,
    seed: seedOption,
    steps: { value: 'N', summary: `the most steps to take (random: default ${String(usualSteps)})` },
    timeout: { value: 'TIME', summary: 'how long it may take, such as 30s or 10m (default: no limit)' },
    runs: { value: 'N', summary: 'run this many times, and print statistics instead of steps' },
    threads: processesOption,
    shard: shardOption,
    save: { value: 'TRACE', isWritten: true, summary: 'write the run to the file TRACE, for "aftermath replay"' },
    metrics: metricsOption,
    force: { summary: 'replace TRACE and OUT if they exist' },
    minimize: minimizeOption,
    quiet: { summary: 'only the outcome of the run' },
  },
  details: [
    [
      'A step is shown with its time, what happened, its line, and what it changed.',
      'Faults are crash (with a restart at some time), halt, pause (of a node, which resumes at',
      'some time), lose, duplicate and reorder, each up to that many times. Every event that a',
      'machine takes and none sends may come from outside.',
    ],
    [
      'EXPR is an expression of the language in the scope of FILE. If it holds from the start,',
      'it must first become false: --until "all p in pds: p alive" waits for a recovery.',
    ],
    [
      'With --runs the runs have the seeds N, N+1, and so on, whatever --threads is, which does not',
      'go with standard input. Ctrl+C and --timeout end early',
      'with the results so far and exit code 3.',
    ],
    [
      'With --rare, PDs and nodes fail after "mttf" and restart after "mttr", exponentially',
      'distributed; nothing else happens from outside. The probability that such a run breaks the',
      'check within its horizon is estimated by importance splitting, however small it is, until',
      'its 95 % confidence interval is 10 % to either side; --runs N makes N estimates instead.',
    ],
  ],
  run,
};

/** Everything that the options ask for. */
interface Simulation extends RunSource {
  readonly opened: OpenedModel;
  readonly until: Expression | undefined;
  readonly seed: number;
  readonly most: number;
  readonly runs: number | undefined;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  readonly threads: number | undefined;
}

interface Counts {
  readonly seed: number;
  readonly steps: number | undefined;
  readonly runs: number | undefined;
  readonly timeout: number | undefined;
  readonly threads: number | undefined;
}

async function run(context: Context): Promise<ExitCode> {
  const { flags, operands, values } = context;
  const [file = ''] = operands;
  if (values.has('rare')) return estimateRare(context);
  const counts = readCounts(context);
  if ('refusal' in counts) return refuse(context, counts.refusal);
  const opened = await openModel(file, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'simulate', opened.value);
  const source = readSource(opened.value.model, context);
  if ('refusal' in source) return refuse(context, source.refusal);
  const until = await readUntil(values.get('until'), { opened: opened.value, name: file }, context);
  if ('refusal' in until) return refuse(context, until.refusal);

  const { steps, seed, runs, timeout, threads } = counts.value;
  const most = steps ?? (flags.has('random') ? usualSteps : mostSteps);
  const simulation = { ...source.value, opened: opened.value, until: until.value, seed, most, runs, timeout, threads };
  return runs === undefined ? runOnce(context, simulation) : runOften(context, simulation, runs);
}

function readCounts(context: Context): Answer<Counts> {
  const { flags, values } = context;
  const checked = checkSource(context);
  if ('refusal' in checked) return checked;
  if (values.has('within')) return { refusal: '--within is the length of the runs of --rare; give both.' };
  const seed = readSeed(context);
  if ('refusal' in seed) return seed;
  const steps = readCount(context, 'steps', { least: 0, most: mostSteps });
  if ('refusal' in steps) return steps;
  const runs = readCount(context, 'runs', { least: 1, most: mostRuns });
  if ('refusal' in runs) return runs;
  const timeout = readTime(context, 'timeout');
  if ('refusal' in timeout) return timeout;
  const threads = readCount(context, 'threads', { least: 1, most: mostProcesses });
  if ('refusal' in threads) return threads;
  if (runs.value === undefined && threads.value !== undefined) {
    return { refusal: 'Threads share runs; give --runs too.' };
  }
  if (runs.value !== undefined && values.has('save')) {
    return { refusal: 'A trace records one run; give either --runs or --save.' };
  }
  if (runs.value !== undefined && values.has('metrics')) {
    return { refusal: 'Metrics describe one run; give either --runs or --metrics.' };
  }
  if (flags.has('minimize') && (!flags.has('random') || runs.value !== undefined))
    return { refusal: '--minimize makes one random run small; give --random, and not --runs.' };
  if (runs.value === undefined && values.has('shard')) return { refusal: 'Shards divide runs; give --runs too.' };
  if (flags.has('force') && !values.has('save') && !values.has('metrics'))
    return { refusal: '--force applies to the file of --save or --metrics; give both.' };
  return {
    value: {
      ...{ seed: seed.value, steps: steps.value, runs: runs.value },
      ...{ timeout: timeout.value, threads: threads.value },
    },
  };
}

function writeHeading({ output }: Context, { opened, origin, variant, seed }: Simulation): void {
  const title = `${opened.file}: ${runOriginText(origin, variant)}, seed ${String(seed)}`;
  output.write(`${paint(output, 'heading', inOneLine(title))}\n`);
}

async function runOnce(context: Context, simulation: Simulation): Promise<ExitCode> {
  const { flags, output } = context;
  const { opened, origin, until, seed, most } = simulation;
  const program = compileModel(opened.model);
  const checked = checkMetrics(context, program);
  if ('refusal' in checked) return refuse(context, checked.refusal);
  const begun = openRun(program, origin, { seed, ...(until === undefined ? {} : { until }) });
  if ('refusal' in begun) return refuse(context, begun.refusal);
  const [isQuiet, hasJson] = [flags.has('quiet'), flags.has('json')];
  const { steps, report } = stepReporter(context, opened.nameOf);
  if (!hasJson) writeHeading(context, simulation);
  const shown = { from: isQuiet ? Number.POSITIVE_INFINITY : 0, report };
  const unseen = { from: Number.POSITIVE_INFINITY, report: () => undefined };
  const playing = {
    ...{ model: { program, sources: opened.sources }, origin, until, most, timeout: simulation.timeout },
    ...(flags.has('minimize') ? unseen : shown),
    timeline: begun.timeline,
  };
  const first = await playRun(context, playing);
  const isSmall = flags.has('minimize') && hasFailed(first);
  const made = isSmall ? await minimized(context, playing, { before: first, seed }) : undefined;
  const timeline = made?.timeline ?? begun.timeline;
  const again = { ...playing, ...shown, timeline, most: made?.small.steps ?? first.steps };
  const course = flags.has('minimize') ? await playRun(context, again) : first;
  const saved = await save(context, () =>
    writeTrace(recordTrace(program, origin, { seed, timeline, steps: course.steps, marks: course.marks })),
  );
  const measured = await writeMetrics(context, timeline.goTo(course.steps).run);
  if (hasJson) {
    const { out } = saved;
    const head = { file: opened.file, origin: originJson(origin), seed };
    const small = made && { from: made.before.steps, faults: made.small.faults, isMinimal: made.small.isMinimal };
    const answer = { steps: isQuiet ? undefined : steps, outcome: outcomeJson(course), minimized: small, out };
    writeJson(output, 'simulate', { ...head, ...answer });
  } else {
    writeOutcome(context, course, seed);
    if (made !== undefined) output.write(`${minimizedText(made)}\n`);
  }
  return codeOf(context, course, 'refusal' in measured ? { ...measured, ...saved } : saved);
}

function codeOf(context: Context, course: RunCourse, { refusal }: Saved): ExitCode {
  if (course.stop !== undefined) context.notes.write(`${stopWords[course.stop]} after step ${String(course.steps)}.\n`);
  if (refusal !== undefined) return refuse(context, refusal);
  return outcomeCode([course.result.outcome.kind], course.stop !== undefined);
}

/** The file that a trace was written to, or the reason why none was written. */
interface Saved {
  readonly out?: string;
  readonly refusal?: string;
}

async function save(context: Context, text: () => string): Promise<Saved> {
  const { flags, folder, operands, values } = context;
  const out = values.get('save');
  if (out === undefined) return {};
  const written = await writeText(out, text(), { folder, force: flags.has('force'), sources: operands });
  return 'refusal' in written ? written : { out };
}

async function runOften(context: Context, simulation: Simulation, runs: number): Promise<ExitCode> {
  const { flags, notes, output, values } = context;
  const { opened, origin, until, seed, most } = simulation;
  const work = beginWork(context, simulation.timeout);
  const many = { origin, runs, seed, turns: most, until, runText: textRunner() };
  const counted = await divided<RunTally | Refusal>(context, {
    ...{ name: 'simulate', models: [opened.model], pieces: runs, processes: simulation.threads },
    isInterrupted: () => work.stopped() === 'interrupted',
    compute: async (from, to) => {
      const tally = await tallyRuns(compileModel(opened.model), { ...many, range: { from, to } }, (done) =>
        work.shouldContinue(() => progress(done, to - from)),
      );
      work.end();
      return values.has('shard') && work.stopped() === 'interrupted' ? undefined : [tally];
    },
  });
  if ('code' in counted) return counted.code;
  const refused = counted.parts.find((each) => 'refusal' in each);
  if (refused !== undefined) return refuse(context, refused.refusal);
  const statistics = runStatistics(
    many,
    addTallies(counted.parts.flatMap((each) => ('refusal' in each ? [] : [each]))),
  );
  const isInterrupted = statistics.runs < runs;
  if (flags.has('json')) {
    const head = { file: opened.file, origin: originJson(origin), seed, isInterrupted };
    writeJson(output, 'simulate', { ...head, statistics: statisticsJson(statistics, opened) });
  } else {
    writeHeading(context, simulation);
    writeStatistics(output, statistics, opened);
  }
  if (isInterrupted) {
    const why = context.merged === undefined ? stopWords[work.stopped() ?? 'interrupted'] : stopWords['out of time'];
    notes.write(`${why} after ${String(statistics.runs)} of ${String(runs)} runs.\n`);
  }
  if (statistics.runs === 0) return exitCodes.undecided;
  return outcomeCode(
    statistics.outcomes.map(({ kind }) => kind),
    isInterrupted,
  );
}

const barLength = 30;

/** Returns a progress bar such as `[=====>        ] 1200 of 10000 runs`. */
function progress(done: number, runs: number): string {
  const filled = Math.floor((barLength * done) / runs);
  return `[${'='.repeat(filled)}${' '.repeat(barLength - filled)}] ${String(done)} of ${String(runs)} runs`;
}
