/**
 * A machine as plain records for drawing: its nested states, and its transitions with their labels. An internal
 * transition is a line of text in its state.
 */
import { t } from '../../model/common/translation.ts';
import { entityName, type Model, type Sources } from '../../model/model.ts';
import type { Action } from '../../model/machines/action.ts';
import type { History, Machine, Transition } from '../../model/machines/machine.ts';
import { printAction } from '../../model/machines/print-action.ts';
import type { WritePath } from '../../model/machines/print-expression.ts';
import type { Span } from '../../model/span.ts';
import { typeText } from '../../model/machines/type-text.ts';
import { guardText, numberedTransitions, transitionText, triggerText } from '../transition-text.ts';

/** The marks of explored states, the gravest first. */
export const chartMarks = ['broken', 'end', 'cut'] as const;
/** One of the marks. */
export type ChartMark = (typeof chartMarks)[number];

/** A state; the machine itself is the state around all others. */
export interface ChartState {
  readonly id: string;
  readonly name: string;
  /** The id of the state around it; absent only for the machine. */
  readonly parent?: string;
  readonly isInitial: boolean;
  readonly isFinal: boolean;
  /** True if all the states directly in it are active together. */
  readonly isParallel?: boolean;
  /** Given for a history, which is drawn as a state of its own and never active. */
  readonly history?: 'shallow' | 'deep';
  /** The state that a history leads to at first. */
  readonly leadsTo?: string;
  /** Given for an explored state that breaks the check, that nothing leads on from, or that was not followed. */
  readonly mark?: ChartMark;
  readonly span?: Span;
}

/** A transition, drawn as a line, or written in its state if it has no target. */
export interface ChartTransition {
  readonly id: string;
  readonly kind: 'event' | 'after' | 'always';
  readonly source: string;
  /** Absent for an internal one. */
  readonly target?: string;
  /** Its trigger, guard and actions, each in one line. */
  readonly lines: readonly string[];
  /**
   * Its label where guard and actions are folded: `on Drain […]`, or the guard of one without trigger: `[allReset]`.
   */
  readonly brief: string;
  /** Its full text, in one line of the language. */
  readonly text: string;
  /** Given for a transition between explored states along which runs can come back. */
  readonly isInCycle?: boolean;
  readonly span?: Span;
}

/** A line of text in a state. */
export interface ChartNote {
  readonly state: string;
  readonly text: string;
  /** Its first words, for a state whose lines are folded: `on Drain`, `enter`. */
  readonly brief: string;
  /** The internal transition that it describes. */
  readonly transition?: string;
}

/** A machine as a chart. */
export interface Statechart {
  readonly machine: string;
  /** The machine first, then its states, outer states before the ones in them, then its histories. */
  readonly states: readonly ChartState[];
  /** By their numbers in a run, in document order. */
  readonly transitions: readonly ChartTransition[];
  readonly notes: readonly ChartNote[];
  /** Parameters and variables with their types. */
  readonly variables: readonly { readonly name: string; readonly type: string; readonly kind: string }[];
  /** The names of the entities that run it, up to a limit. */
  readonly entities: readonly string[];
  readonly entityCount: number;
  /**
   * Given for the explored states of a check: the entity whose machine groups them, or an empty text; the properties that
   * are not judged there.
   */
  readonly explored?: { readonly groupedBy: string; readonly unjudged?: readonly string[] };
}

/** The id of the machine as a state. */
export const rootState = 'root';
/** Returns the id of a state by its number. */
export const stateId = (index: number): string => `s${String(index)}`;
/** Returns the id of a history by its number. */
const historyId = (index: number): string => `h${String(index)}`;
/** Returns the id of a transition by its number. */
export const transitionId = (number: number): string => `t${String(number)}`;

/** The most characters of a line; where it is shown, it may wrap or be cut again. */
const longest = 200;
const mostEntities = 500;

/** Returns the chart of a machine; undefined if the model has none of that name. */
export function statechartOf(model: Model, { places }: Sources, name: string): Statechart | undefined {
  const index = model.machines.findIndex((each) => each.name === name);
  const machine = model.machines[index];
  if (machine === undefined) return undefined;
  const path: WritePath = (id) => entityName(model, id);
  const placed = (place: number): { readonly span?: Span } => {
    const span = places[place];
    return span === undefined ? {} : { span };
  };
  const root: ChartState = { id: rootState, name, isInitial: false, isFinal: false, ...placed(machine.place) };
  const runners = model.entities.filter((entity) => entity.machine === index);
  const sources = sourcesOf(machine);
  const transitions = numberedTransitions(machine).map((transition, number): ChartTransition => ({
    id: transitionId(number),
    kind: chartKinds[transition.trigger.kind],
    source: sources[number] ?? rootState,
    ...(transition.target !== undefined && {
      target: transition.history === undefined ? stateId(transition.target) : historyId(transition.history),
    }),
    lines: linesOf(transition, path),
    brief: briefOf(transition, path),
    text: transitionText(machine, transition, path),
    ...placed(transition.place),
  }));
  return {
    machine: name,
    states: [
      root,
      ...machine.states.map((state, each) => stateOf(state, each, placed(state.place))),
      ...(machine.histories ?? []).map((history, each) => historyOf(history, each, placed(history.place))),
    ],
    transitions,
    notes: [...notesOf(machine, path), ...transitions.filter(isInternal).map(noteOf)],
    variables: variablesOf(machine),
    entities: runners.slice(0, mostEntities).map((entity) => entity.name),
    entityCount: runners.length,
  };
}

