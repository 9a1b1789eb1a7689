/**
 * Writes a chart as a machine of the language.
 */
import type { TextPlace } from '../import/import-findings.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { type Chart, type ScxmlState, descriptorsOf, eventsMeant, isInnerState, statesIn, useEvent } from './chart.ts';
import { chartCondition, delayText, scxmlSteps } from './steps.ts';
import { knownWith, readsData } from './event-data.ts';
import { timersIn } from './timers.ts';
import { declaredVariables, writtenExpression } from './variables.ts';
import { t } from '../../model/common/translation.ts';

/** A line of a machine, with the place in the chart that it comes from. */
export interface MachineLine {
  readonly text: string;
  readonly place?: TextPlace;
}

/** Returns the lines of a machine with these variables. Its name is written as it is. `O(elements)`. */
export function machineText(name: string, chart: Chart, values: ReadonlyMap<string, string>): MachineLine[] {
  const { root, top, note } = chart;
  const datamodel = root.attributes.get('datamodel') ?? 'ecmascript';
  if (!['ecmascript', 'null'].includes(datamodel))
    note(root.place, t`The data model "${datamodel.slice(0, 40)}" is read as far as it looks like ECMAScript`);
  if (root.attributes.get('binding') === 'late') note(root.place, t`Late binding: variables are set at the start`);
  for (const child of root.children)
    if (!topLevel.has(child.name)) note(child.place, t`<${child.name.slice(0, 40)}> cannot be expressed in a machine`);
  const initial = initialOf(root, top, chart);
  const data = new Map(chart.elements.map((element) => [element.attributes.get('id')?.trim() ?? '', element]));
  const variables = declaredVariables(chart, values).map(([id, text]): MachineLine => {
    const element = data.get(id);
    return element?.name === 'data' ? { text, place: element.place } : { text };
  });
  const body = [...variables, ...top.flatMap((state) => stateText(state, initial, chart))];
  return [{ text: `machine ${name} {`, place: root.place }, ...indented(body), { text: '}' }];
}

const states = ['state', 'parallel', 'final', 'history'];
const topLevel = new Set([...states, 'datamodel', 'initial']);
const inState = new Set([...topLevel, 'transition', 'onentry', 'onexit']);

const indented = (lines: readonly MachineLine[]): MachineLine[] =>
  lines.map((line) => ({ ...line, text: `  ${line.text}` }));

function stateText(state: ScxmlState, initial: ScxmlState | undefined, chart: Chart): MachineLine[] {
  const { element, kind, name, parent, inner } = state;
  const { place } = element;
  if (kind === 'history') return [{ text: historyText(state, chart), place }];
  for (const child of element.children)
    if (!inState.has(child.name))
      chart.note(child.place, t`<${child.name.slice(0, 40)}> of "${state.id}" cannot be expressed in a machine`);
  const own = statesIn(inner);
  const isFinal = kind === 'final' && parent?.kind !== 'parallel';
  if (kind === 'final' && !isFinal)
    chart.note(element.place, t`"${state.id}" is final in a parallel state; here it is a plain state`);
  const isParallel = kind === 'parallel' && own.length > 0;
  const first = isParallel || own.length === 0 ? undefined : initialOf(element, inner, chart);
  const word = isFinal ? 'final ' : isParallel ? 'parallel ' : '';
  const { timers, entry, exit } = timersIn(state, chart);
  const body = [
    ...blockText('enter', scxmlSteps(entry, chart)).map((text) => ({ text })),
    ...blockText('leave', scxmlSteps(exit, chart)).map((text) => ({ text })),
    ...element.children
      .filter((child) => child.name === 'transition')
      .flatMap((child) => transitionText(child, state, chart, timers.get(child))),
    ...(own.length === 0 ? [] : inner).flatMap((each) => stateText(each, first, chart)),
  ];
  const head = `${state === initial ? 'initial ' : ''}${word}state ${name}`;
  return body.length === 0 ? [{ text: head, place }] : [{ text: `${head} {`, place }, ...indented(body), { text: '}' }];
}

const blockText = (word: string, steps: readonly string[]): string[] =>
  steps.length === 0
    ? []
    : steps.length === 1
      ? [`${word} { ${steps.join('')} }`]
      : [`${word} {`, ...steps.map((line) => `  ${line}`), '}'];

const idsOf = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((each) => each !== '');

/** Returns the state that is entered first of those directly in one. */
function initialOf(element: XmlElement, inner: readonly ScxmlState[], chart: Chart): ScxmlState | undefined {
  const { ids, transition, place } = statedInitial(element);
  if (transition !== undefined && transition.children.length > 0)
    chart.note(transition.place, t`What is done on the way to the initial state cannot be expressed in a machine`);
  const first = firstIn(element, inner, chart);
  const target = firstTime(ids[0], chart);
  const isReached = target !== undefined && first !== undefined && reaches(first, target, chart);
  const around = inner[0]?.parent;
  const isEnteredOtherwise = (state: ScxmlState): boolean =>
    state.kind === 'parallel' || state.inner.some(({ kind }) => kind === 'history');
  if (ids.length > 1 || (ids.length === 1 && !isReached))
    chart.note(
      place,
      t`The initial state "${ids.join(' ').slice(0, 60)}" is not one state directly within; here it is "${first?.id ?? ''}"`,
    );
  else if (around !== undefined && historyIn(around, chart) !== undefined && above(around).some(isEnteredOtherwise))
    chart.note(
      place,
      t`"${around.id}" begins with a history also where no transition names it; there it is "${first?.id ?? ''}"`,
    );
  return first;
}

