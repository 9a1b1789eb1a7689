/**
 * The report of `aftermath verify`: the explored checks of files, as text and as JSON.
 */
import type { Check } from '../../../../language/src/model/scenario.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import { checkFindings } from '../../../../language/src/simulation/explore/judgement/check-findings.ts';
import {
  openCounterexample,
  traceOfCounterexample,
} from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import {
  type Broken,
  type Exploration,
  isError,
  type Verdict,
  verdictOf,
} from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import {
  effortText,
  exploredText,
  occasionOf,
  unexploredText,
  unreachedName,
  unreachedText,
} from '../../../../language/src/simulation/explore/judgement/verdict-text.ts';
import type { DeepExploration } from '../../../../language/src/simulation/explore/deepening.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { observe } from '../../../../language/src/simulation/program/observe.ts';
import { spanAt } from '../../../../language/src/simulation/play/run-findings.ts';
import { paint } from '../text/colours.ts';
import type { Output } from '../input/command.ts';
import { findingsJson, findingsWithFiles } from '../text/json.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { inOneLine, positionIn, placeText } from '../../questions/files/places.ts';
import { stateJson, reportedSteps } from '../run/run-report.ts';
import { writeState, writeStep } from '../run/run-text.ts';
import { indented } from '../text/indented.ts';
import { sourceLine } from '../text/source-line.ts';
import type { UnreadableFile } from './tested.ts';

/** A check and the result of its exploration. */
export interface Verified {
  readonly check: Check;
  readonly exploration: DeepExploration;
  /** Milliseconds; absent without a clock. */
  readonly took?: number | undefined;
  /** The states of the search that it goes on with. */
  readonly before?: number | undefined;
}

/** The details to show besides verdicts. */
interface Details {
  readonly listsUnreached: boolean;
  /** True if the last state of a counterexample is shown in full. */
  readonly isFull: boolean;
}

/** A file with its explored checks. */
export interface VerifiedFile {
  readonly opened: OpenedModel;
  readonly results: readonly Verified[];
}

/** The number of checks with each verdict. */
export interface VerdictCounts {
  readonly passed: number;
  /** Passed too, but only within their own bounds and horizon. */
  readonly bounded: number;
  readonly failed: number;
  readonly undecided: number;
}

/** Counts the verdicts. */
export function countVerdicts(files: readonly VerifiedFile[]): VerdictCounts {
  const verdicts = files.flatMap(({ results }) =>
    results.map(({ check, exploration }) => verdictOf(check, exploration)),
  );
  const count = (wanted: (typeof verdicts)[number]): number => verdicts.filter((each) => each === wanted).length;
  return { passed: count('passed'), bounded: count('bounded'), failed: count('failed'), undecided: count('undecided') };
}

/** Writes the verdict of a check; below it the counterexample, step by step, and what was not explored. */
export function writeVerified(
  output: Output,
  opened: OpenedModel,
  { check, exploration, took, before }: Verified,
  { listsUnreached, isFull }: Details,
): void {
  const verdict = verdictOf(check, exploration);
  const word = wordOf(output, verdict);
  const at = placeText(spanAt(opened.sources, check.place), opened.nameOf);
  const effort = took === undefined ? '' : `; ${effortText(exploration, { took, before })}`;
  const size = paint(output, 'faint', `(${exploredText(exploration)}${effort})`);
  output.write(`${word} ${at}: ${inOneLine(check.title)} ${size}\n`);
  const inner = indented(output, '  ');
  if (verdict === 'failed' && check.fails)
    inner.write('no run breaks a property, and this check passes only if one does\n');
  for (const broken of exploration.broken) writeBroken(inner, opened, { check, broken, isFull });
  const depth = depthText(exploration);
  if (depth !== undefined) inner.write(`${depth}\n`);
  for (const unexplored of exploration.unexplored) inner.write(`not explored: ${unexploredText(unexplored)}\n`);
  writeUnreached(inner, opened, exploration, listsUnreached);
}

/** Says with how many faults a check is known to hold, if that is not as many as it allows. */
function depthText({ deepened, broken }: DeepExploration): string | undefined {
  if (deepened === undefined || deepened.holds === deepened.most) return undefined;
  const { holds, tried } = deepened;
  const known = holds === undefined ? '' : `holds with up to ${String(holds)} of each fault, `;
  return `${known}${broken.length > 0 ? 'broken' : 'not decided'} with ${String(tried)}`;
}

/** Writes how many states, messages and so on no run reached, or lists them. */
function writeUnreached(output: Output, opened: OpenedModel, { unreached }: Exploration, isListed: boolean): void {
  if (unreached === undefined || unreached.length === 0) return;
  output.write(`not reached: ${unreachedText(unreached)}${isListed ? '' : ' (--coverage lists them)'}\n`);
  if (!isListed) return;
  for (const each of unreached) {
    output.write(`  ${placeText(spanAt(opened.sources, each.place), opened.nameOf)}: ${unreachedName(each)}\n`);
  }
}

