/**
 * The capabilities of the debug adapter, and the kinds of events besides breakpoints that stop a run.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StopParameters } from '../../../server/src/protocol/debug-protocol.ts';

type Kind = StopParameters['kinds'][number];

/** Returns words of the editor in the language of the person. */
export type Translate = (words: string) => string;

type Filter = DebugProtocol.ExceptionBreakpointsFilter & { readonly filter: Kind };

/** Returns the kinds of errors, as the user switches them on and off. */
const filtersIn = (t: Translate): readonly Filter[] => [
  {
    filter: 'failure',
    label: t('Failed Expectations'),
    description: t('An expectation of a scenario or a property of a check does not hold.'),
    default: true,
  },
  {
    filter: 'error',
    label: t('Model Errors'),
    description: t('An error in the model ends the run.'),
    default: true,
  },
  {
    filter: 'stuck',
    label: t('Deadlocks'),
    description: t('Nothing more can happen in a random run.'),
    default: true,
  },
  {
    filter: 'final',
    label: t('Final States'),
    description: t('A machine enters a final state: it has given up, or is done.'),
    default: false,
  },
  {
    filter: 'remark',
    label: t('Reports'),
    description: t('The model reports something, or a message is lost because its receiver is not alive.'),
    default: false,
  },
];

const filters = filtersIn((words) => words);

/** The kinds that stop a run by default. */
export const usualFilters: readonly Kind[] = filters.filter((each) => each.default).map(({ filter }) => filter);

/** Returns the kinds that a client lists. */
export const kindsOf = (names: readonly string[]): readonly Kind[] =>
  filters.filter(({ filter }) => names.includes(filter)).map(({ filter }) => filter);

/** Returns the title of a kind that stopped the run. */
export const titleOfKind = (kind: string, t: Translate): string =>
  filtersIn(t).find(({ filter }) => filter === kind)?.label ?? kind;

/** Returns the adapter's capabilities. */
export const capabilities = (t: Translate): DebugProtocol.Capabilities => ({
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
  exceptionBreakpointFilters: [...filtersIn(t)],
});
