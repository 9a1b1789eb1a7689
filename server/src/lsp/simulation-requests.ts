/**
 * The requests about scenarios and runs. A bounded number of runs stays open for clients; the least recently used one
 * is closed first.
 */
import { answerDebugging } from './debug-requests.ts';
import { openSteps, type RunSession } from '../features/run-opening.ts';
import { reducedSteps } from '../features/run-reduction.ts';
import { checkSteps } from '../features/simulation-checks.ts';
import {
  choicesAfter,
  differenceBetween,
  drawnSteps,
  foundSteps,
  stepRows,
  stepOf,
  traceSteps,
} from '../features/simulation-runs.ts';
import { scenarioOutcomeSteps, scenariosOf } from '../features/simulation-scenarios.ts';
import { answerGuarded, type Server } from './guard.ts';
import { nothingIfClosed, onLong } from './long-requests.ts';
import { answerMachines } from './machine-requests.ts';
import { modelHash } from '../../../language/src/simulation/play/recording/trace.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import {
  closeRunRequest,
  findStepsRequest,
  modelHashRequest,
  openRunRequest,
  runChoicesRequest,
  runDifferenceRequest,
  runRowsRequest,
  runScenarioRequest,
  runStepRequest,
  runStretchRequest,
  runTraceRequest,
  scenariosRequest,
  verifyProgressRequest,
  verifyRequest,
  type Method,
  type OfDocument,
} from '../protocol/protocol.ts';
import { reduceRunRequest } from '../protocol/reduction-protocol.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The most open runs. */
const mostRuns = 8;

/** Registers the handlers. */
export function answerSimulation(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  const { workspace } = server;
  const versionOf = (uri: string): number => workspace.version(normalized(uri)) ?? 0;
  answerGuarded(server, scenariosRequest, null, ({ uri }) => {
    const model = modelOf({ uri });
    return model === undefined ? null : scenariosOf(model, normalized(uri), versionOf(uri));
  });
  answerGuarded(server, modelHashRequest, null, ({ uri }) => {
    const loaded = modelOf({ uri });
    return loaded === undefined ? null : { hash: modelHash(loaded.model) };
  });
  onLong(server, runScenarioRequest, {
    failed: { refusal: t`The scenario could not be run; the log says why.` },
    title: t`Running a scenario`,
    begin: (parameters) => {
      const { uri } = parameters;
      const model = modelOf({ uri });
      return model === undefined ? t`The document ${uri} is not open.` : scenarioOutcomeSteps(model, parameters);
    },
    finish: (answer) => ('refusal' in answer ? { refusal: answer.refusal } : answer.value),
  });
  answerChecks(server, modelOf, versionOf);
  answerRuns(server, modelOf, versionOf);
}

/** Answers requests about checks. Several may be explored at once; clients can request the progress of each. */
function answerChecks(
  server: Server,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
  versionOf: (uri: string) => number,
): void {
  const underWay = new Map<string, string>();
  const keyOf = ({ uri, title }: OfDocument & { readonly title: string }): string => `${normalized(uri)} ${title}`;
  onLong(server, verifyRequest, {
    failed: { refusal: t`The check could not be explored; the log says why.` },
    title: t`Exploring a check`,
    begin: (parameters, report) => {
      const { uri, title, states, covers } = parameters;
      const model = modelOf({ uri });
      if (model === undefined) return t`The document ${uri} is not open.`;
      const key = keyOf(parameters);
      const { memory, timeout } = server.settings(normalized(uri)).verify;
      return checkSteps(model, title, {
        version: versionOf(uri),
        limits: { bytes: memory * 2 ** 20, seconds: timeout },
        ...{ states, covers },
        tell: (progress) => {
          if (progress === undefined) underWay.delete(key);
          else {
            underWay.set(key, progress);
            report(progress);
          }
        },
      });
    },
    finish: (answer) => ('refusal' in answer ? { refusal: answer.refusal } : answer.value),
  });
  answerGuarded(server, verifyProgressRequest, null, (parameters) => underWay.get(keyOf(parameters)) ?? null);
}

