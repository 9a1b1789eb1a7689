/** What the page shows of the model beside its views: its choices and its results, requested again when it changes. */
import {
  modelChoicesRequest,
  runScenarioRequest,
  scenariosRequest,
  type ModelChoices,
} from '../../server/src/protocol/protocol.ts';
import type { ShownModel, ShownResult } from '../book/show-frame.ts';
import type { BookServer } from '../book/server.ts';
import { modelUri } from './editor/model-server.ts';

/** The model as it was understood last. */
export interface ModelState {
  /** Counts the times that it was. */
  readonly version: number;
  readonly choices: ModelChoices;
  readonly shown: ShownModel & { readonly name: string };
}

/** The state before the server has answered. */
export const noModel: ModelState = {
  version: 0,
  choices: { entities: [], policies: [], ownPolicies: [] },
  shown: { uri: modelUri, name: 'model', crashes: [], scenarios: [], checks: [] },
};

/** Asks for the choices and titles of the model. */
export async function readModel({ ask }: BookServer, version: number, signal: AbortSignal): Promise<ModelState> {
  const [choices, list] = await Promise.all([
    ask(modelChoicesRequest, { uri: modelUri }, signal),
    ask(scenariosRequest, { uri: modelUri }, signal),
  ]);
  const first = choices.entities.find(({ kind }) => kind === 'pd' || kind === 'node');
  return {
    version,
    choices,
    shown: {
      ...noModel.shown,
      // The plan of a crash that nobody chose is that of the first.
      crashes: first === undefined ? [] : [{ name: first.name, destroyed: 0, broken: 0, degraded: 0 }],
      scenarios: list?.scenarios.map(({ title }) => ({ title })) ?? [],
      checks: list?.ownChecks.map(({ title }) => ({ title })) ?? [],
    },
  };
}

/** The most scenarios that are run for the list. */
const mostScenarios = 100;

/** Runs the scenarios of a model one after the other, and tells the results as they come. */
export async function runModelScenarios(
  { ask }: BookServer,
  scenarios: readonly ShownResult[],
  {
    onResults,
    signal,
  }: { readonly onResults: (results: readonly ShownResult[]) => void; readonly signal: AbortSignal },
): Promise<void> {
  let results = scenarios;
  for (const { title } of scenarios.slice(0, mostScenarios)) {
    const outcome = await ask(runScenarioRequest, { uri: modelUri, title }, signal);
    if (signal.aborted) return;
    const result = 'refusal' in outcome ? 'undecided' : outcome.passed ? 'passed' : 'failed';
    results = results.map((each) => (each.title === title ? { title, result } : each));
    onResults(results);
  }
}
