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
  back: 'Back by one step',
  forward: 'Forward by one step',
  entity: 'Entity',
  export: 'Export…',
  failed: 'The machine cannot be shown.',
  missing: 'There is no such machine in the model any more.',
  tooLarge: 'too many for a picture that can be read. The tables have them all; the picture is a simple one.',
  busy: 'Drawing…',
  noRun: 'No run is shown. Show or debug a scenario to see the states that are active.',
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
  transition: 'Transition',
  from: 'From',
  name: 'Name',
  type: 'Type',
  value: 'Value',
  step: 'Step',
  nobody: 'Nobody runs this machine.',
});
