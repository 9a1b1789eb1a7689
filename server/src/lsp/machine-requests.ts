/**
 * The requests about machines, each answered by its view.
 */
import { t } from '../../../language/src/model/common/translation.ts';
import { chartRun } from '../../../language/src/view/statechart/chart-run.ts';
import { statechartOf } from '../../../language/src/view/statechart/statechart.ts';
import { errorsWarning } from '../features/reports.ts';
import { exploredIn, wayToState } from '../features/explored-checks.ts';
import { onLong } from './long-requests.ts';
import type { RunSession } from '../features/run-opening.ts';
import type { Server } from './guard.ts';
import { optionalAnswers } from './optional-requests.ts';
import {
  exploredRunRequest,
  exploredStatesRequest,
  machinesRequest,
  machineStateRequest,
  statechartRequest,
  type MachineEntry,
} from '../protocol/machine-protocol.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { OfDocument } from '../protocol/protocol.ts';
import { normalized } from '../workspace/workspace.ts';

/** Registers the handlers; `find` looks up an open run. */
export function answerMachines(
  server: Server,
  modelOf: (of: OfDocument) => CheckedModel | undefined,
  find: (id: number) => RunSession | undefined,
): void {
  const { workspace } = server;
  const on = optionalAnswers(server);
  on(machinesRequest, (of) => {
    const model = modelOf(of);
    return model && { machines: machinesOf(model) };
  });
  on(statechartRequest, ({ uri, machine }) => {
    const model = modelOf({ uri });
    const chart = model && statechartOf(model.model, model.sources, machine);
    const warning = model && errorsWarning(model.errors, 'chart');
    return (
      chart && { version: workspace.version(normalized(uri)) ?? 0, chart, ...(warning !== undefined && { warning }) }
    );
  });
  answerExplored(server, modelOf);
  on(machineStateRequest, ({ id, step, entity }) => {
    const run = find(id);
    return run && { state: chartRun(run.model, run.timeline, step, entity) ?? null };
  });
}

/** Answers with the states of a check, explored again for each question: a small check takes no longer than a look-up. */
function answerExplored(server: Server, modelOf: (of: OfDocument) => CheckedModel | undefined): void {
  const failed = { refusal: t`The states could not be explored; the log says why.` };
  const title = t`Exploring the states of a check`;
  onLong(server, exploredStatesRequest, {
    ...{ failed, title },
    begin: (of) => exploredIn(modelOf(of), of),
    finish: (answer) => ('refusal' in answer ? { refusal: answer.refusal } : { chart: answer.value.chart }),
  });
  onLong(server, exploredRunRequest, {
    ...{ failed, title },
    begin: (of) => wayToState(modelOf(of), of),
    finish: (answer) => ('refusal' in answer ? { refusal: answer.refusal } : answer.value),
  });
}

function machinesOf({ model: { machines, entities }, sources }: CheckedModel): MachineEntry[] {
  return machines.flatMap(({ name, place }, index) => {
    const span = sources.places[place];
    if (span === undefined) return [];
    return [{ name, span, entityCount: entities.filter(({ machine }) => machine === index).length }];
  });
}
