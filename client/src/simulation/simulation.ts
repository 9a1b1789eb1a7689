/**
 * The simulator in the editor: tests, lenses, trace panel and commands, put together.
 */
import type * as vscode from 'vscode';
import type { Ask } from '../server-link.ts';
import { runCommands, runSimulationCommand, saveTrace } from './run-commands.ts';
import { createRunPositions, type RunPositions } from './run-position.ts';
import { createScenarioLenses } from './scenario-lenses.ts';
import { createScenarioTests } from './scenario-tests.ts';
import { createStepLine } from './step-line.ts';
import { createTracePanel } from './trace-panel.ts';

/** What the simulator needs of the extension. */
export interface SimulationParts {
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly ask: Ask;
  /** What outlives the window. */
  readonly memory: vscode.Memento;
  /** The model of another panel, for a command that is run while no text has the focus. */
  readonly otherDocument: () => vscode.Uri | undefined;
}

export interface Simulation {
  /** Which step of which run is looked at; shared by all views of runs. */
  readonly positions: RunPositions;
  /** By name, without what all commands of the extension begin with. */
  readonly commands: ReadonlyMap<string, (argument: unknown) => Promise<void>>;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Prepares all parts. */
export function createSimulation({ extensionUri, log, ask, memory, otherDocument }: SimulationParts): Simulation {
  const tests = createScenarioTests({ ask, log });
  const lenses = createScenarioLenses(ask);
  const positions = createRunPositions();
  const stepLine = createStepLine();
  const panel = createTracePanel({ extensionUri, log, ask, positions, stepLine, memory });
  const parts = { ask, tests, panel, otherDocument };
  return {
    positions,
    commands: new Map([
      ...runCommands.map((name) => [name, (argument: unknown) => runSimulationCommand(name, parts, argument)] as const),
      ['saveTrace', (argument: unknown) => saveTrace(parts, argument)],
    ]),
    modelChanged: (uri) => {
      tests.modelChanged(uri);
      lenses.modelChanged();
      panel.modelChanged(uri);
    },
    dispose: () => {
      tests.dispose();
      lenses.dispose();
      panel.dispose();
      stepLine.dispose();
    },
  };
}