function answerRuns(
  server: Server,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
  versionOf: (uri: string) => number,
): void {
  const open = createRuns();
  onLong(server, openRunRequest, {
    failed: { refusal: t`The run could not be opened; the log says why.` },
    title: t`Opening a run`,
    begin: ({ uri, question, trace }) => {
      const model = modelOf({ uri });
      if (model === undefined) return t`The document ${uri} is not open.`;
      return withVersion(openSteps(model, question, trace), versionOf(uri));
    },
    finish: ({ answer, version }) =>
      'refusal' in answer
        ? { refusal: answer.refusal }
        : { id: open.add(answer.value), version, summary: answer.value.summary },
  });
  const on = <P extends { readonly id: number }, R>(
    request: Method<P, R | null>,
    answer: (run: RunSession, parameters: P) => R | undefined,
  ): void => {
    answerGuarded(server, request, null, (parameters) => {
      const run = open.find(parameters.id);
      return run === undefined ? null : (answer(run, parameters) ?? null);
    });
  };
  on(runRowsRequest, (run, wanted) => ({ rows: stepRows(run, wanted) }));
  on(runStretchRequest, (run, { from, to }) => drawnSteps(run, from, to));
  on(runDifferenceRequest, (run, { other, step, common }) => {
    const compared = open.find(other);
    return compared === undefined ? undefined : differenceBetween(compared, run, { step, common });
  });
  onLong(server, findStepsRequest, {
    failed: { refusal: t`The steps could not be searched; the log says why.` },
    title: t`Searching a run`,
    begin: ({ id, filter }) => {
      const run = open.find(id);
      return run === undefined ? nothingIfClosed() : foundSteps(run, filter);
    },
    finish: (steps) => (steps === undefined ? null : { steps }),
  });
  onLong(server, reduceRunRequest, {
    failed: { refusal: t`The run could not be made smaller; the log says why.` },
    title: t`Making a failing run smaller`,
    begin: ({ id }) => {
      const run = open.find(id);
      return run === undefined ? nothingIfClosed() : foundIn(reducedSteps(run));
    },
    finish: (found) => found ?? null,
  });
  on(runStepRequest, (run, { step, full }) => stepOf(run, step, full));
  on(runChoicesRequest, (run, { step }) => choicesAfter(run, step));
  onLong(server, runTraceRequest, {
    failed: { refusal: t`The trace could not be written; the log says why.` },
    title: t`Writing a trace`,
    begin: ({ id }) => {
      const run = open.find(id);
      return run === undefined ? nothingIfClosed() : traceSteps(run);
    },
    finish: (text) => (text === undefined ? null : { text }),
  });
  on(closeRunRequest, (_, { id }) => {
    open.close(id);
    return undefined;
  });
  answerDebugging(server, open.find);
  answerMachines(server, modelOf, open.find);
}

function* foundIn(steps: ReturnType<typeof reducedSteps>) {
  const branch = yield* steps;
  return branch === undefined ? {} : { branch };
}

function* withVersion<T>(steps: Generator<undefined, T>, version: number) {
  return { answer: yield* steps, version };
}

interface OpenRuns {
  readonly add: (run: RunSession) => number;
  readonly find: (id: number) => RunSession | undefined;
  readonly close: (id: number) => void;
}

function createRuns(): OpenRuns {
  let latest = 0;
  /** In order of last use. */
  const runs = new Map<number, RunSession>();
  return {
    add: (run) => {
      latest += 1;
      runs.set(latest, run);
      const [oldest] = runs.keys();
      if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest);
      return latest;
    },
    find: (id) => {
      const run = runs.get(id);
      if (run === undefined) return undefined;
      runs.delete(id);
      runs.set(id, run);
      return run;
    },
    close: (id) => {
      runs.delete(id);
    },
  };
}
