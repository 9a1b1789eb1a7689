/**
 * The words of the machine page.
 */
import { translated } from '../page/translated.ts';

/** The words of the machine page. */
export const texts = translated({
  tools: 'Machine',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  asTable: 'As a table',
  back: 'Previous step',
  forward: 'Next step',
  entity: 'Entity',
  export: 'Export…',
  failed: 'The machine cannot be shown.',
  missing: 'The model no longer has this machine.',
  tooLarge: 'too many for a readable picture. The tables list all of them; the picture is simplified.',
  busy: 'Drawing…',
  noRun: 'No run is shown. Show or debug a scenario to see its active states.',
  keyboardHelp:
    'Arrow keys go to the next state, t to its transitions, f along one to where it leads, Enter shows the source, F9 sets a breakpoint.',
  states: 'States',
  transitions: 'Transitions',
  variables: 'Variables',
  deferred: 'Deferred',
  timers: 'Timers',
  state: 'State',
  kind: 'Kind',
  within: 'In',
  now: 'Now',
  active: 'active',
  initial: 'initial',
  final: 'final',
  parallel: 'parallel',
  shallow: 'history',
  deep: 'deep history',
  transition: 'Transition',
  from: 'From',
  name: 'Name',
  type: 'Type',
  value: 'Value',
  step: 'Step',
  nobody: 'Nothing runs this machine.',
});
