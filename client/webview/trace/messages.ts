/**
 * Everything that the trace page and the extension say to each other, and the proofs that a message is one
 * of these. What the page wants to see in the text it names by step and number: the extension keeps the
 * places themselves.
 */
import type { PageHost } from '../page/host.ts';
import {
  index,
  listOf,
  messageOf,
  oneOf,
  record,
  recordWith,
  text,
  truth,
  type Shape,
  type Shaped,
} from '../page/shape.ts';
import {
  branches,
  choices,
  difference,
  filter,
  isRunMove,
  isRunQuestion,
  row,
  settings,
  stretch,
  summary,
  view,
  watched,
} from './shapes.ts';

/** Which model is run, and how. */
const subject = record({ uri: text, title: text, question: isRunQuestion });

/** What a run is of. */
export type RunSubject = Shaped<typeof subject>;

/** What a picture can be written as. */
export const exportFormats = ['svg', 'png', 'mermaid', 'json'] as const;

/** What a person has chosen for the page. */
export type TraceSettings = Shaped<typeof settings>;
/** Proves that a value was kept as settings. */
export const isTraceSettings: Shape<TraceSettings> = settings;

const toPage = {
  /** Show this run, at a step if one is given; `number` is new for each. */
  run: recordWith({ type: oneOf(['run']), number: index, subject, summary }, { step: index }),
  /** Rows of the list, from `from` on; of what was found, where that was asked for. */
  rows: recordWith({ type: oneOf(['rows']), number: index, from: index, rows: listOf(row) }, { find: index }),
  /** The steps that fit a filter. */
  found: record({ type: oneOf(['found']), number: index, find: index, steps: listOf(index) }),
  /** All that is to be seen at the step that was asked for. */
  step: record({ type: oneOf(['step']), number: index, view }),
  /** Some steps to be drawn, of the run and of the one that it is compared with. */
  stretch: recordWith({ type: oneOf(['stretch']), number: index, stretch }, { other: stretch }),
  /** What may happen after a step. */
  choices: record({ type: oneOf(['choices']), number: index, choices }),
  /** The runs that were branched off, the first one first; which is shown, and which it is compared with. */
  runs: recordWith(
    { type: oneOf(['runs']), titles: listOf(text), shown: index },
    { compared: index, branches: listOf(branches) },
  ),
  /** The values of expressions at a step. */
  watched: record({ type: oneOf(['watched']), number: index, step: index, values: listOf(watched) }),
  /** A value that was tried does not fit, in one sentence. */
  refused: record({ type: oneOf(['refused']), number: index, message: text }),
  /** What is different in the run that it is compared with. */
  difference: record({ type: oneOf(['difference']), number: index, difference }),
  /** What was chosen for runs before. */
  settings: record({ type: oneOf(['settings']), settings }),
  /** Somebody else has gone to this step. */
  goTo: record({ type: oneOf(['goTo']), number: index, step: index }),
  /** This entity was selected elsewhere. */
  select: record({ type: oneOf(['select']), name: text }),
  /** Hide the lane of this entity. */
  hide: record({ type: oneOf(['hide']), name: text }),
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

const keptRuns = recordWith({ titles: listOf(text), branches: listOf(branches) }, { compared: index });

/** The runs that were branched off, as they outlive a page. */
export type KeptRuns = Shaped<typeof keptRuns>;

const toExtension = {
  /** The page listens; it wants to be told everything. It says which runs it had before, and of what. */
  ready: recordWith({ type: oneOf(['ready']) }, { subject, runs: keptRuns }),
  /** Send these rows. */
  rows: record({ type: oneOf(['rows']), number: index, from: index, to: index }),
  /** Find the steps that fit; `find` is new for each. */
  find: record({ type: oneOf(['find']), number: index, find: index, filter }),
  /** Send these rows of what was found, the first of which has place `from` there. */
  pick: record({ type: oneOf(['pick']), number: index, find: index, from: index, steps: listOf(index) }),
  /** Send these steps to be drawn. */
  stretch: record({ type: oneOf(['stretch']), number: index, from: index, to: index }),
  /** Send what may happen after this step. */
  choices: record({ type: oneOf(['choices']), number: index, step: index }),
  /** Show the run in which this happens after a step. */
  branch: record({ type: oneOf(['branch']), number: index, after: index, move: isRunMove }),
  /** Send the values of these expressions at a step. */
  watch: record({ type: oneOf(['watch']), number: index, step: index, texts: listOf(text) }),
  /** Show the run in which a variable has another value after a step. */
  set: record({ type: oneOf(['set']), number: index, step: index, entity: text, variable: text, value: text }),
  /** Show another of the runs that were branched off. */
  showRun: record({ type: oneOf(['showRun']), run: index }),
  /** Compare with another of them, or with none. */
  compare: recordWith({ type: oneOf(['compare']) }, { run: index }),
  /** Send what is different at this step in the run that it is compared with. */
  difference: record({ type: oneOf(['difference']), number: index, step: index }),
  /** From the menu over a lane: it comes back as `hide`. */
  hideLane: record({ type: oneOf(['hideLane']), name: text }),
  /** Keep what was chosen. */
  settings: record({ type: oneOf(['settings']), settings }),
  /** Write the picture into a file; that of a PNG in base64. */
  export: record({ type: oneOf(['export']), format: oneOf(exportFormats), content: text }),
  /** Send what is to be seen at this step, and its state in full if wanted. */
  step: recordWith({ type: oneOf(['step']), number: index, step: index }, { full: truth }),
  /** Show where a step is written, or the so-manieth of its events or reasons. */
  reveal: recordWith({ type: oneOf(['reveal']), number: index, step: index }, { event: index, because: index }),
  /** The lane of this entity was selected. */
  selected: record({ type: oneOf(['selected']), name: text }),
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

const savedTrace = recordWith({ subject, step: index }, { runs: keptRuns });

/** What outlives a hidden or reloaded page. */
export type SavedTrace = Shaped<typeof savedTrace>;
/** Proves that a value is a state that was saved before. */
export const isSavedTrace: Shape<SavedTrace> = savedTrace;

/** The trace page's line to the extension. */
export type TraceHost = PageHost<TraceMessageToPage, TraceMessageToExtension, SavedTrace>;
