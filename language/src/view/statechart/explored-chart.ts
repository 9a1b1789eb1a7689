/**
 * The explored states of a check as a chart: a state of the chart is a state of the whole model, in the words of what
 * changed since the start; around it is the state of one machine that it is grouped by.
 */
import { entityName } from '../../model/model.ts';
import type { Check } from '../../model/scenario.ts';
import { initial } from '../../simulation/kernel/kernel.ts';
import type { Program } from '../../simulation/kernel/run.ts';
import type { ExploredGraph, ExploredTransition } from '../../simulation/explore/explored-graph.ts';
import type { ExploredState, TextOfMove } from '../../simulation/explore/space/explored-space.ts';
import {
  differenceOf,
  isChange,
  observe,
  type Observation,
  type ObservedDifference,
} from '../../simulation/program/observe.ts';
import { playedText } from '../run/step-text.ts';
import { type ChartNote, type ChartState, type ChartTransition, rootState, type Statechart } from './statechart.ts';
import { t, valuesIn } from '../../model/common/translation.ts';

/** Describes the steps of a program's runs. */
export const moveTexts =
  (program: Program): TextOfMove =>
  (played) => {
    const text = playedText(program, played).replace(/^fault: /, '');
    if (played.kind !== 'due') return { kind: 'outside', text };
    return { kind: played.due.kind === 'timer' ? 'timer' : 'message', text };
  };

/** Returns the id of a state of a graph in its chart. */
export const exploredId = (state: number): string => `s${String(state)}`;

