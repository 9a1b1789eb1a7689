/**
 * `aftermath test`: runs the scenarios of models and reports which expectations fail, and why.
 */
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { type ScenarioResult, scenarioSteps } from '../../../../language/src/simulation/play/scenario-result.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { writeFindings } from '../text/findings-text.ts';
import { beginWork, finish, type EarlyEnd, type Work } from '../input/interruption.ts';
import { writeJson } from '../text/json.ts';
import { junitOfScenarios } from '../verdicts/junit-results.ts';
import { junitOption, writeJunit } from '../verdicts/junit-file.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { resultOptions } from '../text/result-file.ts';
import { readSeed, seedOption } from '../input/seed-option.ts';
import { readTime } from '../input/size-options.ts';
import { countResults, testJson, type TestReport } from '../verdicts/test-json.ts';
import { writeResult, writeUndecided } from '../verdicts/test-text.ts';
import { checkThereIsOne, openToTest, type Testable, type Tested } from '../verdicts/tested.ts';

/** The command `test`. */
export const testCommand: Command = {
  name: 'test',
  summary: 'run scenarios and show which expectations do not hold, and why',
  usage: 'FILE... [--scenario TITLE] [--seed N] [--timeout 10m] [--junit OUT]',
  operands: { least: 1 },
  takesFolders: true,
  options: {
    scenario: { value: 'TITLE', summary: 'only the scenarios with this title' },
    seed: seedOption,
    timeout: { value: 'TIME', summary: 'how long each scenario may take, such as 30s or 10m (default: no limit)' },
    junit: junitOption,
    force: resultOptions.force,
  },
  details: [
    [
      'Prints a line for each scenario. Below one that failed: what was expected, what was',
      'found, and why; and what ended a run, such as a division by zero. Below any: what',
      'was reported, lost or refused in its runs, as warnings. The same seed gives the same',
      'runs.',
    ],
    ['"--junit -" prints the XML instead of text.'],
    [
      'The exit code is 1 if a scenario fails. It is 3 if none does, but not all were run to',
      'their end: time was up, or Ctrl+C came first.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const { flags, values, output } = context;
  const [hasJson, junit] = [flags.has('json'), values.get('junit')];
  if (hasJson && junit === '-') return refuse(context, 'Give either --json or --junit -, not both.');
  const seed = readSeed(context);
  if ('refusal' in seed) return refuse(context, seed.refusal);
  const timeout = readTime(context, 'timeout');
  if ('refusal' in timeout) return refuse(context, timeout.refusal);
  const toTest = await openToTest(context);
  const isThere = checkThereIsOne(toTest, context);
  if ('refusal' in isThere) return refuse(context, isThere.refusal);

  const isText = !hasJson && junit !== '-';
  const files: Tested[] = [];
  const manner = { seed: seed.value, isText, timeout: timeout.value, work: beginWork(context) };
  for (const file of toTest.files) files.push(await testFile(context, file, manner));
  const report: TestReport = { seed: seed.value, files, unreadable: toTest.unreadable };
  if (isText && files.length > 0) output.write(summary(report));
  if (hasJson) writeJson(output, 'test', testJson(report));
  for (const { message } of toTest.unreadable) refuse(context, message);
  const written = await writeJunit(context, () => junitOfScenarios(report));
  if ('refusal' in written) return refuse(context, written.refusal);
  return exitCodeOf(report);
}

interface Manner {
  readonly seed: number;
  /** True if each result is written as soon as it is known. */
  readonly isText: boolean;
  /** Milliseconds for each scenario. */
  readonly timeout: number | undefined;
  readonly work: Work;
}

async function testFile(context: Context, { opened, scenarios }: Testable, manner: Manner): Promise<Tested> {
  if (opened.errors.length > 0) {
    if (manner.isText) writeFindings(context.notes, opened.errors, opened.nameOf);
    return { opened, results: [], undecided: [] };
  }
  if (opened.model.scenarios.length === 0) context.notes.write(`${opened.file} has no scenario.\n`);
  const program = compileModel(opened.model);
  const results: ScenarioResult[] = [];
  const undecided: Scenario[] = [];
  for (const scenario of scenarios) {
    const result = await runOne(() => scenarioSteps(program, scenario, manner.seed), manner);
    if (typeof result === 'string') {
      undecided.push(scenario);
      if (manner.isText) writeUndecided(context.output, opened, { scenario, stop: result });
    } else {
      results.push(result);
      if (manner.isText) await show(context, opened, result);
    }
  }
  return { opened, results, undecided };
}

/** Runs a scenario to its end, or returns why it stopped early. */
async function runOne(
  begin: () => Generator<undefined, ScenarioResult>,
  { timeout, work }: Manner,
): Promise<ScenarioResult | EarlyEnd> {
  work.allow(timeout);
  const ended = await finish(work, begin, { progress: () => '' });
  return 'value' in ended ? ended.value : (work.stopped() ?? 'interrupted');
}

/** Writes a result and lets it out before the next scenario begins, which may take long. */
async function show(context: Context, opened: OpenedModel, result: ScenarioResult): Promise<void> {
  writeResult(context.output, opened, result);
  await new Promise((resolve) => setImmediate(resolve));
}

function exitCodeOf({ files, unreadable }: TestReport): ExitCode {
  if (unreadable.length > 0) return exitCodes.refused;
  const hasFailed = files.some(
    ({ opened, results }) => opened.errors.length > 0 || results.some(({ passed }) => !passed),
  );
  if (hasFailed) return exitCodes.findings;
  return files.some(({ undecided }) => undecided.length > 0) ? exitCodes.undecided : exitCodes.fine;
}

function summary({ seed, files }: TestReport): string {
  const { passed, failed, undecided } = countResults(files);
  const broken = files.filter(({ opened }) => opened.errors.length > 0).length;
  const parts = [
    `${String(passed)} passed`,
    `${String(failed)} failed`,
    ...(undecided === 0 ? [] : [`${String(undecided)} undecided`]),
    ...(broken === 0 ? [] : [`${counted(broken, 'file')} with errors not run`]),
  ];
  return `${counted(files.length, 'file')}, ${counted(passed + failed + undecided, 'scenario')}: ${parts.join(', ')}; seed ${String(seed)}\n`;
}
