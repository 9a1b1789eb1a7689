/**
 * The messages between the graph page and the extension, with their validation. Each side drops what does not pass. The
 * page never sends files or commands: it names what it was sent, and the extension looks up the location.
 */
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { lineKinds } from '../../../language/src/model/drawn-kinds.ts';
import { routings, spacings, viewDirections, type Arrangement } from '../../../language/src/model/view.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import { lineChanges } from '../../../language/src/view/graph-edge.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { GraphChanges } from '../../../language/src/view/graph-changes.ts';
import { changeEffects, planEffects, type PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { layers } from '../../../language/src/view/shown/layers.ts';
import type { ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { ofEveryPage, span } from '../page/common-messages.ts';
import type { PageHost } from '../page/host.ts';
import { changesQuestion, planQuestion } from './plan-question.ts';
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
  booleanShape,
  type Shape,
  type Shaped,
} from '../page/shape.ts';

const severity = oneOf(['error', 'warning', 'information', 'hint']);
const problems = listOf(record({ code: text, severity, message: text }));

const views = listOf(
  recordWith(
    { title: text, shown: listOf(text), closed: listOf(text) },
    { relations: listOf(oneOf(relationKinds)), direction: oneOf(viewDirections) },
  ),
);

const node = recordWith(
  { id: text, label: text, kind: oneOf(entityKinds), root: booleanShape, absent: booleanShape, span },
  {
    type: text,
    parent: text,
    stack: listOf(text),
    machine: text,
    classes: listOf(text),
    protected: booleanShape,
    doomed: booleanShape,
    documentation: text,
    data: listOf(text),
    problems,
    before: span,
  },
);

const edge = recordWith(
  { id: text, kind: oneOf(lineKinds), source: text, target: text, span },
  {
    ...{ as: text, notify: text, count: index, problems },
    quorum: record({ key: text, least: index, of: index }),
    ...{ before: span, change: oneOf(lineChanges) },
    because: listOf(record({ text, span })),
  },
);

const graph: Shape<GraphView> = recordWith({ nodes: listOf(node), edges: listOf(edge), entityCount: index }, { views });

const changes: Shape<GraphChanges> = recordWith(
  { nodes: listOf(either(index, node)), edges: listOf(either(index, edge)), entityCount: index },
  { views },
);

const ofDocument = { uri: text, title: text };

const reasons = listOf(recordWith({ text }, { span }));
const effect = recordWith(
  { kind: oneOf([...planEffects, ...changeEffects]), because: reasons },
  { step: index, distance: index, detail: text },
);
const order = recordWith(
  { first: text, then: text, text, severity, cycle: reasons },
  { relation: record({ kind: oneOf(relationKinds), source: text, target: text }) },
);
const plan: Shape<PlanOverlay> = recordWith(
  {
    question: either(planQuestion, changesQuestion),
    event: text,
    steps: index,
    marks: listOf(record({ name: text, effects: listOf(effect) })),
    dropped: listOf(order),
    droppedCount: index,
  },
  {
    ...{ policy: text, isRefused: booleanShape, omitted: index },
    differences: listOf(record({ text, direction: oneOf(['worse', 'better', 'other']) })),
  },
);

const focus = either(
  either(record({ kind: oneOf(['near']), of: text, hops: index }), record({ kind: oneOf(['down', 'up']), of: text })),
  record({ kind: oneOf(['shared', 'path']), of: text, with: text }),
);

const boxPlace = record({ id: text, x: number, y: number });

/** The position of a box moved by hand: its distance from the upper left corner of its container. */
export type BoxPlace = Shaped<typeof boxPlace>;
/** Validates moved boxes. */
export const isBoxPlaces: Shape<readonly BoxPlace[]> = listOf(boxPlace);

const arrangement: Shape<Arrangement> = recordWith(
  {},
  { direction: oneOf(viewDirections), spacing: oneOf(spacings), routing: oneOf(routings) },
);

/** The formats that the page can export. */
export const graphFormats = ['svg', 'png', 'mermaid', 'dot', 'json'] as const;
/** One of the export formats. */
export type GraphFormat = (typeof graphFormats)[number];

const toPage = {
  /**
   * Draws this graph; `uri` and `title` are those of its document, `moves` the boxes that were moved by hand, `supposed`
   * what is supposed of the model, null for nothing; absent where nothing can be supposed.
   */
  graph: recordWith(
    { type: oneOf(['graph']), ...ofDocument, graph },
    { moves: isBoxPlaces, supposed: either(text, nothing) },
  ),
  /** Draws the graph of the same document after an edit, as its difference from the one that was sent before. */
  graphChanges: recordWith(
    { type: oneOf(['graphChanges']), ...ofDocument, changes },
    { moves: isBoxPlaces, supposed: either(text, nothing) },
  ),
  /** There is nothing to draw, or the document is unknown. */
  empty: record({ type: oneOf(['empty']), reason: oneOf(['noDocument', 'noModel']) }),
  failed: record({ type: oneOf(['failed']), message: text }),
  /**
   * Shows this plan: after a step, as a whole (null), or at the step of the same plan before. Without a plan, stops
   * showing one.
   */
  plan: recordWith({ type: oneOf(['plan']), plan: either(plan, nothing) }, { step: either(index, nothing) }),
  /** The cursor is in the declaration of this entity, or in none. */
  select: record({ type: oneOf(['select']), name: either(text, nothing) }),
  /** Selects this entity and opens its details. */
  inspect: record({ type: oneOf(['inspect']), name: text }),
  /** Shows only this part of the graph. */
  narrow: record({ type: oneOf(['narrow']), focus }),
  /** Shows a declared view. */
  view: record({ type: oneOf(['view']), title: text }),
  /** Requests the shown graph in this format. */
  export: record({ type: oneOf(['export']), format: oneOf(graphFormats) }),
  /** The time limit of a layout in milliseconds, and the number of entities above which some are closed. */
  limits: recordWith({ type: oneOf(['limits']), layoutTimeout: number }, { groupAbove: index, arrangement }),
};

/** A message from the extension to the page. */
export type MessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Validates a message to the page. */
export const isMessageToPage: Shape<MessageToPage> = messageOf(toPage);

const place = messageOf({
  node: record({ type: oneOf(['node']), id: text }),
  edge: record({ type: oneOf(['edge']), id: text }),
  /** A node or an edge as it was in the earlier version. */
  before: record({ type: oneOf(['before']), id: text }),
  /** A piece of text for which a line is drawn. */
  because: record({ type: oneOf(['because']), text, line: index, character: index }),
  /** A link of the reason chain of a plan's effect on an entity, of those at a step. */
  reason: recordWith({ type: oneOf(['reason']), name: text, effect: index, link: index }, { step: index }),
  /** A link of the cycle that an order of the plan would close. */
  cycle: record({ type: oneOf(['cycle']), order: index, link: index }),
});

const toExtension = {
  /** The page is ready and has no content yet. */
  ready: record({ type: oneOf(['ready']) }),
  /** Reveals a source location, and moves the keyboard focus there if `focus` is set. */
  reveal: record({ type: oneOf(['reveal']), place, focus: booleanShape }),
  /** Asks which crash to simulate; of this entity if one is given. */
  simulateCrash: recordWith({ type: oneOf(['simulateCrash']) }, { pd: text }),
  /** Asks which plan to show; for this entity if one is given. */
  choosePlan: recordWith({ type: oneOf(['choosePlan']) }, { of: text }),
  /** Keeps the boxes of a document that were moved by hand; none to forget them. */
  moved: record({ type: oneOf(['moved']), uri: text, boxes: isBoxPlaces }),
  clearPlan: record({ type: oneOf(['clearPlan']) }),
  /** Supposes that this entity or relation is gone. */
  suppose: record({ type: oneOf(['suppose']), without: text }),
  applySupposed: record({ type: oneOf(['applySupposed']) }),
  clearSupposed: record({ type: oneOf(['clearSupposed']) }),
  newModel: record({ type: oneOf(['newModel']) }),
  /** Asks for the export format. */
  chooseExport: record({ type: oneOf(['chooseExport']) }),
  /** The shown graph, for a file; a PNG in base64. */
  exported: record({ type: oneOf(['exported']), format: oneOf(graphFormats), content: text }),
  ...ofEveryPage,
};

/** A message from the page to the extension. */
export type MessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** A drawn part that has a source location. */
export type DrawnPart = Shaped<typeof place>;
/** Validates a message to the extension. */
export const isMessageToExtension: Shape<MessageToExtension> = messageOf(toExtension);

const choice: Shape<ViewChoice> = recordWith(
  {
    hiddenLayers: listOf(oneOf(layers)),
    hiddenKinds: listOf(oneOf(entityKinds)),
    name: text,
    closed: listOf(text),
  },
  {
    types: listOf(text),
    classes: listOf(text),
    data: listOf(text),
    view: text,
    focus,
    opened: listOf(text),
    asked: listOf(text),
    arrangement,
  },
);

const savedState = recordWith(
  { uri: text },
  {
    plan: either(planQuestion, changesQuestion),
    step: index,
    viewport: record({ x: number, y: number, k: number }),
    selected: text,
    legend: booleanShape,
    choice,
    table: booleanShape,
    view: booleanShape,
    overview: booleanShape,
  },
);

/** The state that outlives a hidden or reloaded page. */
export type SavedState = Shaped<typeof savedState>;
/** Validates a saved state. */
export const isSavedState: Shape<SavedState> = savedState;

/** The graph page's connection to the extension. */
export type GraphHost = PageHost<MessageToPage, MessageToExtension, SavedState>;
