/**
 * Reads the frame of a chart: its states with their names in the language, its events, and its variables.
 */
import type { Occurrence, TextPlace } from '../import/import-findings.ts';
import { cleanName, writeName } from '../../model/language-names.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { EventData, Known, KnownVariable, Typed } from './expression.ts';
import { t } from '../../model/common/translation.ts';

/** A state or history. */
export interface ScxmlState {
  readonly element: XmlElement;
  readonly kind: 'state' | 'parallel' | 'final' | 'history';
  /** Its id, or one made for it. */
  readonly id: string;
  /** Its name in the language, with quotes if it needs them. */
  readonly name: string;
  /** Absent at the top level. */
  readonly parent: ScxmlState | undefined;
  /** States and histories directly in it. */
  readonly inner: ScxmlState[];
}

/** A chart, with what the reading of its parts needs. */
export interface Chart {
  readonly root: XmlElement;
  readonly top: readonly ScxmlState[];
  /** By id. */
  readonly states: ReadonlyMap<string, ScxmlState>;
  /** The names of events in the language, with quotes if they need them, by their names in the chart. */
  readonly events: ReadonlyMap<string, string>;
  /** The names of the events that the machine uses, as they are written. */
  readonly used: Set<string>;
  readonly known: Known & { readonly variables: Map<string, KnownVariable> };
  /** The data of the events of all charts that are imported together; empty until they have been read. */
  readonly data: EventData;
  /** The lists that never change, by their names in the chart. */
  readonly lists: Map<string, readonly Typed[]>;
  /** The transitions that elements stand in. */
  readonly transitions: ReadonlyMap<XmlElement, XmlElement>;
  /** The elements of the chart, in document order. */
  readonly elements: readonly XmlElement[];
  /** Notes a part that cannot be expressed in a machine. */
  readonly note: (place: TextPlace, message: string) => void;
  readonly foreign: Occurrence[];
  /** The messages that go to others. */
  readonly elsewhere: Occurrence[];
}

const kinds = ['state', 'parallel', 'final', 'history'] as const;
const kindOf = (name: string): ScxmlState['kind'] | undefined => kinds.find((each) => each === name);

/** Returns the frame of a chart; variables are added later. `O(elements)`. */
export function readChart(root: XmlElement, note: Chart['note']): Chart {
  const foreign: Occurrence[] = [];
  const elements: XmlElement[] = [];
  const known = withoutForeign(root, foreign);
  const transitions = new Map<XmlElement, XmlElement>();
  const collect = (element: XmlElement, around: XmlElement | undefined): void => {
    elements.push(element);
    if (around !== undefined) transitions.set(element, around);
    // An invoked chart has variables and events of its own.
    if (element.name === 'invoke') return;
    for (const child of element.children) collect(child, element.name === 'transition' ? element : around);
  };
  collect(known, undefined);
  const states = new Map<string, ScxmlState>();
  const unique = namesOnce();
  const freeId = freeIds(states);
  const read = (element: XmlElement, parent: ScxmlState | undefined): ScxmlState[] => {
    const kind = kindOf(element.name);
    if (kind === undefined) return [];
    if (kind === 'history' && parent === undefined) {
      note(element.place, t`The history "${element.attributes.get('id') ?? ''}" is outside all states`);
      return [];
    }
    const said = element.attributes.get('id')?.trim() ?? '';
    if (said !== '' && states.has(said)) note(element.place, t`The id "${said}" is given again; this one is renamed`);
    const id = said === '' || states.has(said) ? freeId(said === '' ? element.name : said) : said;
    const state: ScxmlState = { element, kind, id, name: unique(id), parent, inner: [] };
    states.set(id, state);
    state.inner.push(...element.children.flatMap((child) => read(child, state)));
    return [state];
  };
  const top = known.children.flatMap((child) => read(child, undefined));
  const names = new Map(
    [...states].flatMap(([id, { name, kind }]) => (kind === 'history' ? [] : [[id, unquoted(name)]])),
  );
  const variables = new Map<string, KnownVariable>();
  return {
    root: known,
    top,
    states,
    events: eventsOf(elements),
    used: new Set(),
    known: { variables, states: names },
    data: new Map(),
    lists: new Map(),
    transitions,
    elements,
    note,
    foreign,
    elsewhere: [],
  };
}

