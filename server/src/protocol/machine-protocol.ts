/**
 * The requests about machines: the list of them, their charts, and their states in a run. Names and types only, as in
 * `protocol.ts`.
 */
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { RunQuestion } from '../../../language/src/view/run/run-summary.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { Method, OfDocument, OfRun } from './protocol.ts';

/** A machine that a document declares or imports. */
export interface MachineEntry {
  readonly name: string;
  /** The location of its name. */
  readonly span: Span;
  readonly entityCount: number;
}

/** All machines of a document and its imports. */
export const machinesRequest: Method<OfDocument, { readonly machines: readonly MachineEntry[] } | null> = {
  method: 'aftermath/machines',
};

/** The chart of a machine, or nothing if no machine has that name; `warning` says that the model has errors. */
export const statechartRequest: Method<
  OfDocument & { readonly machine: string },
  { readonly version: number; readonly chart: Statechart; readonly warning?: string } | null
> = { method: 'aftermath/statechart' };

/** A check, and the entity whose machine groups its states: an empty name for no groups, nothing for the first that changes. */
export interface ExploredStatesParameters extends OfDocument {
  readonly title: string;
  readonly groupedBy?: string;
}

/** The explored states of a check as a chart, or why they cannot be shown. */
export const exploredStatesRequest: Method<ExploredStatesParameters, { readonly chart: Statechart } | Refusal> = {
  method: 'aftermath/exploredStates',
};

/** A shortest run to one of the explored states, by its id in the chart; and the states after each step, from the start on. */
export const exploredRunRequest: Method<
  OfDocument & { readonly title: string; readonly state: string },
  { readonly question: RunQuestion; readonly states: readonly string[] } | Refusal
> = { method: 'aftermath/exploredRun' };

/** The state of an entity's machine after a step; nothing for a closed run. */
export const machineStateRequest: Method<
  OfRun & { readonly step: number; readonly entity: string },
  { readonly state: ChartRun | null } | null
> = { method: 'aftermath/machineState' };
