/**
 * The requests about machines: which there are, their charts, and how one stands in a run. Names and types only,
 * as in `protocol.ts`.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { Method, OfDocument, OfRun } from './protocol.ts';

/** A machine that a document declares or imports. */
export interface MachineEntry {
  readonly name: string;
  /** Where its name is written. */
  readonly span: Span;
  readonly entityCount: number;
}

/** All machines of a document and of what it imports. */
export const machinesRequest: Method<OfDocument, { readonly machines: readonly MachineEntry[] } | null> = {
  method: 'aftermath/machines',
};

/** The chart of a machine, or nothing if there is none of that name. */
export const statechartRequest: Method<
  OfDocument & { readonly machine: string },
  { readonly version: number; readonly chart: Statechart } | null
> = { method: 'aftermath/statechart' };

/** How the machine of an entity stands after a step; nothing for a run that is not open any more. */
export const machineStateRequest: Method<
  OfRun & { readonly step: number; readonly entity: string },
  { readonly state: ChartRun | null } | null
> = { method: 'aftermath/machineState' };