const above = (state: ScxmlState): ScxmlState[] => (state.parent ? [state.parent, ...above(state.parent)] : []);

/** Returns the state of an id; for a history the one that it begins with. */
function firstTime(id: string | undefined, { states: all }: Chart): ScxmlState | undefined {
  const state = all.get(id ?? '');
  const begins = state?.element.children.find(({ name }) => name === 'transition')?.attributes.get('target');
  return state?.kind === 'history' ? all.get(idsOf(begins)[0] ?? '') : state;
}

/** Returns the history in a state that it begins with: a transition to the state leads there. */
function historyIn({ element, inner, kind }: ScxmlState, chart: Chart): ScxmlState | undefined {
  if (kind !== 'state') return undefined;
  const target = chart.states.get(statedInitial(element).ids[0] ?? '');
  const first = firstIn(element, inner, chart);
  if (target?.kind !== 'history') return first && historyIn(first, chart);
  return first !== undefined && (inner.includes(target) || isInnerState(target, first)) ? target : undefined;
}

function statedInitial(element: XmlElement): {
  readonly ids: readonly string[];
  readonly transition: XmlElement | undefined;
  readonly place: TextPlace;
} {
  const stated = element.children.find(({ name }) => name === 'initial');
  const transition = stated?.children.find(({ name }) => name === 'transition');
  const ids = idsOf(element.attributes.get('initial') ?? transition?.attributes.get('target'));
  return { ids, transition, place: stated?.place ?? element.place };
}

/** Returns the state directly within that is or contains the stated initial one, otherwise the first. */
function firstIn(element: XmlElement, inner: readonly ScxmlState[], chart: Chart): ScxmlState | undefined {
  const own = statesIn(inner);
  const target = firstTime(statedInitial(element).ids[0], chart);
  return own.find((each) => target !== undefined && (each === target || isInnerState(target, each))) ?? own[0];
}

/** Returns true if a state is active once the one around it has been entered. */
function reaches(from: ScxmlState, target: ScxmlState, chart: Chart): boolean {
  if (from === target) return true;
  if (target.kind === 'history') return false;
  const own = statesIn(from.inner);
  if (from.kind === 'parallel') return own.some((each) => reaches(each, target, chart));
  const first = firstIn(from.element, from.inner, chart);
  return first !== undefined && reaches(first, target, chart);
}

function historyText(state: ScxmlState, chart: Chart): string {
  const { element, parent, name } = state;
  const isDeep = element.attributes.get('type') === 'deep';
  const transition = element.children.find((child) => child.name === 'transition');
  const ids = idsOf(transition?.attributes.get('target'));
  const target = chart.states.get(ids[0] ?? '');
  if (transition !== undefined && transition.children.length > 0)
    chart.note(
      transition.place,
      t`What is done on the way to the first state of the history "${state.id}" cannot be expressed in a machine`,
    );
  const isRight =
    target !== undefined &&
    parent !== undefined &&
    target.kind !== 'history' &&
    (isDeep ? isInnerState(target, parent) : target.parent === parent);
  const first = isRight ? target : statesIn(parent?.inner ?? [])[0];
  if (!isRight || ids.length > 1)
    chart.note(
      element.place,
      t`The history "${state.id}" begins with "${ids.join(' ').slice(0, 60)}", not with one state within; here with "${first?.id ?? ''}"`,
    );
  return `${isDeep ? 'deep ' : ''}history ${name} -> ${first?.name ?? ''}`;
}

/** Returns the one of several targets that, when it is entered from a state, takes all others along, if one does. */
function oneTarget(ids: readonly string[], source: ScxmlState, chart: Chart): ScxmlState | undefined {
  const targets = ids.flatMap((id) => chart.states.get(id) ?? []);
  if (targets.length < ids.length || targets.some(({ kind }) => kind === 'history')) return undefined;
  const isIn = (inner: ScxmlState, outer: ScxmlState): boolean => inner === outer || isInnerState(inner, outer);
  return targets.find((one) => {
    // What is left has to be the same, too.
    const leavesAll = [source, ...above(source)].every(
      (each) => !isIn(one, each) || targets.every((other) => isIn(other, each)),
    );
    const takesAlong = (other: ScxmlState): boolean => {
      if (isIn(one, other)) return true;
      if (isIn(other, one)) return reaches(one, other, chart);
      const region = [other, ...above(other)].find(({ parent }) => parent?.kind === 'parallel' && isIn(one, parent));
      return region !== undefined && reaches(region, other, chart);
    };
    return leavesAll && targets.every(takesAlong);
  });
}