function wordOf(output: Output, verdict: Verdict): string {
  if (verdict === 'passed') return verdict;
  if (verdict === 'bounded') return paint(output, 'warning', 'passed within its bounds');
  return paint(output, verdict === 'failed' ? 'error' : 'warning', verdict);
}

interface ShownBroken {
  readonly check: Check;
  readonly broken: Broken;
  readonly isFull: boolean;
}

function writeBroken(output: Output, opened: OpenedModel, { check, broken, isFull }: ShownBroken): void {
  const { place, message, counterexample } = broken;
  const span = spanAt(opened.sources, place ?? check.place);
  // A counterexample to a check that is expected to fail is no error.
  const word = check.fails && !isError(broken) ? 'broken' : paint(output, 'error', 'error');
  const head = `${placeText(span, opened.nameOf)}: ${word} ${paint(output, 'faint', 'check/broken')}`;
  output.write(`${head} ${inOneLine(`${occasionOf(counterexample)}: ${message}`)}\n`);
  const line = sourceLine(opened, span);
  if (line !== undefined) output.write(`    ${paint(output, 'faint', '>')} ${line}\n`);
  const program = compileModel(opened.model);
  const run = openCounterexample(program, check, counterexample);
  if ('refusal' in run) {
    output.write(`${run.refusal}\n`);
    return;
  }
  const { steps, loopsTo } = counterexample;
  for (const { report } of reportedSteps({ program, sources: opened.sources }, run.timeline, { from: 0, to: steps })) {
    if (report !== undefined) writeStep(output, report, opened.nameOf);
  }
  if (loopsTo !== undefined)
    output.write(`        and steps ${String(loopsTo + 1)} to ${String(steps)} again, forever\n`);
  if (isFull) writeState(output, observe(run.timeline.goTo(steps).run));
}

/** The results of all files. */
export interface VerifyReport {
  readonly files: readonly VerifiedFile[];
  readonly unreadable: readonly UnreadableFile[];
}

/** Returns the JSON body. */
export const verifyJson = (
  { files, unreadable }: VerifyReport,
  isFull: boolean,
  engine: 'aftermath' | 'spin',
): object => ({
  engine: engine === 'aftermath' ? undefined : engine,
  files: files.map(({ opened, results }) => ({
    file: opened.file,
    checks: results.map((result) => verifiedJson(opened, result, isFull)),
    errors: opened.errors.length === 0 ? undefined : findingsJson(opened.errors, opened.nameOf),
  })),
  counts: countVerdicts(files),
  unreadable,
});

function verifiedJson(opened: OpenedModel, { check, exploration }: Verified, isFull: boolean): object {
  const { states, transitions, depth, variants, isReduced, hasPiles, broken, unexplored, unreached, deepened } =
    exploration;
  return {
    title: check.title,
    ...positionIn(spanAt(opened.sources, check.place), opened.nameOf),
    fails: check.fails,
    verdict: verdictOf(check, exploration),
    states,
    transitions,
    depth,
    variants,
    isReduced,
    hasPiles,
    deepened,
    broken: broken.map((each) => brokenJson(opened, { check, broken: each, isFull })),
    unexplored: unexplored.map((each) => ({ ...each, text: unexploredText(each) })),
    unreached: unreached?.map(({ kind, place, machine, state }) => ({
      ...{ kind, machine, state },
      ...positionIn(spanAt(opened.sources, place), opened.nameOf),
    })),
    findings: findingsWithFiles(checkFindings(check, exploration, opened.sources), opened.nameOf),
  };
}

function brokenJson(opened: OpenedModel, { check, broken, isFull }: ShownBroken): object {
  const { kind, place, message, code, counterexample } = broken;
  const { title, steps, loopsTo } = counterexample;
  const span = spanAt(opened.sources, place ?? check.place);
  const program = compileModel(opened.model);
  const run = isFull ? openCounterexample(program, check, counterexample) : undefined;
  return {
    kind,
    ...positionIn(span, opened.nameOf),
    source: sourceLine(opened, span),
    code,
    message,
    variant: title === '' ? undefined : title,
    steps,
    loopsTo,
    trace: traceOfCounterexample(program, check, counterexample),
    state: run === undefined || 'refusal' in run ? undefined : stateJson(observe(run.timeline.goTo(steps).run)),
  };
}

/** Returns the last line: how many checks have which verdict. */
export function summaryText({ files }: VerifyReport): string {
  const { passed, bounded, failed, undecided } = countVerdicts(files);
  const broken = files.filter(({ opened }) => opened.errors.length > 0).length;
  const parts = [
    `${String(passed + bounded)} passed${bounded === 0 ? '' : ` (${String(bounded)} only within bounds)`}`,
    `${String(failed)} failed`,
    ...(undecided === 0 ? [] : [`${String(undecided)} undecided`]),
    ...(broken === 0 ? [] : [`${counted(broken, 'file')} with errors not explored`]),
  ];
  return `${counted(files.length, 'file')}, ${counted(passed + bounded + failed + undecided, 'check')}: ${parts.join(', ')}\n`;
}