/** The forms of drawn triggers. */
const chartKinds = { event: 'event', any: 'event', done: 'event', after: 'after', always: 'always' } as const;

const isInternal = ({ target }: ChartTransition): boolean => target === undefined;

const noteOf = ({ id, source, lines, brief }: ChartTransition): ChartNote => ({
  state: source,
  text: lines.join(' '),
  brief,
  transition: id,
});

/** Returns the source state of each transition, by its number. */
const sourcesOf = ({ states, transitions }: Machine): readonly string[] => [
  ...states.flatMap((state, index) => state.transitions.map(() => stateId(index))),
  ...transitions.map(() => rootState),
];

function stateOf(
  { name, parent, initial, final, parallel }: Machine['states'][number],
  index: number,
  place: { readonly span?: Span },
): ChartState {
  const around = parent === undefined ? rootState : stateId(parent);
  const more = { ...(parallel === true && { isParallel: true }), ...place };
  return { id: stateId(index), name, parent: around, isInitial: initial, isFinal: final, ...more };
}

/** Returns a history as a state that is named in the way of statecharts: `H Back`, or `H* Back` for a deep one. */
function historyOf({ name, state, deep, target }: History, index: number, place: { readonly span?: Span }): ChartState {
  return {
    id: historyId(index),
    name: `${deep ? 'H*' : 'H'} ${name}`,
    parent: stateId(state),
    isInitial: false,
    isFinal: false,
    history: deep ? 'deep' : 'shallow',
    leadsTo: stateId(target),
    ...place,
  };
}

function linesOf(transition: Transition, path: WritePath): readonly string[] {
  const guard = guardText(transition, path);
  const action = actionsText(transition.actions, path);
  return [
    triggerText(transition, path),
    ...(guard === undefined ? [] : [`when ${guard}`]),
    ...(action === undefined ? [] : [`do ${action}`]),
  ].map(short);
}

/** Returns the trigger without its parameters; a transition without trigger has its guard instead. */
function briefOf(transition: Transition, path: WritePath): string {
  const guard = guardText(transition, path);
  if (transition.trigger.kind === 'always') return guard === undefined ? 'always' : short(`[${guard}]`);
  const trigger = triggerText({ ...transition, trigger: withoutParameters(transition.trigger) }, path);
  return short(guard === undefined ? trigger : `${trigger} […]`);
}

const withoutParameters = (trigger: Transition['trigger']): Transition['trigger'] =>
  trigger.kind === 'event' ? { ...trigger, parameters: [] } : trigger;

/** Returns the actions in one line, each without what is nested in it. */
function actionsText(actions: readonly Action[], path: WritePath): string | undefined {
  if (actions.length === 0) return undefined;
  return actions.map((action) => printAction(action, path).replaceAll('self.', '')).join('; ');
}

function notesOf({ states, deferred, histories = [] }: Machine, path: WritePath): readonly ChartNote[] {
  const defers = (state: string, events: readonly string[]): readonly ChartNote[] =>
    events.length === 0 ? [] : [{ state, text: short(`defer ${events.join(', ')}`), brief: 'defer' }];
  const block = (state: string, word: string, actions: readonly Action[]): readonly ChartNote[] => {
    const text = actionsText(actions, path);
    return text === undefined ? [] : [{ state, text: short(`${word} / ${text}`), brief: word }];
  };
  return [
    ...defers(rootState, deferred),
    ...states.flatMap((state, index) => [
      ...block(stateId(index), 'enter', state.enter),
      ...block(stateId(index), 'leave', state.leave),
      ...defers(stateId(index), state.deferred),
    ]),
    ...histories.map(({ target, persistent }, index) => ({
      state: historyId(index),
      text: short(
        persistent ? t`persistent, at first ${states[target]?.name ?? ''}` : t`at first ${states[target]?.name ?? ''}`,
      ),
      brief: t`at first ${states[target]?.name ?? ''}`,
    })),
  ];
}

const variablesOf = ({ parameters, variables, lets }: Machine): Statechart['variables'] => [
  ...parameters.map(({ name, type }) => ({ name, type: typeText(type), kind: 'param' })),
  ...variables.map(({ name, type, persistent }) => ({
    name,
    type: typeText(type),
    kind: persistent ? 'persistent var' : 'var',
  })),
  ...lets.map(({ name, type }) => ({ name, type: typeText(type), kind: 'let' })),
];

const short = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
