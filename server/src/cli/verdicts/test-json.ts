/**
 * The results of scenarios as JSON.
 */
import type { FailedExpectation, ScenarioResult } from '../../../../language/src/simulation/play/scenario-result.ts';
import { runFindings, spanAt } from '../../../../language/src/simulation/play/run-findings.ts';
import { findingsJson, findingsWithFiles } from '../text/json.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { positionIn } from '../../questions/files/places.ts';
import { reportFactsOnce } from '../../questions/plans/reported-facts.ts';
import { sourceLine } from '../text/source-line.ts';
import type { Tested, UnreadableFile } from './tested.ts';

/** The results of all files. */
export interface TestReport {
  readonly seed: number;
  readonly files: readonly Tested[];
  readonly unreadable: readonly UnreadableFile[];
}

/** The number of passed and failed scenarios. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
}

/** Counts the passed and failed scenarios. */
export function countResults(files: readonly Tested[]): TestCounts {
  const results = files.flatMap((file) => file.results);
  const passed = results.filter((result) => result.passed).length;
  const undecided = files.reduce((sum, file) => sum + file.undecided.length, 0);
  return { passed, failed: results.length - passed, undecided };
}

/** Returns the JSON body; times are in virtual milliseconds. */
export const testJson = ({ seed, files, unreadable }: TestReport): object => ({
  seed,
  files: files.map(({ opened, results, undecided }) => ({
    file: opened.file,
    scenarios: results.map((result) => resultJson(opened, result)),
    undecided: undecided.length === 0 ? undefined : undecided.map(({ title }) => title),
    errors: opened.errors.length === 0 ? undefined : findingsJson(opened.errors, opened.nameOf),
  })),
  counts: countResults(files),
  unreadable,
});

function resultJson(opened: OpenedModel, result: ScenarioResult): object {
  const { title, place, passed, seed, runs, expectations, duration, failures } = result;
  return {
    title,
    ...positionIn(spanAt(opened.sources, place), opened.nameOf),
    passed,
    seed,
    runs,
    expectations,
    duration: duration / 1000,
    failures: failures.map((failure) => failureJson(opened, failure)),
    findings: findingsWithFiles(runFindings(result, opened.sources), opened.nameOf),
  };
}

function failureJson(opened: OpenedModel, { place, at, variant, expected, found, because }: FailedExpectation): object {
  const span = spanAt(opened.sources, place);
  return {
    ...positionIn(span, opened.nameOf),
    source: sourceLine(opened, span),
    at: at / 1000,
    variant: variant === '' ? undefined : variant,
    expected,
    found,
    because: reportFactsOnce(opened, because),
  };
}
