/**
 * The capabilities of the debug adapter, and the kinds of events besides breakpoints that stop a run.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StopParameters } from '../../../server/src/protocol/debug-protocol.ts';

type Kind = StopParameters['kinds'][number];

/** The kinds of errors, as the user switches them on and off. */
const filters: readonly (DebugProtocol.ExceptionBreakpointsFilter & { readonly filter: Kind })[] = [
  {
    filter: 'failure',
    label: 'Failed Expectations',
    description: 'An expectation of a scenario or a property of a check does not hold.',
    default: true,
  },
  { filter: 'error', label: 'Model Errors', description: 'An error in the model ends the run.', default: true },
  {
    filter: 'stuck',
    label: 'Deadlocks',
    description: 'Nothing more can happen in a random run.',
    default: true,
  },
  {
    filter: 'final',
    label: 'Final States',
    description: 'A machine enters a final state: it has given up, or is done.',
    default: false,
  },
  {
    filter: 'remark',
    label: 'Reports',
    description: 'The model reports something, or a message is lost because its receiver is not alive.',
    default: false,
  },
];

/** The kinds that stop a run by default. */
export const usualFilters: readonly Kind[] = filters.filter((each) => each.default).map(({ filter }) => filter);

/** Returns the kinds that a client lists. */
export const kindsOf = (names: readonly string[]): readonly Kind[] =>
  filters.filter(({ filter }) => names.includes(filter)).map(({ filter }) => filter);

/** Returns the title of a kind that stopped the run. */
export const titleOfKind = (kind: string): string => filters.find(({ filter }) => filter === kind)?.label ?? kind;

/** Returns the adapter's capabilities. */
export const capabilities = (): DebugProtocol.Capabilities => ({
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsStepBack: true,
  supportsSetVariable: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: [...filters],
});
