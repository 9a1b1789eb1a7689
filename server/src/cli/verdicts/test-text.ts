/**
 * The results of scenarios as text: a line each, and below it the failures, with expected and actual values and
 * reasons, and the other findings of its runs.
 */
import type { Finding } from '../../../../language/src/model/finding.ts';
import type { FailedExpectation, ScenarioResult } from '../../../../language/src/simulation/play/scenario-result.ts';
import {
  occasionText,
  type Repeated,
  repeatedFailures,
  runFindings,
  spanAt,
} from '../../../../language/src/simulation/play/run-findings.ts';
import { durationText } from '../../../../language/src/simulation/values/values.ts';
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import { paint } from '../text/colours.ts';
import type { Output } from '../input/command.ts';
import { writeFindings } from '../text/findings-text.ts';
import { indented } from '../text/indented.ts';
import type { EarlyEnd } from '../input/interruption.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { inOneLine, placeText } from '../../questions/files/places.ts';
import { reportFactsOnce } from '../../questions/plans/reported-facts.ts';
import { locatedFact } from '../text/sections-text.ts';
import { sourceLine } from '../text/source-line.ts';

/** Writes the result of a scenario and its details. */
export function writeResult(output: Output, opened: OpenedModel, result: ScenarioResult): void {
  const { passed, title, place, seed } = result;
  const word = passed ? 'passed' : paint(output, 'error', 'failed');
  const at = placeText(spanAt(opened.sources, place), opened.nameOf);
  const remark = paint(output, 'faint', `(${sizeText(result)}, seed ${String(seed)})`);
  output.write(`${word} ${at}: ${inOneLine(title)} ${remark}\n`);
  writeProblems(indented(output, '  '), opened, result);
}

/** Writes that a scenario did not run to its end, and why. */
export function writeUndecided(
  output: Output,
  opened: OpenedModel,
  { scenario: { title, place }, stop }: { readonly scenario: Scenario; readonly stop: EarlyEnd },
): void {
  const at = placeText(spanAt(opened.sources, place), opened.nameOf);
  output.write(`undecided ${at}: ${inOneLine(title)} ${paint(output, 'faint', `(${stop})`)}\n`);
}

/** Writes the failures of a scenario, the errors that ended its runs, and the remarks. */
export function writeProblems(output: Output, opened: OpenedModel, result: ScenarioResult): void {
  for (const failure of repeatedFailures(result)) writeFailure(output, opened, { ...failure, result });
  const others = runFindings(result, opened.sources).filter(({ code }) => code !== 'run/expectation');
  for (const finding of others) writeFinding(output, opened, finding);
}

/** Returns the size of a scenario; zero expectations are worth mentioning. */
function sizeText({ runs, expectations, duration }: ScenarioResult): string {
  const counted = (count: number, word: string): string =>
    `${count === 0 ? 'no' : String(count)} ${word}${count === 1 ? '' : 's'}`;
  const inRuns = runs === 1 ? '' : ` in ${counted(runs, 'run')}`;
  return `${counted(expectations, 'expectation')}${inRuns}, ${durationText(duration)}`;
}

/** The most other failing combinations listed; the JSON has all. */
const mostVariants = 5;

interface ShownFailure extends Repeated<FailedExpectation> {
  readonly result: ScenarioResult;
}

function writeFailure(output: Output, opened: OpenedModel, { first, times, result }: ShownFailure): void {
  const span = spanAt(opened.sources, first.place);
  const head = `${placeText(span, opened.nameOf)}: ${paint(output, 'error', 'error')} ${paint(output, 'faint', 'run/expectation')}`;
  output.write(`${head} ${inOneLine(occasionText({ first, times }))}:\n`);
  const inner = indented(output, '    ');
  const line = sourceLine(opened, span);
  if (line !== undefined) inner.write(`${paint(output, 'faint', '>')} ${line}\n`);
  inner.write(`expected: ${inOneLine(first.expected)}\n`);
  inner.write(`found: ${inOneLine(first.found)}\n`);
  if (first.because.length > 0) inner.write('because:\n');
  for (const fact of reportFactsOnce(opened, first.because)) inner.write(`  ${locatedFact(output, fact)}\n`);
  const others = variantsBesides(first, result);
  const more = others.length > mostVariants ? ` and ${String(others.length - mostVariants)} more` : '';
  if (others.length > 0) inner.write(`also with: ${inOneLine(others.slice(0, mostVariants).join('; '))}${more}\n`);
}

function variantsBesides({ place, variant }: FailedExpectation, { failures }: ScenarioResult): readonly string[] {
  const same = failures.filter((failure) => failure.place === place && failure.variant !== variant);
  return [...new Set(same.map((failure) => failure.variant))];
}

function writeFinding(output: Output, opened: OpenedModel, finding: Finding): void {
  writeFindings(output, [{ uri: finding.span.uri, findings: [finding] }], opened.nameOf);
  const line = sourceLine(opened, finding.span);
  if (line !== undefined) output.write(`    ${paint(output, 'faint', '>')} ${line}\n`);
}
