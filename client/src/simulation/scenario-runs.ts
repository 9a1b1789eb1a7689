/**
 * Runs of scenarios in the Testing view: one after another in the language server, each with its result, its failures
 * at their locations, and a summary in the output. Failures are reported only there.
 */
import * as vscode from 'vscode';
import {
  runScenarioRequest,
  type CheckMessage,
  type CheckOutcome,
  type PlacedText,
  type ScenarioMessage,
} from '../../../server/src/protocol/protocol.ts';
import type { Ask } from '../server/server-link.ts';
import { exploreOpenCheck, type CheckResults } from './check-results.ts';
import { setContextKey } from '../page/context-keys.ts';
import type { LastRuns } from './last-runs.ts';
import type { RunCoverage } from './scenario-coverage.ts';
import { isCheck } from './scenario-items.ts';
import { checkLines, failureText, outcomeLines, outputOf } from './scenario-words.ts';
import { shortVerdict, timeText } from './verdict-words.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';

/** The parts of the extension that a run needs. */
export interface ScenarioRunParts {
  readonly controller: vscode.TestController;
  readonly ask: Ask;
  readonly log: vscode.LogOutputChannel;
  readonly results: CheckResults;
  readonly runs: LastRuns;
  /** Finds the scenarios of a model, or all models. */
  readonly resolve: (item: vscode.TestItem | undefined) => Promise<void>;
}

/** The contexts of messages with a run to show, for the menus. */
const failureContext = 'aftermath.failure';
const brokenContext = 'aftermath.broken';

/** What else a run does. */
interface RunExtras {
  /** Called with each scenario before it is judged. */
  readonly before?: (scenario: vscode.TestItem, run: vscode.TestRun) => Promise<void>;
  /** Collects what the scenarios reach. */
  readonly coverage?: RunCoverage;
}

/** Runs the requested scenarios; always ends the test run. */
export async function runScenarios(
  parts: ScenarioRunParts,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  { before, coverage }: RunExtras = {},
): Promise<void> {
  const run = parts.controller.createTestRun(request);
  const asking = new AbortController();
  const cancel = [token, run.token].map((each) =>
    each.onCancellationRequested(() => {
      asking.abort();
    }),
  );
  try {
    const scenarios = await scenariosOf(parts, request);
    for (const scenario of scenarios) run.enqueued(scenario);
    for (const scenario of scenarios) {
      if (!asking.signal.aborted) await before?.(scenario, run);
      if (asking.signal.aborted) run.skipped(scenario);
      else await runOne({ ...parts, coverage }, run, scenario, asking.signal);
    }
  } finally {
    for (const subscription of cancel) subscription.dispose();
    coverage?.tell(run);
    run.end();
  }
}

/** Returns the scenarios of a request. */
async function scenariosOf(
  { controller, resolve }: ScenarioRunParts,
  { include, exclude = [] }: vscode.TestRunRequest,
): Promise<readonly vscode.TestItem[]> {
  if (include === undefined) await resolve(undefined);
  const wanted = include ?? Array.from(controller.items, ([, item]) => item);
  const excluded = new Set(exclude);
  const found = new Set<vscode.TestItem>();
  for (const item of wanted) {
    if (excluded.has(item)) continue;
    if (item.parent !== undefined) {
      found.add(item);
      continue;
    }
    if (item.canResolveChildren) await resolve(item);
    for (const [, child] of item.children) if (!excluded.has(child)) found.add(child);
  }
  return [...found];
}

