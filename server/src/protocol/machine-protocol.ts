/**
 * The requests about machines: the list of them, their charts, and their states in a run. Names and types only, as in
 * `protocol.ts`.
 */
import type { Span } from '../../../language/src/model/span.ts';
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

/** The state of an entity's machine after a step; nothing for a closed run. */
export const machineStateRequest: Method<
  OfRun & { readonly step: number; readonly entity: string },
  { readonly state: ChartRun | null } | null
> = { method: 'aftermath/machineState' };
