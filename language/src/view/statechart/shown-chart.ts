/**
 * The part of a chart that is shown: states may be folded, or reduced to one with its neighbours; labels and the lines
 * in states wrap, and guards and actions are folded unless asked for. Independent of how it is laid out and drawn.
 */
import { append } from '../../model/common/append.ts';
import type { ChartRun } from './chart-run.ts';
import {
  rootState,
  chartMarks,
  type ChartNote,
  type ChartState,
  type ChartTransition,
  type Statechart,
} from './statechart.ts';
import { t } from '../../model/common/translation.ts';

/** The visible part of a chart. */
export interface ChartChoice {
  /** True to show guards and actions; otherwise labels have only their triggers. */
  readonly isFull: boolean;
  /** The ids of the states whose content is hidden. */
  readonly folded: ReadonlySet<string>;
  /** The state that is shown with its neighbours only. */
  readonly focus?: string | undefined;
  /** True to leave room for the time that a timer has left, below the label of its transition. */
  readonly hasRun?: boolean;
}

/** A state, and the number of states hidden in it. */
export interface ShownState extends ChartState {
  readonly inside?: number;
}

/** A transition, and the ids of those between the same states with the same label, where one of these is folded. */
export interface ShownTransition extends ChartTransition {
  readonly also?: readonly string[];
}

/** A chart whose labels and notes are the lines as drawn; a transition ends at the states that are shown. */
export interface ShownChart extends Statechart {
  readonly states: readonly ShownState[];
  readonly transitions: readonly ShownTransition[];
}

/** Everything, as exported on the command line. */
export const wholeChart: ChartChoice = { isFull: false, folded: new Set() };

/** The most characters and lines of a label and of the text in a state. */
const measures = {
  brief: { label: 17, labelLines: 2, note: 22, noteLines: 1 },
  full: { label: 30, labelLines: 6, note: 40, noteLines: 4 },
} as const;

/** The line of a label that says how much time a timer has left. */
export const timerLine = '';

/**
 * Returns what is shown of a chart; folded lines leave no text in a state around others. Cost: `O(states · depth +
 * transitions)`.
 */
export function shownChart(chart: Statechart, choice: ChartChoice): ShownChart {
  const tree = treeOf(chart);
  const visible = visibleIn(chart, tree, choice);
  const nearest = (id: string): string | undefined => pathOf(id, tree).find((each) => visible.has(each));
  const { focus } = choice;
  const isMeant = (id: string): boolean => focus === undefined || pathOf(id, tree).includes(focus);
  const lifted = chart.transitions
    .filter(({ source, target }) => isMeant(source) || (target !== undefined && isMeant(target)))
    .flatMap((transition) => liftedTransition(transition, choice, nearest));
  const transitions = chart.explored === undefined ? joined(lifted, choice.folded) : summedUp(lifted);
  const states = chart.states.flatMap((state): ShownState[] => {
    if (!visible.has(state.id)) return [];
    const hidden = chart.states.filter(({ id }) => id !== state.id && nearest(id) === state.id);
    if (!choice.folded.has(state.id) || hidden.length === 0) return [state];
    const mark = chartMarks.find((each) => hidden.some((other) => other.mark === each));
    // A group of explored states begins where the first of them is.
    const isInitial = state.isInitial || (chart.explored !== undefined && hidden.some((other) => other.isInitial));
    return [{ ...state, isInitial, inside: hidden.length, ...(mark !== undefined && { mark }) }];
  });
  const containers = new Set(states.flatMap(({ parent }) => parent ?? []));
  const notes = states.flatMap(({ id }) =>
    isMeant(id) && (choice.isFull || !containers.has(id))
      ? notesOf(
          chart.notes.filter(({ state }) => state === id),
          choice.isFull,
          chart.explored !== undefined,
        )
      : [],
  );
  return { ...chart, states, transitions, notes };
}

/** Returns the ids of the states that contain others. */
export const foldable = ({ states }: Statechart): ReadonlySet<string> =>
  new Set(states.flatMap(({ parent }) => (parent === undefined || parent === rootState ? [] : [parent])));