async function runOne(
  { ask, log, results, runs, coverage }: ScenarioRunParts & { readonly coverage: RunCoverage | undefined },
  run: vscode.TestRun,
  scenario: vscode.TestItem,
  signal: AbortSignal,
): Promise<void> {
  const { uri, label } = scenario;
  if (uri === undefined) return;
  run.started(scenario);
  const covering = coverage === undefined ? {} : { covers: true };
  const begin = performance.now();
  try {
    await vscode.workspace.openTextDocument(uri);
    if (isCheck(scenario)) {
      const outcome = await exploreOpenCheck({ ask, results }, { uri, title: label, signal, ...covering });
      tellCheck(run, scenario, outcome, begin);
      if ('verdict' in outcome && coverage !== undefined) tellCoverage(coverage, run, scenario, outcome);
      return;
    }
    const outcome = await ask(runScenarioRequest, { uri: uri.toString(), title: label, ...covering }, signal);
    const duration = performance.now() - begin;
    if ('refusal' in outcome) {
      run.errored(scenario, placed(outcome.refusal, scenario), duration);
      run.appendOutput(outputOf([`not run: ${label}`, `  ${outcome.refusal}`]), undefined, scenario);
      return;
    }
    run.appendOutput(outputOf(outcomeLines(label, outcome)), undefined, scenario);
    const text = [outcome.passed ? vscode.l10n.t('Passed') : vscode.l10n.t('Failed'), timeText(duration)].join(' · ');
    coverage?.add(scenario, outcome.coverage ?? []);
    setContextKey('didRunScenario', true);
    runs.tell(
      { uri: uri.toString(), title: label, isCheck: false },
      { state: outcome.passed ? 'passed' : 'failed', text },
    );
    if (outcome.passed) run.passed(scenario, duration);
    else run.failed(scenario, outcome.messages.filter(({ kind }) => kind !== 'remark').map(messageOf), duration);
  } catch (error) {
    if (signal.aborted) {
      run.skipped(scenario);
      return;
    }
    log.error(`The scenario ${label} was not run.`, error);
    run.errored(scenario, placed(errorMessage(error), scenario));
  }
}

/** Collects what a check reached, or says that it is not known. */
function tellCoverage(coverage: RunCoverage, run: vscode.TestRun, item: vscode.TestItem, outcome: CheckOutcome): void {
  coverage.add(item, outcome.coverage ?? []);
  if (outcome.coverage !== undefined) return;
  const text = vscode.l10n.t('no coverage: what the check reaches is known only once all of it has been explored');
  run.appendOutput(outputOf([`  ${text}`]), undefined, item);
}

/** Reports the result of a check: undecided is neither passed nor failed. */
function tellCheck(run: vscode.TestRun, item: vscode.TestItem, outcome: CheckOutcome | Refusal, begin: number): void {
  const duration = performance.now() - begin;
  run.appendOutput(outputOf(checkLines(item.label, outcome)), undefined, item);
  if ('refusal' in outcome) {
    run.errored(item, placed(outcome.refusal, item), duration);
    return;
  }
  const { verdict, messages } = outcome;
  setContextKey('didVerify', true);
  item.description = shortVerdict(outcome, duration);
  // The bounds of the result are in the output and among the problems.
  if (verdict === 'passed' || verdict === 'bounded') run.passed(item, duration);
  else if (verdict === 'undecided') run.skipped(item);
  else run.failed(item, messages.map(checkMessageOf), duration);
}

function checkMessageOf(said: CheckMessage): vscode.TestMessage {
  const { message: text, words } = said;
  const message = new vscode.TestMessage([text, ...words].join('\n'));
  message.location = locationOf(said);
  if (words.length > 0) message.contextValue = brokenContext;
  return message;
}

function placed(text: string, { uri, range }: vscode.TestItem): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  if (uri !== undefined && range !== undefined) message.location = new vscode.Location(uri, range);
  return message;
}

function messageOf(said: ScenarioMessage): vscode.TestMessage {
  const { expected, found, because } = said;
  const text = failureText(said);
  const message =
    expected === undefined || found === undefined
      ? new vscode.TestMessage(text)
      : vscode.TestMessage.diff(text, expected, found);
  message.location = locationOf(said);
  message.contextValue = failureContext;
  message.stackTrace = because.map((fact) => {
    const { uri, range } = locationOf(fact);
    return new vscode.TestMessageStackFrame(fact.message, uri, range.start);
  });
  return message;
}

function locationOf({ span: { uri, start, end } }: PlacedText): vscode.Location {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  return new vscode.Location(vscode.Uri.parse(uri, true), range);
}
