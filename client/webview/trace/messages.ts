/**
 * Everything that the trace page and the extension say to each other, and the proofs that a message is one
 * of these. What the page wants to see in the text it names by step and number: the extension keeps the
 * places themselves.
 */
import { stepKinds, stepMarks, type RunRow, type StepView } from '../../../language/src/view/run-step.ts';
import type { RunMove, RunQuestion, RunSummary } from '../../../language/src/view/run-summary.ts';
import type { PageHost } from '../host.ts';
import {
  either,
  index,
  listOf,
  messageOf,
  number,
  oneOf,
  record,
  recordWith,
  text,
  truth,
  type Shape,
  type Shaped,
} from '../shape.ts';

const mark = oneOf(stepMarks);
const row: Shape<RunRow> = recordWith({ step: index, at: text, kind: oneOf(stepKinds), text }, { mark });
const event = record({ text, hasPlace: truth });
const problem = recordWith({ message: text, because: listOf(event) }, { expected: text, found: text });
const change = recordWith({ depth: index, name: text }, { before: text, after: text });
const entity = recordWith({ name: text, is: text, values: listOf(text), hasChanged: truth }, { state: text });
const view: Shape<StepView> = recordWith(
  {
    row,
    events: listOf(event),
    changes: listOf(change),
    entities: listOf(entity),
    otherEntities: index,
    next: listOf(record({ text, at: text })),
  },
  { problem },
);
const summary: Shape<RunSummary> = recordWith(
  {
    title: text,
    about: listOf(text),
    warnings: listOf(text),
    steps: index,
    marked: listOf(record({ step: index, mark })),
    variants: listOf(text),
    variant: index,
  },
  { branch: record({ after: index, text }) },
);
const isRunMove: Shape<RunMove> = either(
  either(
    record({ kind: oneOf(['draw']), draw: index }),
    record({ kind: oneOf(['due', 'lose', 'duplicate', 'reorder']), entry: index }),
  ),
  either(
    record({ kind: oneOf(['send']), event: text, to: text }),
    either(
      record({ kind: oneOf(['crash', 'halt', 'restart']), entity: text }),
      record({ kind: oneOf(['set']), entity: text, variable: text, value: text }),
    ),
  ),
);
const branches = listOf(record({ after: index, move: isRunMove }));
const scenario = recordWith({ kind: oneOf(['scenario']), title: text, variant: index }, { branches });
const random = recordWith({ kind: oneOf(['random']), seed: number, steps: index }, { check: text, branches });
const trace = recordWith({ kind: oneOf(['trace']), file: text }, { branches });

const isRunQuestion: Shape<RunQuestion> = either(scenario, either(random, trace));

/** Which model is run, and how. */
const subject = record({ uri: text, title: text, question: isRunQuestion });

/** What a run is of. */
export type RunSubject = Shaped<typeof subject>;

const toPage = {
  /** Show this run, at a step if one is given; `number` is new for each. */
  run: recordWith({ type: oneOf(['run']), number: index, subject, summary }, { step: index }),
  /** Rows of the list, from `from` on. */
  rows: record({ type: oneOf(['rows']), number: index, from: index, rows: listOf(row) }),
  /** All that is to be seen at the step that was asked for. */
  step: record({ type: oneOf(['step']), number: index, view }),
  /** Somebody else has gone to this step. */
  goTo: record({ type: oneOf(['goTo']), number: index, step: index }),
  /** The text is another one than that of the run. */
  stale: record({ type: oneOf(['stale']) }),
  /** A run is being made; what is shown stays until it comes. */
  busy: record({ type: oneOf(['busy']) }),
  /** There is no run, in one sentence. */
  failed: record({ type: oneOf(['failed']), message: text }),
};

/** What the extension tells the page. */
export type TraceMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Proves that a value is a message to the page. */
export const isTraceMessageToPage: Shape<TraceMessageToPage> = messageOf(toPage);

const toExtension = {
  /** The page listens; it wants to be told everything. */
  ready: record({ type: oneOf(['ready']) }),
  /** Send these rows. */
  rows: record({ type: oneOf(['rows']), number: index, from: index, to: index }),
  /** Send what is to be seen at this step. */
  step: record({ type: oneOf(['step']), number: index, step: index }),
  /** Show where a step is written, or the so-manieth of its events or reasons. */
  reveal: recordWith({ type: oneOf(['reveal']), number: index, step: index }, { event: index, because: index }),
  /** Show another of the runs that the scenario consists of. */
  variant: record({ type: oneOf(['variant']), variant: index }),
  save: record({ type: oneOf(['save']) }),
  /** Run it once more, with the text as it is now. */
  retry: record({ type: oneOf(['retry']) }),
  showLog: record({ type: oneOf(['showLog']) }),
  /** Something to write into the log. */
  trouble: record({ type: oneOf(['trouble']), message: text }),
};

/** What the page tells the extension. */
export type TraceMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Proves that a value is a message to the extension. */
export const isTraceMessageToExtension: Shape<TraceMessageToExtension> = messageOf(toExtension);

const savedTrace = record({ subject, step: index });

/** What outlives a hidden or reloaded page. */
export type SavedTrace = Shaped<typeof savedTrace>;
/** Proves that a value is a state that was saved before. */
export const isSavedTrace: Shape<SavedTrace> = savedTrace;

/** The trace page's line to the extension. */
export type TraceHost = PageHost<TraceMessageToPage, TraceMessageToExtension, SavedTrace>;