/** Returns the state to fold next in a picture that is too large: the deepest, of those the one with most in it. */
export function nextFolded({ states }: ShownChart): string | undefined {
  const parents = new Map(states.map(({ id, parent }) => [id, parent]));
  const size = (id: string): number => states.filter((each) => pathOf(each.id, parents).includes(id)).length;
  return [...foldable({ states } as Statechart)]
    .map((id) => ({ id, depth: pathOf(id, parents).length, size: size(id) }))
    .sort((one, other) => other.depth - one.depth || other.size - one.size)[0]?.id;
}

/** Returns the state that stands for a state or transition: itself, or the one in which it is hidden. */
export function shownId(id: string, chart: Statechart, shown: ShownChart): string | undefined {
  if ([...shown.states, ...shown.transitions].some((each) => each.id === id)) return id;
  const joint = shown.transitions.find(({ also }) => also?.includes(id));
  if (joint !== undefined) return joint.id;
  const from = chart.transitions.find((each) => each.id === id)?.source ?? id;
  const visible = new Set(shown.states.map((each) => each.id));
  return pathOf(from, treeOf(chart)).find((each) => visible.has(each));
}

/** Returns a run of a chart for what is shown of it: a transition is enabled, taken or timed as those it stands for. */
export function shownRun(run: ChartRun, { transitions }: ShownChart): ChartRun {
  const joint = new Map(transitions.flatMap(({ id, also = [] }) => also.map((each) => [each, id] as const)));
  const idOf = (id: string): string => joint.get(id) ?? id;
  const timers = run.timers.map((timer) => ({ ...timer, transition: idOf(timer.transition) }));
  return { ...run, enabled: run.enabled.map(idOf), taken: run.taken.map(idOf), timers };
}

type Tree = ReadonlyMap<string, string | undefined>;

const treeOf = ({ states }: Statechart): Tree => new Map(states.map(({ id, parent }) => [id, parent]));

/** Returns a state and those around it, the inner ones first. */
function pathOf(id: string, tree: Tree): readonly string[] {
  const path: string[] = [];
  for (let at: string | undefined = id; at !== undefined && path.length <= tree.size; at = tree.get(at)) path.push(at);
  return path;
}

function visibleIn(chart: Statechart, tree: Tree, { folded, focus }: ChartChoice): ReadonlySet<string> {
  const open = chart.states.filter(({ id }) =>
    pathOf(id, tree)
      .slice(1)
      .every((around) => !folded.has(around)),
  );
  const ids = open.map(({ id }) => id);
  if (focus === undefined || !tree.has(focus)) return new Set(ids);
  const isIn = (id: string): boolean => pathOf(id, tree).includes(focus);
  const ends = chart.transitions.flatMap(({ source, target }) =>
    target !== undefined && (isIn(source) || isIn(target)) ? [source, target] : [],
  );
  const kept = new Set([focus, ...ids.filter(isIn), ...ends].flatMap((id) => pathOf(id, tree)));
  return new Set(ids.filter((id) => kept.has(id)));
}

/** Returns a transition between the shown states, with its label; none if it is hidden in one of them. */
function liftedTransition(
  transition: ChartTransition,
  { isFull, hasRun }: ChartChoice,
  nearest: (id: string) => string | undefined,
): readonly ChartTransition[] {
  const { target: end, ...rest } = transition;
  const source = nearest(transition.source);
  const target = end === undefined ? undefined : nearest(end);
  const isLifted = source !== transition.source;
  if (source === undefined || (end !== undefined && target === undefined)) return [];
  if (isLifted && (end === undefined || source === target)) return [];
  const { label, labelLines } = isFull ? measures.full : measures.brief;
  const texts = isFull ? transition.lines : [transition.brief];
  const lines = texts.flatMap((line) => wrapped(line, label, labelLines));
  if (hasRun === true && transition.kind === 'after') lines.push(timerLine);
  return [{ ...rest, source, ...(target !== undefined && { target }), lines }];
}

