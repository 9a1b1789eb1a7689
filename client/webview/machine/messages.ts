/**
 * The messages between the machine page and the extension, with their validation. The page refers to parts by the ids
 * it was sent; the extension knows their source locations.
 */
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import { chartMarks, type Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { ofEveryPage, span, pagePictureFormats } from '../page/common-messages.ts';
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
  type Shape,
  type Shaped,
  text,
  booleanShape,
} from '../page/shape.ts';

const wholeChart = {
  machine: text,
  states: listOf(
    recordWith(
      { id: text, name: text, isInitial: booleanShape, isFinal: booleanShape },
      {
        ...{ parent: text, isParallel: booleanShape, history: oneOf(['shallow', 'deep']), leadsTo: text, span },
        mark: oneOf(chartMarks),
      },
    ),
  ),
  transitions: listOf(
    recordWith(
      { id: text, kind: oneOf(['event', 'after', 'always']), source: text, lines: listOf(text), brief: text, text },
      { target: text, isInCycle: booleanShape, span },
    ),
  ),
  notes: listOf(recordWith({ state: text, text, brief: text }, { transition: text })),
  variables: listOf(record({ name: text, type: text, kind: text })),
  entities: listOf(text),
  entityCount: index,
};
const chart: Shape<Statechart> = recordWith(wholeChart, {
  explored: recordWith({ groupedBy: text }, { unjudged: listOf(text) }),
});
const chartRun: Shape<ChartRun> = recordWith(
  {
    entity: text,
    step: index,
    time: text,
    is: text,
    active: listOf(text),
    enabled: listOf(text),
    taken: listOf(text),
    fires: listOf(
      recordWith(
        { transition: text },
        {
          event: text,
          parameters: listOf(recordWith({ name: text, type: text, initial: text }, { options: listOf(text) })),
        },
      ),
    ),
    timers: listOf(record({ transition: text, left: text })),
    variables: listOf(record({ name: text, text })),
    deferred: listOf(text),
  },
  { due: record({ entry: index, at: text }) },
);

/**
 * `machine` names a machine, whose state in the run of `entity` is shown; with `isCheck` a check, whose explored states
 * are grouped by `entity`.
 */
const subject = recordWith({ uri: text, title: text, machine: text }, { entity: text, isCheck: booleanShape });

/** What the page shows of a model. */
export type MachineSubject = Shaped<typeof subject>;

const toPage = {
  /** `warning` says that the model has errors, so that parts of the machine may be missing. */
  chart: recordWith({ type: oneOf(['chart']), subject, chart }, { warning: text }),
  failed: record({ type: oneOf(['failed']), message: text }),
  /** Why the states of a check are not shown: most often, because they are too many. */
  unshown: record({ type: oneOf(['unshown']), message: text }),
  /** The machine does not exist, or not any more. */
  missing: record({ type: oneOf(['missing']), machine: text }),
  /** The state of the machine in the current run; nothing without a run. */
  run: record({ type: oneOf(['run']), run: either(chartRun, nothing), title: text }),
  /** The cursor is in this state or transition, or in none. */
  select: record({ type: oneOf(['select']), id: either(text, nothing) }),
  /** Why a transition was not fired. */
  refused: record({ type: oneOf(['refused']), message: text }),
  limits: record({ type: oneOf(['limits']), layoutTimeout: number }),
};

/** A message from the extension to the page. */
export type MachineMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Validates a message to the page. */
export const isMachineMessageToPage: Shape<MachineMessageToPage> = messageOf(toPage);

const toExtension = {
  ready: record({ type: oneOf(['ready']) }),
  reveal: record({ type: oneOf(['reveal']), id: text, focus: booleanShape }),
  /** Toggles the breakpoint of this state or transition. */
  breakpoint: record({ type: oneOf(['breakpoint']), id: text }),
  /** Shows the state of this entity's machine. */
  entity: record({ type: oneOf(['entity']), entity: text }),
  /** Goes so many steps forwards, or backwards. */
  step: record({ type: oneOf(['step']), by: number }),
  /** Starts a run in which nothing happens but what the user does, or leaves it. */
  sandbox: record({ type: oneOf(['sandbox']), isOn: booleanShape }),
  /** Makes a transition happen, in a branch of the run that is shown; `values` are those of its event. */
  fire: recordWith({ type: oneOf(['fire']), transition: text }, { values: listOf(text) }),
  export: record({ type: oneOf(['export']), format: oneOf(pagePictureFormats), content: text }),
  ...ofEveryPage,
};

/** A message from the page to the extension. */
export type MachineMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Validates a message to the extension. */
export const isMachineMessageToExtension: Shape<MachineMessageToExtension> = messageOf(toExtension);

const saved = recordWith({ subject }, { viewport: record({ x: number, y: number, k: number }), selected: text });

/** The state that outlives a hidden or reloaded page. */
export type SavedMachine = Shaped<typeof saved>;
/** Validates a saved state. */
export const isSavedMachine: Shape<SavedMachine> = saved;

/** The page's connection to the extension. */
export type MachineHost = PageHost<MachineMessageToPage, MachineMessageToExtension, SavedMachine>;
