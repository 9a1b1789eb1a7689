/**
 * The words of the trace page that are no part of a run, in one place so that they can be translated.
 */
import type { StepKind, StepMark } from '../../../language/src/view/run-step.ts';

export const texts = {
  busy: 'Running…',
  updating: 'Running again…',
  failed: 'There is no run to show.',
  retry: 'Retry',
  showLog: 'Show Log',
  stale: 'The model has been changed since. What is shown is the run of the text as it was.',
  again: 'Run again',
  steps: 'Steps',
  stepsHelp: 'Arrow keys move between steps, Enter opens the source.',
  controls: 'Stepping',
  first: 'First step (Home)',
  back: 'Step back (Left)',
  forward: 'Step forward (Right)',
  last: 'Last step (End)',
  nextProblem: 'Next step with something wrong',
  step: 'Step',
  of: 'of',
  variant: 'Run',
  save: 'Save Trace…',
  openSource: 'Open source',
  expected: 'Expected',
  found: 'Found',
  because: 'Because',
  happened: 'What happened',
  nothingHappened: 'Nothing else happened.',
  changed: 'What changed',
  nothingChanged: 'Nothing changed.',
  what: 'What',
  before: 'Before',
  after: 'After',
  entities: 'Entities',
  noEntities: 'All entities are alive, and none runs a machine.',
  entity: 'Entity',
  is: 'Is',
  state: 'State',
  values: 'Values',
  hasChanged: 'changed in this step',
  others: 'more are alive and have no machine.',
  next: 'What may happen next',
  nothingNext: 'Nothing is due.',
  loading: 'Loading…',
} as const;

/** What a step is, in a word. */
export const kindWords: Readonly<Record<StepKind, string>> = {
  start: 'start',
  message: 'message',
  timer: 'timer',
  life: 'life',
  action: 'action',
  expectation: 'expect',
  fault: 'fault',
};

/** What is wrong at a step. */
export const markWords: Readonly<Record<StepMark, string>> = {
  error: 'error',
  failure: 'failed expectation',
  remark: 'remark',
};