/** Returns transitions of which those with the same ends, one of them folded, have different labels. */
function joined(transitions: readonly ChartTransition[], folded: ReadonlySet<string>): readonly ShownTransition[] {
  const byLabel = new Map<string, [ChartTransition, ...ChartTransition[]]>();
  for (const transition of transitions) {
    const { id, source, target, lines } = transition;
    const isFolded = target !== undefined && (folded.has(source) || folded.has(target));
    const key = isFolded ? JSON.stringify([source, target, lines]) : id;
    const known = byLabel.get(key);
    if (known === undefined) byLabel.set(key, [transition]);
    else known.push(transition);
  }
  return [...byLabel.values()].map(([first, ...others]) => {
    if (others.length === 0) return first;
    const texts = new Set([first, ...others].map(({ text }) => text));
    return { ...first, text: [...texts].join('; '), also: others.map(({ id }) => id) };
  });
}

/** The most labels of the transitions from one state to another, of explored states. */
const mostLabels = 3;

/** Returns transitions of which those with the same ends have different labels, of which the last counts the rest. */
function summedUp(transitions: readonly ChartTransition[]): readonly ChartTransition[] {
  const byEnds = new Map<string, ChartTransition[]>();
  for (const transition of transitions) {
    const key = `${transition.source} ${transition.target ?? ''}`;
    const known = byEnds.get(key)?.some(({ brief }) => brief === transition.brief) === true;
    if (!known) append(byEnds, key, transition);
  }
  return [...byEnds.values()].flatMap((all) => {
    const last = all[mostLabels - 1];
    if (last === undefined || all.length === mostLabels) return all;
    const others = t`and ${String(all.length - mostLabels + 1)} more`;
    return [...all.slice(0, mostLabels - 1), { ...last, lines: [others], brief: others }];
  });
}

/** The most characters and lines of what is said in an explored state. */
const ofExplored = { brief: { note: 30, noteLines: 4 }, full: { note: 60, noteLines: 12 } } as const;

function exploredNotes(notes: readonly ChartNote[], isFull: boolean): readonly ChartNote[] {
  const { note, noteLines } = isFull ? ofExplored.full : ofExplored.brief;
  const shown = notes.length > noteLines ? notes.slice(0, noteLines - 1) : notes;
  const others = notes.length - shown.length;
  return [
    ...shown.map((each) => ({ ...each, text: cut(each.text, note) })),
    ...notes.slice(0, others === 0 ? 0 : 1).map((each) => ({ ...each, text: t`and ${String(others)} more` })),
  ];
}

function notesOf(notes: readonly ChartNote[], isFull: boolean, isExplored: boolean): readonly ChartNote[] {
  if (isExplored) return exploredNotes(notes, isFull);
  const { note, noteLines } = isFull ? measures.full : measures.brief;
  if (isFull) return notes.flatMap((each) => wrapped(each.text, note, noteLines).map((text) => ({ ...each, text })));
  const [first] = notes;
  if (first === undefined) return [];
  if (notes.length === 1) return [{ ...first, text: cut(first.brief, note) }];
  const words = [...new Set(notes.map(({ brief }) => brief))];
  const events = words.flatMap((word) => (word.startsWith('on ') ? [word.slice(3).replace(/ \[…\]$/, '')] : []));
  const others = words.filter((word) => !word.startsWith('on '));
  const text = [...others, ...(events.length === 0 ? [] : [`on ${[...new Set(events)].join(', ')}`])].join(', ');
  return [{ state: first.state, text: cut(text, note), brief: text }];
}

/**
 * Returns a text in lines, broken between words but not after `on`, `do` or `if`; a word that is too long is cut at its
 * end, never in the middle.
 */
export function wrapped(text: string, length: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const isJoined = last !== undefined && (last.length <= 2 || last.length + 1 + word.length <= length);
    if (isJoined) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => cut(line, 2 * length));
  const last = shown.at(-1);
  return lines.length > most && last !== undefined ? [...shown.slice(0, -1), `${cut(last, length - 2)} …`] : shown;
}

const cut = (line: string, length: number): string => (line.length <= length ? line : `${line.slice(0, length - 1)}…`);
