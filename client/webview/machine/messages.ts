/**
 * Everything that the machine page and the extension say to each other, and the proofs that a message is one of
 * these. What the page wants to see in the text it names by the id that it was sent; the extension knows the place.
 */
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { PageHost } from '../page/host.ts';
import {
  either,
  index,
  listOf,
  messageOf,
  nothing,
  number,
  oneOf,
  record,
  recordWith,
  text,
  truth,
} from '../page/shape.ts';
import type { Shape, Shaped } from '../page/shape.ts';

const position = record({ line: index, character: index });
const span = record({ uri: text, start: position, end: position });
const chart: Shape<Statechart> = record({
  machine: text,
  states: listOf(recordWith({ id: text, name: text, isInitial: truth, isFinal: truth }, { parent: text, span })),
  transitions: listOf(
    recordWith(
      { id: text, kind: oneOf(['event', 'after', 'always']), source: text, lines: listOf(text), text },
      { target: text, span },
    ),
  ),
  notes: listOf(recordWith({ state: text, text }, { transition: text })),
  variables: listOf(record({ name: text, type: text, kind: text })),
  entities: listOf(text),
  entityCount: index,
});
const chartRun: Shape<ChartRun> = record({
  entity: text,
  step: index,
  time: text,
  is: text,
  active: listOf(text),
  enabled: listOf(text),
  taken: listOf(text),
  timers: listOf(record({ transition: text, left: text })),
  variables: listOf(record({ name: text, text })),
  deferred: listOf(text),
});

const subject = recordWith({ uri: text, title: text, machine: text }, { entity: text });

/** Which machine of which model, and of which entity a run is shown. */
export type MachineSubject = Shaped<typeof subject>;

const toPage = {
  chart: record({ type: oneOf(['chart']), subject, chart }),
  failed: record({ type: oneOf(['failed']), message: text }),
  /** The machine is not there, or not any more. */
  missing: record({ type: oneOf(['missing']), machine: text }),
  /** How the machine stands in the run that is looked at; nothing while none is. */
  run: record({ type: oneOf(['run']), run: either(chartRun, nothing), title: text }),
  /** The cursor is in this state or transition, or in none. */
  select: record({ type: oneOf(['select']), id: either(text, nothing) }),
  limits: record({ type: oneOf(['limits']), layoutTimeout: number }),
};

/** What the extension tells the page. */
export type MachineMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Proves that a value is a message to the page. */
export const isMachineMessageToPage: Shape<MachineMessageToPage> = messageOf(toPage);

/** The formats that the page can write. */
export const machineExports = ['svg', 'png', 'mermaid', 'json'] as const;

const toExtension = {
  ready: record({ type: oneOf(['ready']) }),
  retry: record({ type: oneOf(['retry']) }),
  showLog: record({ type: oneOf(['showLog']) }),
  reveal: record({ type: oneOf(['reveal']), id: text, focus: truth }),
  /** Have a debugged run stop at this state or transition, or not any more. */
  breakpoint: record({ type: oneOf(['breakpoint']), id: text }),
  /** Show how the machine of this entity stands. */
  entity: record({ type: oneOf(['entity']), entity: text }),
  /** Go so many steps on, or back. */
  step: record({ type: oneOf(['step']), by: number }),
  export: record({ type: oneOf(['export']), format: oneOf(machineExports), content: text }),
  trouble: record({ type: oneOf(['trouble']), message: text }),
};

/** What the page tells the extension. */
export type MachineMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Proves that a value is a message to the extension. */
export const isMachineMessageToExtension: Shape<MachineMessageToExtension> = messageOf(toExtension);

const saved = recordWith({ subject }, { viewport: record({ x: number, y: number, k: number }), selected: text });

/** What outlives a hidden or reloaded page. */
export type SavedMachine = Shaped<typeof saved>;
/** Proves that a value is a state that was saved before. */
export const isSavedMachine: Shape<SavedMachine> = saved;

/** The page's line to the extension. */
export type MachineHost = PageHost<MachineMessageToPage, MachineMessageToExtension, SavedMachine>;
