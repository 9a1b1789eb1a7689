/**
 * The state of the graph page and its transitions: a pure function of events, so that every change can be tested
 * without a page.
 */
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Moves } from '../../../language/src/view/layout/moved.ts';
import type { Placement, Point } from '../../../language/src/view/layout/placement.ts';
import { sameNodes } from '../../../language/src/view/layout/same-nodes.ts';
import type { PlanOverlay } from '../../../language/src/view/report/plan-overlay.ts';
import { representedNames } from '../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import type { Focus } from '../../../language/src/view/shown/focus.ts';
import { seenAtAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import type { Arrangement } from '../../../language/src/model/view.ts';
import { everything, type ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { keeping, revealing, withContainer, withFocus, withOpened, withView } from './choice.ts';
import type { SavedState } from './messages.ts';
import { askingBeside, choiceWithPlan, withDifference } from './overlay-choice.ts';

/** The whole graph of a document. */
export interface WholeGraph {
  readonly uri: string;
  readonly title: string;
  readonly graph: GraphView;
  /** The boxes that were moved by hand before. */
  readonly moves?: Moves;
  /** What is supposed of it, null for nothing; absent where nothing can be supposed. */
  readonly supposed?: string | null | undefined;
}

/** The shown part with its positions; both change together, so that every node has a position. */
export interface Picture extends WholeGraph {
  readonly whole: GraphView;
  /** The choice of the part. */
  readonly choice: ViewChoice;
  /** The number of entities not shown. */
  readonly hidden: number;
  /** The number of entities above which some are closed or stacked in it. */
  readonly above: number;
  /** True if there is too much to draw; then nothing has a position. */
  readonly isTooLarge: boolean;
  /** True if a better layout is under way. */
  readonly isFirst: boolean;
  /** True if only the text has changed since the picture before. */
  readonly isEdit: boolean;
  /** The number of requests to lay everything out again before it. */
  readonly arrangement: number;
  readonly placement: Placement;
  /** The boxes that were moved by hand in it. */
  readonly moves: Moves;
}

/** The reason why there is no picture. */
export type PageNotice =
  | { readonly kind: 'loading' | 'noDocument' | 'noModel' }
  | { readonly kind: 'failed'; readonly message: string };

/** The state of the graph page. */
export interface PageState {
  /** The model received last; the picture follows. */
  readonly model: WholeGraph | undefined;
  readonly choice: ViewChoice;
  /** True if a table replaces the picture. */
  readonly isTable: boolean;
  /** The boxes of the document that were moved by hand. */
  readonly moves: Moves;
  /** The number of entities above which containers and similar entities are closed automatically. */
  readonly groupAbove: number;
  /** The arrangement of the settings, for what is not chosen. */
  readonly usual: Arrangement;
  /** The number of requests to lay everything out again. */
  readonly arrangement: number;
  readonly isViewOpen: boolean;
  readonly isOverviewOpen: boolean;
  /** The saved state of the document shown before the page was hidden. */
  readonly saved: SavedState | undefined;
  /** Absent while there is nothing to draw; `notice` then says why. */
  readonly picture: Picture | undefined;
  readonly notice: PageNotice | undefined;
  readonly plan: PlanOverlay | undefined;
  /** The number of layers after which the plan is shown; absent for the whole plan. */
  readonly step: number | undefined;
  readonly selection: Selection | undefined;
  readonly areDetailsOpen: boolean;
  readonly isLegendOpen: boolean;
  readonly query: string;
}

/** An event of the graph page. */
export type PageEvent =
  | { readonly type: 'received'; readonly model: WholeGraph }
  /** The user chose what to show. */
  | { readonly type: 'narrowed'; readonly choice: ViewChoice }
  /** Another view requested a part of the graph. */
  | { readonly type: 'focused'; readonly focus: Focus }
  /** The side bar requested a declared view. */
  | { readonly type: 'viewed'; readonly title: string }
  | { readonly type: 'tableToggled' | 'viewToggled' | 'overviewToggled' | 'arranged' | 'movesReset' }
  /** The user put a box elsewhere; its place is relative to its container. */
  | { readonly type: 'boxMoved'; readonly id: string; readonly to: Point }
  | { readonly type: 'limited'; readonly groupAbove: number; readonly arrangement: Arrangement }
  /** Something in a stack, a closed container or a bundled line is to be drawn itself. */
  | { readonly type: 'opened'; readonly id: string }
  | { readonly type: 'drawn'; readonly picture: Picture }
  | { readonly type: 'noticed'; readonly notice: PageNotice }
  | Planned
  | { readonly type: 'stepped'; readonly step: number | undefined }
  /** The user chose something in the picture. */
  | { readonly type: 'chosen'; readonly selection: Selection }
  /** The editor's cursor is in an entity. */
  | { readonly type: 'pointed'; readonly name: string | null }
  /** Another view requested the details of an entity; its node may not be drawn yet. */
  | { readonly type: 'inspected'; readonly name: string }
  | { readonly type: 'detailsClosed' | 'selectionCleared' | 'legendToggled' }
  | { readonly type: 'searched'; readonly query: string };

interface Planned {
  readonly type: 'planned';
  readonly plan: PlanOverlay | undefined;
  /** Null for the whole plan; absent for the step of the same plan before. */
  readonly step?: number | null | undefined;
}

/** Returns the initial state of a page. */
export function initialState(saved: SavedState | undefined): PageState {
  return {
    model: undefined,
    choice: everything,
    isTable: saved?.table ?? hasScreenReader(),
    moves: new Map(),
    arrangement: 0,
    groupAbove: seenAtAGlance,
    usual: {},
    isViewOpen: saved?.view ?? false,
    isOverviewOpen: saved?.overview ?? true,
    saved,
    picture: undefined,
    notice: { kind: 'loading' },
    plan: undefined,
    step: saved?.plan === undefined ? undefined : saved.step,
    selection: saved?.selected === undefined ? undefined : { type: 'node', id: saved.selected },
    areDetailsOpen: false,
    isLegendOpen: saved?.legend ?? false,
    query: '',
  };
}

/** Returns the state after an event. */
export function nextState(state: PageState, event: PageEvent): PageState {
  switch (event.type) {
    case 'received':
      return {
        ...state,
        model: event.model,
        choice: choiceFor(state, event.model),
        moves: movesFor(state, event.model),
      };
    case 'narrowed':
      return { ...state, choice: event.choice };
    case 'focused':
      return focused(state, event.focus);
    case 'viewed':
      return state.model === undefined ? state : { ...state, choice: withView(state.model.graph, event.title) };
    case 'boxMoved':
      return { ...state, moves: new Map([...state.moves, [event.id, event.to]]) };
    case 'movesReset':
      return { ...state, moves: new Map() };
    case 'arranged':
      return { ...state, arrangement: state.arrangement + 1, choice: withSelected(state) };
    case 'tableToggled':
      return { ...state, isTable: !state.isTable };
    case 'viewToggled':
      return { ...state, isViewOpen: !state.isViewOpen };
    case 'overviewToggled':
      return { ...state, isOverviewOpen: !state.isOverviewOpen };
    case 'limited':
      return { ...state, groupAbove: event.groupAbove, usual: event.arrangement };
    case 'opened':
      return { ...state, choice: opening(state, event.id) };
    case 'drawn':
      return withPicture(state, event.picture);
    case 'noticed':
      return { ...state, notice: event.notice, model: undefined, picture: undefined, areDetailsOpen: false };
    case 'planned':
      return planned(state, event);
    case 'stepped':
      return { ...state, step: event.step, ...withDifference(state, event.step) };
    case 'chosen':
      return { ...state, selection: event.selection, areDetailsOpen: true };
    case 'pointed':
      return pointed(state, event.name);
    case 'inspected':
      return {
        ...state,
        choice: state.model === undefined ? state.choice : revealing(state.choice, state.model.graph, event.name),
        selection: { type: 'node', id: event.name },
        areDetailsOpen: true,
      };
    case 'detailsClosed':
      return { ...state, areDetailsOpen: false };
    case 'selectionCleared':
      return { ...state, selection: undefined, areDetailsOpen: false };
    case 'legendToggled':
      return { ...state, isLegendOpen: !state.isLegendOpen };
    case 'searched':
      return { ...state, query: event.query };
  }
}

/** Opens and selects the requested part, which may be deep inside closed containers. */
function focused(state: PageState, focus: Focus): PageState {
  if (state.model === undefined) return state;
  const { graph } = state.model;
  const node = nodeOf(state.model, focus.of);
  const other = 'with' in focus ? nodeOf(state.model, focus.with) : undefined;
  if (node === undefined) return state;
  const named = 'with' in focus ? { ...focus, of: node.id, with: other?.id ?? focus.with } : { ...focus, of: node.id };
  const choice = withFocus(revealing(state.choice, graph, focus.of), named);
  return { ...state, choice, selection: node };
}

/** A document keeps its moved boxes under their new names; another one starts with those that were kept. */
function movesFor({ model, moves }: PageState, next: WholeGraph): Moves {
  if (model?.uri !== next.uri) return next.moves ?? new Map();
  if (moves.size === 0) return moves;
  const renamed = new Map([...sameNodes(model.graph, next.graph)].map(([now, before]) => [before, now]));
  const there = new Set(next.graph.nodes.map(({ id }) => id));
  // What is gone may come back while somebody types.
  return new Map([...moves].map(([id, to]) => [there.has(id) ? id : (renamed.get(id) ?? id), to]));
}

/** A document keeps its choice; another one starts with its saved choice or the initial one. */
function choiceFor({ model, choice, saved }: PageState, next: WholeGraph): ViewChoice {
  if (model?.uri === next.uri) return choice;
  return (saved?.uri === next.uri ? saved.choice : undefined) ?? everything;
}

/** Shows a plan; a comparison that is requested at a difference shows whom that hits. */
function planned(state: PageState, event: Planned): PageState {
  const { plan } = event;
  const next = { ...state, plan, step: stepOf(state, event), choice: choiceWithPlan(state, plan) };
  return typeof event.step === 'number' ? { ...next, ...withDifference(next, next.step) } : next;
}

/** Returns the requested step. Otherwise the same plan, of a changed model or a restored page, stays at its step. */
function stepOf({ plan, step }: PageState, { plan: next, step: asked }: Planned): number | undefined {
  if (asked !== undefined || next === undefined) return asked ?? undefined;
  const isSame = plan === undefined || JSON.stringify(plan.question) === JSON.stringify(next.question);
  return isSame ? step : undefined;
}

function withPicture(state: PageState, picture: Picture): PageState {
  const selection = stillThere(state, picture);
  return {
    ...state,
    picture,
    notice: undefined,
    selection,
    areDetailsOpen: state.areDetailsOpen && selection !== undefined,
  };
}

function stillThere({ selection, choice, model }: PageState, picture: Picture): Selection | undefined {
  // A later picture follows, of another choice or text; what is selected may be drawn only there.
  if (picture.choice !== choice || (model !== undefined && picture.whole !== model.graph)) return selection;
  if (selection?.type === 'node') return nodeOf(picture, selection.id);
  return picture.graph.edges.some(({ id }) => id === selection?.id) ? selection : undefined;
}

/** Returns the node with that id, otherwise the one that represents an entity of that name among others. */
function nodeOf(picture: Pick<WholeGraph, 'graph'> | undefined, name: string): Selection | undefined {
  const nodes = picture?.graph.nodes ?? [];
  const node = nodes.find(({ id }) => id === name) ?? nodes.find((one) => representedNames(one).includes(name));
  return node === undefined ? undefined : { type: 'node', id: node.id };
}

const withSelected = ({ choice, picture, selection }: PageState): ViewChoice =>
  picture === undefined || selection?.type !== 'node' ? choice : keeping(choice, picture.graph, selection.id);

/** Outside of every entity the selection stays: the cursor is often in a scenario about it. */
function pointed(state: PageState, name: string | null): PageState {
  const { model, picture, choice, plan } = state;
  const whole = model?.graph ?? picture?.whole;
  if (name === null || whole?.nodes.some(({ id }) => id === name) !== true) return state;
  const isLatest = picture?.choice === choice && picture.uri === (model ?? picture).uri;
  const isDrawn = isLatest && picture.graph.nodes.some(({ id }) => id === name);
  const shown = isDrawn ? choice : askingBeside(choice, whole, name, plan);
  return { ...state, selection: { type: 'node', id: name }, choice: shown };
}

function opening({ picture, choice }: PageState, id: string): ViewChoice {
  const node = picture?.graph.nodes.find((each) => each.id === id);
  return node?.inside === undefined ? withOpened(choice, id) : withContainer(choice, id, true);
}

/** Returns true if the editor knows of a screen reader, which reads a table line by line; in a test nothing does. */
function hasScreenReader(): boolean {
  return typeof document !== 'undefined' && document.body.classList.contains('vscode-using-screen-reader');
}
