/**
 * The simulator in the editor: connects tests, lenses, trace panel and commands.
 */
import type * as vscode from 'vscode';
import type { PagePanels } from '../page/page-panels.ts';
import type { Ask } from '../server/server-link.ts';
import type { SharedSelection } from '../page/shared-selection.ts';
import { createCheckResults } from './check-results.ts';
import type { LastRuns } from './last-runs.ts';
import { runCommands, runSimulationCommand } from './run-commands.ts';
import { createRunPositions, type RunPositions } from '../page/run-position.ts';
import { createScenarioLenses } from './scenario-lenses.ts';
import { createScenarioTests } from './scenario-tests.ts';
import { createStepLine, type StepLine } from '../trace/step-line.ts';
import { createTraceEditor } from '../trace/trace-editor.ts';
import { createTracePanel, type TracePanel } from '../trace/trace-panel.ts';
import { saveTrace } from '../trace/trace-saving.ts';

/** The parts of the extension that the simulator needs. */
export interface SimulationParts {
  readonly pages: PagePanels;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  readonly selection: SharedSelection;
  /** The storage that outlives the window. */
  readonly memory: vscode.Memento;
  readonly runs: LastRuns;
  /** The folder for runs that explain logs. */
  readonly storage: vscode.Uri;
  /** Returns the model of another panel, used if no text has the focus. */
  readonly otherDocument: () => vscode.Uri | undefined;
}

/** The simulator of a window. */
export interface Simulation {
  /** The current step of the current run; shared by all views of runs. */
  readonly positions: RunPositions;
  /** The mark at the current step. */
  readonly stepLine: StepLine;
  /** The commands by name, without the common prefix. */
  readonly commands: ReadonlyMap<string, (argument: unknown) => Promise<void>>;
  /** Shows a run in the trace panel. */
  readonly showRun: TracePanel['show'];
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Creates and connects all parts. */
export function createSimulation(given: SimulationParts): Simulation {
  const { pages, log, ask, selection, memory, runs, otherDocument, storage } = given;
  const results = createCheckResults({ ask, log, runs });
  const tests = createScenarioTests({ ask, log, results, runs });
  const lenses = createScenarioLenses(ask, results);
  const positions = createRunPositions();
  const stepLine = createStepLine();
  const page = { pages, log, ask, positions, stepLine, selection, memory };
  const panel = createTracePanel(page);
  const editor = createTraceEditor(page);
  const parts = { ask, tests, panel, results, runs, otherDocument, storage };
  return {
    positions,
    stepLine,
    showRun: panel.show,
    commands: new Map([
      ...runCommands.map((name) => [name, (argument: unknown) => runSimulationCommand(name, parts, argument)] as const),
      ['saveTrace', (argument: unknown) => saveTrace(panel.source() ?? editor.source(), argument)],
    ]),
    modelChanged: (uri) => {
      runs.modelChanged(uri);
      tests.modelChanged(uri);
      results.modelChanged(uri);
      lenses.modelChanged();
      panel.modelChanged(uri);
      editor.modelChanged(uri);
    },
    dispose: () => {
      tests.dispose();
      results.dispose();
      lenses.dispose();
      panel.dispose();
      editor.dispose();
      stepLine.dispose();
    },
  };
}
