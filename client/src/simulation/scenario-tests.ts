/**
 * The scenarios as tests of VS Code: the Testing view, the icons beside the text, and runs on demand or whenever the
 * text changes.
 */
import * as vscode from 'vscode';
import { debugScenario } from '../debug/debugger.ts';
import type { Ask } from '../server/server-link.ts';
import type { CheckResults } from './check-results.ts';
import type { LastRuns } from './last-runs.ts';
import { createScenarioCoverage } from './scenario-coverage.ts';
import { createScenarioItems, isOwnFile } from './scenario-items.ts';
import { runScenarios, type ScenarioRunParts } from './scenario-runs.ts';

/** The id of the controller, also in `when` clauses. */
const controllerId = 'aftermath';

/** The parts of the extension that the tests need. */
export interface ScenarioTestParts {
  readonly ask: Ask;
  readonly log: vscode.LogOutputChannel;
  readonly results: CheckResults;
  readonly runs: LastRuns;
}

/** The tests of the extension. */
export interface ScenarioTests {
  /** Runs a scenario of a model, or all of them; the results are in the Testing view. */
  readonly run: (uri: vscode.Uri, title: string | undefined) => Promise<void>;
  /** Explores a check of a model, or all of them; the results are in the Testing view. */
  readonly verify: (uri: vscode.Uri, title: string | undefined, token: vscode.CancellationToken) => Promise<void>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** A request to run again whenever a text changes. */
interface Continuous {
  readonly request: vscode.TestRunRequest;
  readonly token: vscode.CancellationToken;
  /** Cancels the run under way. */
  running: vscode.CancellationTokenSource | undefined;
}

/** Creates the controller. */
export function createScenarioTests({ ask, log, results, runs }: ScenarioTestParts): ScenarioTests {
  const controller = vscode.tests.createTestController(controllerId, 'Aftermath');
  const items = createScenarioItems({ controller, ask, log });
  const parts = { controller, ask, log, results, runs, resolve: items.resolve };
  const continuous = new Set<Continuous>();
  const profile = controller.createRunProfile(
    vscode.l10n.t('Run'),
    vscode.TestRunProfileKind.Run,
    async (request, token) => {
      if (request.continuous !== true) {
        await runScenarios(parts, request, token);
        return;
      }
      const wish: Continuous = { request, token, running: undefined };
      continuous.add(wish);
      token.onCancellationRequested(() => {
        continuous.delete(wish);
        wish.running?.cancel();
      });
    },
    true,
    undefined,
    true,
  );
  offerDebugging(parts);
  offerCoverage(parts);
  const again = async (wish: Continuous, uri: string): Promise<void> => {
    const { include, exclude } = wish.request;
    const changed = controller.items.get(uri);
    if (changed === undefined) return;
    const wanted = include?.filter((item) => item === changed || item.parent === changed) ?? [changed];
    if (wanted.length === 0) return;
    wish.running?.cancel();
    const running = new vscode.CancellationTokenSource();
    wish.running = running;
    await runScenarios(parts, new vscode.TestRunRequest(wanted, exclude, profile, true), running.token);
  };
  return {
    run: async (uri, title) => {
      const { token } = new vscode.CancellationTokenSource();
      const item = await items.find(uri, title);
      if (item !== undefined) await runScenarios(parts, new vscode.TestRunRequest([item], undefined, profile), token);
    },
    verify: async (uri, title, token) => {
      const checks = await items.findChecks(uri, title);
      if (checks.length > 0) await runScenarios(parts, new vscode.TestRunRequest(checks, undefined, profile), token);
    },
    modelChanged: (uri) => {
      items.modelChanged(uri);
      for (const wish of continuous) {
        again(wish, uri).catch((error: unknown) => {
          log.error('Scenarios were not run again.', error);
        });
      }
    },
    dispose: () => {
      items.dispose();
      controller.dispose();
    },
  };
}

/** Offers debugging; a debugged scenario is judged when its session is over. */
function offerDebugging(parts: ScenarioRunParts): void {
  const debug = async (scenario: vscode.TestItem, run: vscode.TestRun): Promise<void> => {
    if (scenario.uri !== undefined) await debugScenario(scenario.uri, scenario.label, run);
  };
  parts.controller.createRunProfile(
    vscode.l10n.t('Debug'),
    vscode.TestRunProfileKind.Debug,
    (request, token) => runScenarios(parts, request, token, { before: debug }),
    true,
  );
}

/** Offers runs that also show what they reach of the model. */
function offerCoverage(parts: ScenarioRunParts): void {
  const coverage = createScenarioCoverage(isOwnFile);
  const profile = parts.controller.createRunProfile(
    vscode.l10n.t('Coverage'),
    vscode.TestRunProfileKind.Coverage,
    (request, token) => runScenarios(parts, request, token, { coverage: coverage.begin() }),
    true,
  );
  profile.loadDetailedCoverage = (_, file) => Promise.resolve(coverage.detailsOf(file));
  profile.loadDetailedCoverageForTest = (_, file, test) => Promise.resolve(coverage.detailsOf(file, test));
}