/** Returns the index of the state with this id; undefined for anything else. */
export function exploredIndex(id: string): number | undefined {
  const [, digits] = /^s(\d{1,9})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the chart, grouped by the machine of an entity; by default, and if it has none, by the first that changes. */
export function exploredChart(
  program: Program,
  check: Check,
  { states, transitions, unjudged }: ExploredGraph,
  groupedBy?: string,
): Statechart {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const observations = states.map(({ state }) => (state === undefined ? {} : observe({ ...run, state })));
  const names = program.active.map((entity) => entityName(program.model, entity));
  const parts = names.map((name) => ({ name, standings: observations.map((each) => standingOf(each, name)) }));
  const group =
    groupedBy === ''
      ? undefined
      : (parts.find(({ name }) => name === groupedBy) ?? parts.find(({ standings }) => new Set(standings).size > 1));
  const groups = [...new Set(group?.standings.filter((standing) => standing !== undefined) ?? [])];
  const root: ChartState = { id: rootState, name: check.title, isInitial: false, isFinal: false };
  return {
    machine: check.title,
    states: [
      root,
      ...groups.map((name, index): ChartState => ({
        ...{ id: groupId(index), name: `${group?.name ?? ''} ${name}` },
        ...{ parent: rootState, isInitial: false, isFinal: false },
      })),
      ...states.map((state, index): ChartState => {
        const standing = group?.standings[index];
        const parent = standing === undefined ? rootState : groupId(groups.indexOf(standing));
        return { ...stateOf(state, index), parent };
      }),
    ],
    transitions: transitions.flatMap(transitionsOf),
    notes: notesOf(states, observations, check),
    variables: [],
    entities: names,
    entityCount: names.length,
    explored: { groupedBy: group?.name ?? '', ...(unjudged.length > 0 && { unjudged }) },
  };
}

const groupId = (index: number): string => `g${String(index)}`;

/** Returns the state of an entity's machine; of one that is not alive, what has become of it. */
function standingOf(observation: Observation, name: string): string | undefined {
  const { entities } = observation;
  const entity = typeof entities === 'object' && Object.hasOwn(entities, name) ? entities[name] : undefined;
  if (typeof entity !== 'object') return undefined;
  const { state, is } = entity;
  return [state, is].find((text) => typeof text === 'string');
}

function stateOf({ isInitial, isEnd, isCut, stuck, fault, state }: ExploredState, index: number): ChartState {
  const mark = fault !== undefined ? 'broken' : stuck !== undefined ? 'end' : isCut ? 'cut' : undefined;
  return {
    id: exploredId(index),
    name: state === undefined ? 'broken' : String(index),
    isInitial,
    isFinal: isEnd && mark === undefined,
    ...(mark !== undefined && { mark }),
  };
}

const kinds = { message: 'event', timer: 'after', outside: 'always' } as const;

/** Returns a transition of the chart for each move: one line, with several labels. */
const transitionsOf = ({ from, to, moves, isInCycle }: ExploredTransition, index: number): ChartTransition[] =>
  moves.map(({ kind, text }, move) => ({
    id: `t${String(index)}.${String(move)}`,
    kind: kinds[kind],
    source: exploredId(from),
    target: exploredId(to),
    lines: [text],
    brief: text,
    text,
    ...(isInCycle && { isInCycle }),
  }));

/** Returns what is said in each state: what it breaks, and what changed since the first state of its combination. */
function notesOf(states: readonly ExploredState[], observations: readonly Observation[], check: Check): ChartNote[] {
  const firsts = new Map<number, Observation>();
  return states.flatMap((state, index) => {
    const observation = observations[index] ?? {};
    if (!firsts.has(state.variant)) firsts.set(state.variant, observation);
    const first = firsts.get(state.variant) ?? {};
    const faults = [state.fault?.message ?? state.stuck].filter((text) => text !== undefined);
    const changed = state.state === undefined ? [] : changeWords(differenceOf(shownOf(first), shownOf(observation)));
    const title = state.isInitial && state.title !== '' ? [state.title] : [];
    const position = state.state === undefined ? [] : positionWords(state, check);
    const lines = [...faults, ...title, ...position, ...changed];
    return lines.map((text) => ({ state: exploredId(index), text, brief: text }));
  });
}

/** Returns the parts that distinguish states: a time is not one of them, except where the clock is exact. */
function shownOf({ entities = {}, relations = {}, underway = {}, settings = {} }: Observation): Observation {
  const pending = typeof underway === 'string' ? {} : underway;
  const messages = Object.entries(pending).filter(([name]) => valuesIn(name)`timer of ${''}${''}` === undefined);
  return { entities, relations, settings, underway: Object.fromEntries(messages.map(([name]) => [name, 'under way'])) };
}

/** Returns the changes as short lines: `a: Running`, `a.count: 2`, `b: crashed`, `Go to a under way`. */
function changeWords({ entities = {}, relations = {}, underway = {}, settings = {} }: ObservedDifference): string[] {
  return [
    ...linesOf(entities, []),
    ...linesOf(settings, []),
    ...namesIn(underway).map(([name, text]) => (text === 'gone' ? t`no more ${name}` : `${name} ${text}`)),
    // Last, because most follow from what ends.
    ...namesIn(relations).map(([name, text]) => `${name}: ${text}`),
  ];
}

/** Names that say nothing beside the value: `a: Running` for the state of a. */
const silent = new Set(['state', 'is', 'variables']);

function linesOf(difference: ObservedDifference[string], path: readonly string[]): string[] {
  if (isChange(difference)) return [`${path.join('.')}: ${difference[1] ?? 'none'}`];
  // What is not alive has no state, which goes without saying.
  return Object.entries(difference)
    .filter(([name, inner]) => name !== 'state' || !isChange(inner) || inner[1] !== undefined)
    .flatMap(([name, inner]) => linesOf(inner, silent.has(name) ? path : [...path, name]));
}

const namesIn = (difference: ObservedDifference[string]): (readonly [string, string])[] =>
  isChange(difference)
    ? []
    : Object.entries(difference).flatMap(([name, inner]) =>
        isChange(inner) ? [[name, inner[1] ?? 'gone'] as const] : [],
      );

/** Returns how far the check has come, where states differ in nothing else. */
function positionWords({ plain, spent }: ExploredState, { steps }: Check): string[] {
  const [faults, actions] = [total(spent.faults), total(spent.actions)];
  return [
    ...(plain === undefined || steps.length === 0
      ? []
      : [t`step ${String(Math.max(0, plain) + 1)} of the check is next`]),
    ...(faults === 0 ? [] : [t`${String(faults)} ${faults === 1 ? t`fault` : t`faults`} so far`]),
    ...(actions === 0 ? [] : [t`${String(actions)} ${actions === 1 ? t`action` : t`actions`} so far`]),
  ];
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