/** Takes out the elements of other namespaces, which editors add. */
function withoutForeign(element: XmlElement, foreign: Occurrence[]): XmlElement {
  const children = element.children.flatMap((child) => {
    if (!child.name.includes(':')) return [withoutForeign(child, foreign)];
    foreign.push({ about: child.name, place: child.place });
    return [];
  });
  return { ...element, children };
}

/** Returns a function that gives numbered ids which no state has yet. */
function freeIds(states: ReadonlyMap<string, unknown>): (wish: string) => string {
  const counts = new Map<string, number>();
  return (wish) => {
    let number = (counts.get(wish) ?? 0) + 1;
    while (states.has(`${wish}_${String(number)}`)) number++;
    counts.set(wish, number);
    return `${wish}_${String(number)}`;
  };
}

/** Returns a function that writes names so that different texts have different names. */
export function namesOnce(): (text: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    let name = writeName(text);
    if (taken.has(name)) {
      const wish = cleanName(text);
      let number = (counts.get(wish) ?? 1) + 1;
      while (taken.has(writeName(`${wish}_${String(number)}`))) number++;
      counts.set(wish, number);
      name = writeName(`${wish}_${String(number)}`);
    }
    taken.add(name);
    return name;
  };
}

/** Returns a written name as a model has it. */
export const unquoted = (name: string): string => name.replace(/^'|'$/g, '');

/** The built-in events, whose names no event of a chart may take. */
const builtIn = new Set(['done', 'restarted', 'freed', 'lost']);

/** Returns true if a descriptor is about the chart's own events: not about ends, errors or everything. */
export const isPlainEvent = (descriptor: string): boolean =>
  descriptor !== '' && !/^(?:\*|error|done\.(?:state|invoke))(?:\.|$)/.test(descriptor);

/** Returns a descriptor without the `.*` or `.` that ends it. */
export const prefixOf = (descriptor: string): string => descriptor.replace(/\.\*?$/, '');

/** Returns the descriptors of a transition. */
export const descriptorsOf = (element: XmlElement): string[] =>
  (element.attributes.get('event') ?? '').split(/\s+/).filter((each) => each !== '');

/** Returns all names of events: those that are sent or raised, those that a transition names in full, other prefixes. */
function eventsOf(elements: readonly XmlElement[]): ReadonlyMap<string, string> {
  const events = new Map<string, string>();
  const unique = namesOnce();
  const add = (name: string): void => {
    if (!isPlainEvent(name) || events.has(name)) return;
    events.set(name, unique(builtIn.has(name) ? `${name}_` : name));
  };
  for (const element of elements) {
    const own =
      element.name === 'raise' || element.name === 'send' ? element.attributes.get('event')?.trim() : undefined;
    if (own !== undefined) add(own);
    if (element.name === 'transition')
      for (const each of descriptorsOf(element)) if (prefixOf(each) === each) add(each);
  }
  // What takes `a.*` takes `a`, too: of events that only come from outside, nothing more is known.
  for (const prefix of elements.flatMap(descriptorsOf).map(prefixOf))
    if (![...events.keys()].some((name) => name === prefix || name.startsWith(`${prefix}.`))) add(prefix);
  return events;
}

/** Returns the written name of an event, and notes that it is used; undefined if the chart has no such event. */
export function useEvent({ events, used }: Chart, name: string): string | undefined {
  const written = events.get(name);
  if (written !== undefined) used.add(written);
  return written;
}

/** Returns the events of the chart that a descriptor such as `a` or `a.*` means. */
export function eventsMeant({ events }: Chart, descriptor: string): readonly string[] {
  if (!isPlainEvent(descriptor)) return [];
  const prefix = prefixOf(descriptor);
  return [...events.keys()].filter((name) => name === prefix || name.startsWith(`${prefix}.`));
}

/** Returns true if a state is within another. */
export const isInnerState = ({ parent }: ScxmlState, outer: ScxmlState): boolean =>
  parent !== undefined && (parent === outer || isInnerState(parent, outer));

/** Returns the states directly in one, without its histories. */
export const statesIn = (inner: readonly ScxmlState[]): ScxmlState[] => inner.filter(({ kind }) => kind !== 'history');
