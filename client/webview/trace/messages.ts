/**
 * The messages between the trace page and the extension, with their validation. The page refers to source locations by
 * step and index; the extension keeps the locations.
 */
import { ofEveryPage, pagePictureFormats } from '../page/common-messages.ts';
import type { PageHost } from '../page/host.ts';
import {
  index,
  listOf,
  messageOf,
  oneOf,
  record,
  recordWith,
  text,
  booleanShape,
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

/** The model that is run, and how. */
const subject = record({ uri: text, title: text, question: isRunQuestion });

/** The subject of a run. */
export type RunSubject = Shaped<typeof subject>;

/** The user's settings of the page. */
export type TraceSettings = Shaped<typeof settings>;
/** Validates saved settings. */
export const isTraceSettings: Shape<TraceSettings> = settings;

const toPage = {
  /** Shows this run, at a step if one is given; `number` is new for each. */
  run: recordWith({ type: oneOf(['run']), number: index, subject, summary }, { step: index }),
  /** Rows of the list, from `from` on; with `find`, rows of that search. */
  rows: recordWith({ type: oneOf(['rows']), number: index, from: index, rows: listOf(row) }, { find: index }),
  /** The steps that match a filter. */
  found: record({ type: oneOf(['found']), number: index, find: index, steps: listOf(index) }),
  /** Everything visible at the requested step. */
  step: record({ type: oneOf(['step']), number: index, view }),
  /** Some steps to draw, of the run and of the compared one. */
  stretch: recordWith({ type: oneOf(['stretch']), number: index, stretch }, { other: stretch }),
  /** The possible next steps after a step. */
  choices: record({ type: oneOf(['choices']), number: index, choices }),
  /** The branches, the first run first; the indices of the shown and the compared one. */
  runs: recordWith(
    { type: oneOf(['runs']), titles: listOf(text), shown: index },
    { compared: index, branches: listOf(branches) },
  ),
  /** The values of expressions at a step. */
  watched: record({ type: oneOf(['watched']), number: index, step: index, values: listOf(watched) }),
  /** The reason why a tried value does not fit. */
  refused: record({ type: oneOf(['refused']), number: index, message: text }),
  /** The differences from the compared run. */
  difference: record({ type: oneOf(['difference']), number: index, difference }),
  /** The settings chosen for earlier runs. */
  settings: record({ type: oneOf(['settings']), settings }),
  /** Another view has gone to this step. */
  goTo: record({ type: oneOf(['goTo']), number: index, step: index }),
  /** This entity was selected elsewhere. */
  select: record({ type: oneOf(['select']), name: text }),
  /** Hides the lane of this entity. */
  hide: record({ type: oneOf(['hide']), name: text }),
  /** The text has changed since the run. */
  stale: record({ type: oneOf(['stale']) }),
  /** A run is under way; the current one stays until it comes. */
  busy: record({ type: oneOf(['busy']) }),
  /** There is no run, for this reason. */
  failed: record({ type: oneOf(['failed']), message: text }),
};

/** A message from the extension to the page. */
export type TraceMessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Validates a message to the page. */
export const isTraceMessageToPage: Shape<TraceMessageToPage> = messageOf(toPage);

const keptRuns = recordWith({ titles: listOf(text), branches: listOf(branches) }, { compared: index });

/** The branches, as they outlive a page. */
export type KeptRuns = Shaped<typeof keptRuns>;

const toExtension = {
  /** The page is ready and has no content yet; carries the runs it had before, and their subject. */
  ready: recordWith({ type: oneOf(['ready']) }, { subject, runs: keptRuns }),
  /** Requests these rows. */
  rows: record({ type: oneOf(['rows']), number: index, from: index, to: index }),
  /** Searches for the matching steps; `find` is new for each search. */
  find: record({ type: oneOf(['find']), number: index, find: index, filter }),
  /** Requests these rows of a search, the first of which has index `from` there. */
  pick: record({ type: oneOf(['pick']), number: index, find: index, from: index, steps: listOf(index) }),
  /** Requests these steps to draw them. */
  stretch: record({ type: oneOf(['stretch']), number: index, from: index, to: index }),
  /** Requests the possible next steps after this step. */
  choices: record({ type: oneOf(['choices']), number: index, step: index }),
  /** Shows the branch in which this happens after a step. */
  branch: record({ type: oneOf(['branch']), number: index, after: index, move: isRunMove }),
  /** Requests the values of these expressions at a step. */
  watch: record({ type: oneOf(['watch']), number: index, step: index, texts: listOf(text) }),
  /** Shows the branch in which a variable has another value after a step. */
  set: record({ type: oneOf(['set']), number: index, step: index, entity: text, variable: text, value: text }),
  /** Shows another of the branches. */
  showRun: record({ type: oneOf(['showRun']), run: index }),
  /** Compares with another of the branches, or with none. */
  compare: recordWith({ type: oneOf(['compare']) }, { run: index }),
  /** Requests the differences from the compared run at this step. */
  difference: record({ type: oneOf(['difference']), number: index, step: index }),
  /** From the menu of a lane; comes back as `hide`. */
  hideLane: record({ type: oneOf(['hideLane']), name: text }),
  /** Keeps the settings. */
  settings: record({ type: oneOf(['settings']), settings }),
  /** Writes the picture to a file; a PNG is in base64. */
  export: record({ type: oneOf(['export']), format: oneOf(pagePictureFormats), content: text }),
  /** Requests the details of this step, and its state in full if wanted. */
  step: recordWith({ type: oneOf(['step']), number: index, step: index }, { full: booleanShape }),
  /** Reveals the source location of a step, or of one of its events or reasons by index. */
  reveal: recordWith({ type: oneOf(['reveal']), number: index, step: index }, { event: index, because: index }),
  /** The lane of this entity was selected. */
  selected: record({ type: oneOf(['selected']), name: text }),
  /** Shows another combination of the scenario. */
  variant: record({ type: oneOf(['variant']), variant: index }),
  save: record({ type: oneOf(['save']) }),
  ...ofEveryPage,
};

/** A message from the page to the extension. */
export type TraceMessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Validates a message to the extension. */
export const isTraceMessageToExtension: Shape<TraceMessageToExtension> = messageOf(toExtension);

const savedTrace = recordWith({ subject, step: index }, { runs: keptRuns, bookmarks: listOf(index) });

/** The state that outlives a hidden or reloaded page. */
export type SavedTrace = Shaped<typeof savedTrace>;
/** Validates a saved state. */
export const isSavedTrace: Shape<SavedTrace> = savedTrace;

/** The trace page's connection to the extension. */
export type TraceHost = PageHost<TraceMessageToPage, TraceMessageToExtension, SavedTrace>;