/** Returns a transition for each event; none if a part has no word. */
function transitionText(
  element: XmlElement,
  state: ScxmlState,
  chart: Chart,
  timer: XmlElement | undefined,
): MachineLine[] {
  const refuse = (why: string): MachineLine[] => {
    chart.note(element.place, t`A transition of "${state.id}" is left out: ${why}`);
    return [];
  };
  if (state.kind === 'final') return refuse(t`final states have none`);
  const triggers = timer === undefined ? triggersOf(element, state, chart) : timerTrigger(timer, chart);
  const ids = idsOf(element.attributes.get('target'));
  const [id, second] = ids;
  const target = second === undefined ? chart.states.get(id ?? '') : oneTarget(ids, state, chart);
  if (second !== undefined && target === undefined)
    return refuse(t`it has ${String(ids.length)} targets, and entering one of them does not enter the others`);
  if (
    id !== undefined &&
    (target === undefined || (target.kind === 'history' && statesIn(target.parent?.inner ?? []).length === 0))
  )
    return refuse(t`"${id.slice(0, 60)}" is not a state`);
  const isInternal =
    element.attributes.get('type') === 'internal' &&
    target !== undefined &&
    state.kind === 'state' &&
    isInnerState(target, state);
  const end =
    target === undefined ? '' : ` -> ${(historyIn(target, chart) ?? target).name}${isInternal ? ' as internal' : ''}`;
  return triggers.flatMap(({ text, event }) => {
    const within = event === undefined ? chart : withEvent(chart, event);
    const condition = element.attributes.has('cond') ? chartCondition(element, within) : undefined;
    if (typeof condition === 'string') return refuse(condition);
    const guard = condition === undefined ? '' : ` when ${writtenExpression(condition.expression)}`;
    const [first = '', ...others] = blockText(' do', scxmlSteps(element.children, within));
    const lines = [`${text}${valueNames(element, event, chart)}${guard}${first}`, ...others];
    return lines.map((line, index) => ({
      text: index + 1 === lines.length ? `${line}${end}` : line,
      ...(index === 0 && { place: element.place }),
    }));
  });
}

const withEvent = (chart: Chart, event: string): Chart => ({
  ...chart,
  known: { ...chart.known, ...knownWith(chart, event), variables: chart.known.variables },
});

/** Returns the names of an event's values in brackets, if the transition reads any. */
function valueNames(element: XmlElement, event: string | undefined, { data }: Chart): string {
  const fields = event === undefined || !readsData(element) ? [] : [...(data.get(event)?.values() ?? [])];
  const names = fields.map(({ name }) => writtenExpression({ kind: 'local', name }));
  return names.length === 0 ? '' : `(${names.join(', ')})`;
}

/** What a transition waits for. */
interface Trigger {
  readonly text: string;
  /** Its event, by its name in the chart. */
  readonly event?: string;
}

const timerTrigger = (timer: XmlElement, { known }: Chart): Trigger[] => {
  const { text } = delayText(timer, known);
  return text === undefined ? [] : [{ text: `after ${text}` }];
};

function triggersOf(element: XmlElement, state: ScxmlState, chart: Chart): Trigger[] {
  const descriptors = descriptorsOf(element);
  if (descriptors.length === 0) return [{ text: 'always' }];
  const triggers = descriptors.flatMap((descriptor): Trigger[] => {
    if (descriptor === '*' || descriptor === '.*') {
      if (hasLater(element, state))
        chart.note(element.place, t`"*" of "${state.id}" comes after all other transitions of its state here`);
      return [{ text: 'on *' }];
    }
    if (descriptor === `done.state.${state.id}` && statesIn(state.inner).length > 0) return [{ text: 'on done' }];
    const events = eventsMeant(chart, descriptor);
    if (events.length > 0) return events.map((event) => ({ text: `on ${useEvent(chart, event) ?? ''}`, event }));
    chart.note(
      element.place,
      t`A transition of "${state.id}" on "${descriptor.slice(0, 60)}" is left out: ${whyNot(descriptor)}`,
    );
    return [];
  });
  return [...new Map(triggers.map((trigger) => [trigger.text, trigger])).values()];
}

const hasLater = (element: XmlElement, { element: { children } }: ScxmlState): boolean =>
  children
    .slice(children.indexOf(element) + 1)
    .some((each) => each.name === 'transition' && descriptorsOf(each).length > 0);

function whyNot(descriptor: string): string {
  if (/^error(?:\.|$)/.test(descriptor)) return t`an error ends the run`;
  if (/^done\.invoke(?:\.|$)/.test(descriptor)) return t`a machine invokes no services`;
  if (/^done\.state(?:\.|$)/.test(descriptor)) return t`"on done" belongs in the state that is done`;
  return t`no event has that name`;
}
