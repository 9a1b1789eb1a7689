/**
 * Everything that the graph page and the extension say to each other, and the proofs that a message
 * is one of these. Either side drops what does not pass. Nothing that the page sends names a file or
 * a command: it names what it was sent, and the extension looks up the place.
 */
import { entityKinds } from '../../../language/src/model/entity-kind.ts';
import { relationKinds } from '../../../language/src/model/relation.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { planEffects, type PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { layers } from '../../../language/src/view/shown/layers.ts';
import type { Choice } from '../../../language/src/view/shown/shown.ts';
import type { PageHost } from '../page/host.ts';
import { planQuestion } from './plan-question.ts';
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
  type Shape,
  type Shaped,
} from '../page/shape.ts';

const position = record({ line: index, character: index });
const span = record({ uri: text, start: position, end: position });
const severity = oneOf(['error', 'warning', 'information', 'hint']);
const problems = listOf(record({ code: text, severity, message: text }));

const graph: Shape<GraphView> = record({
  nodes: listOf(
    recordWith(
      { id: text, label: text, kind: oneOf(entityKinds), root: truth, absent: truth, span },
      { type: text, parent: text, stack: listOf(text), machine: text, documentation: text, problems },
    ),
  ),
  edges: listOf(
    recordWith(
      { id: text, kind: oneOf(relationKinds), source: text, target: text, span },
      { as: text, notify: text, count: index, problems },
    ),
  ),
  entityCount: index,
});

const reasons = listOf(recordWith({ text }, { span }));
const effect = recordWith(
  { kind: oneOf(planEffects), because: reasons },
  { step: index, distance: index, detail: text },
);
const order = recordWith(
  { first: text, then: text, text, severity, circle: reasons },
  { relation: record({ kind: oneOf(relationKinds), source: text, target: text }) },
);
const plan: Shape<PlanOverlay> = record({
  question: planQuestion,
  event: text,
  policy: text,
  steps: index,
  marks: listOf(record({ name: text, effects: listOf(effect) })),
  leftOut: listOf(order),
  leftOutCount: index,
});

const focus = either(
  either(record({ kind: oneOf(['near']), of: text, hops: index }), record({ kind: oneOf(['down', 'up']), of: text })),
  record({ kind: oneOf(['shared']), of: text, with: text }),
);

/** The formats in which the page writes what it shows. */
export const graphFormats = ['svg', 'png', 'mermaid', 'dot', 'json'] as const;
export type GraphFormat = (typeof graphFormats)[number];

const toPage = {
  /** Draw this graph; `uri` and `title` are those of its document. */
  graph: record({ type: oneOf(['graph']), uri: text, title: text, graph }),
  /** There is nothing to draw, or no way to know what. */
  empty: record({ type: oneOf(['empty']), reason: oneOf(['noDocument', 'noModel']) }),
  failed: record({ type: oneOf(['failed']), message: text }),
  /** Show what this plan does, after a step or all of it (null), else where the same plan stood; or stop showing one. */
  plan: recordWith({ type: oneOf(['plan']), plan: either(plan, nothing) }, { step: either(index, nothing) }),
  /** The cursor is in the declaration of this entity, or in none. */
  select: record({ type: oneOf(['select']), name: either(text, nothing) }),
  /** Select this entity and open its details. */
  inspect: record({ type: oneOf(['inspect']), name: text }),
  /** Show this part of the graph alone. */
  narrow: record({ type: oneOf(['narrow']), focus }),
  /** Answer with what is shown, in this format. */
  export: record({ type: oneOf(['export']), format: oneOf(graphFormats) }),
  /** How long a layout may take, in milliseconds. */
  limits: record({ type: oneOf(['limits']), layoutTimeout: number }),
};

/** What the extension tells the page. */
export type MessageToPage = Shaped<(typeof toPage)[keyof typeof toPage]>;
/** Proves that a value is a message to the page. */
export const isMessageToPage: Shape<MessageToPage> = messageOf(toPage);

const place = messageOf({
  node: record({ type: oneOf(['node']), id: text }),
  edge: record({ type: oneOf(['edge']), id: text }),
  /** A link of the reason chain of an effect that the plan has on an entity. */
  reason: record({ type: oneOf(['reason']), name: text, effect: index, link: index }),
  /** A link of the circle that an order of the plan would close. */
  circle: record({ type: oneOf(['circle']), order: index, link: index }),
});

const toExtension = {
  /** The page listens; it wants to be told everything. */
  ready: record({ type: oneOf(['ready']) }),
  /** Show where something is written, and move the keyboard there if `focus` is set. */
  reveal: record({ type: oneOf(['reveal']), place, focus: truth }),
  /** Ask which crash to simulate; of this entity if one is given. */
  simulateCrash: recordWith({ type: oneOf(['simulateCrash']) }, { pd: text }),
  /** Ask which plan to show; for this entity if one is given. */
  choosePlan: recordWith({ type: oneOf(['choosePlan']) }, { of: text }),
  clearPlan: record({ type: oneOf(['clearPlan']) }),
  retry: record({ type: oneOf(['retry']) }),
  showLog: record({ type: oneOf(['showLog']) }),
  newModel: record({ type: oneOf(['newModel']) }),
  /** Ask in which format to export. */
  chooseExport: record({ type: oneOf(['chooseExport']) }),
  /** What is shown, for a file; that of a PNG in base64. */
  exported: record({ type: oneOf(['exported']), format: oneOf(graphFormats), content: text }),
  /** Something to write into the log. */
  trouble: record({ type: oneOf(['trouble']), message: text }),
};

/** What the page tells the extension. */
export type MessageToExtension = Shaped<(typeof toExtension)[keyof typeof toExtension]>;
/** Something that was drawn and is written somewhere. */
export type Place = Shaped<typeof place>;
/** Proves that a value is a message to the extension. */
export const isMessageToExtension: Shape<MessageToExtension> = messageOf(toExtension);

const choice: Shape<Choice> = recordWith(
  {
    hiddenLayers: listOf(oneOf(layers)),
    hiddenKinds: listOf(oneOf(entityKinds)),
    name: text,
    closed: listOf(text),
  },
  { type: text, focus },
);

const savedState = recordWith(
  { uri: text },
  {
    plan: planQuestion,
    step: index,
    viewport: record({ x: number, y: number, k: number }),
    selected: text,
    legend: truth,
    choice,
    table: truth,
    view: truth,
    overview: truth,
  },
);

/** What outlives a hidden or reloaded page. */
export type SavedState = Shaped<typeof savedState>;
/** Proves that a value is a state that was saved before. */
export const isSavedState: Shape<SavedState> = savedState;

/** The graph page's line to the extension. */
export type GraphHost = PageHost<MessageToPage, MessageToExtension, SavedState>;
