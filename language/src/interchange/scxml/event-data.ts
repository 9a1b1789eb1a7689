/**
 * Finds the data of events: what is sent with them, and what transitions read of `_event.data`. Each value has a type,
 * by what is sent, or else by how it is read.
 */
import { unquoted, type Chart, descriptorsOf, eventsMeant } from './chart.ts';
import { writeName } from '../../model/language-names.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { type EventData, type Known, type KnownVariable, type PlainType, wholeData } from './expression.ts';
import { findFractions, tryExpression } from './variables.ts';
import { append } from '../../model/common/append.ts';

type Fields = Map<string, KnownVariable>;

const none: ReadonlyMap<string, KnownVariable> = new Map();

/** Returns what the content of a transition may name when it takes an event. */
export const knownWith = ({ known, data }: Pick<Chart, 'known' | 'data'>, event: string): Known => ({
  ...known,
  event: { name: event, fields: data.get(event) ?? none },
});

/** Returns the expressions of the data that a `<send>` states, by their names. */
export function givenIn({ attributes, children }: XmlElement): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const name of (attributes.get('namelist') ?? '').split(/\s+/)) if (name !== '') given.set(name, name);
  for (const { name, attributes: own, text } of children) {
    if (name === 'param') given.set(own.get('name')?.trim() ?? '', own.get('expr') ?? own.get('location') ?? '');
    if (name === 'content') addContent(own.get('expr'), text, given);
  }
  return given;
}

/** Text that is an object in JSON has names; any other is one value. */
function addContent(expression: string | undefined, text: string, given: Map<string, string>): void {
  const named = expression === undefined ? objectIn(text) : undefined;
  if (named === undefined) given.set(wholeData, expression ?? contentText(text));
  else for (const [name, value] of Object.entries(named)) given.set(name, JSON.stringify(value));
}

function objectIn(text: string): object | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Text that is no number, word or string of ECMAScript is a string as it stands. */
function contentText(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ');
  return /^(?:-?\d+(?:\.\d+)?|true|false|'[^'\\]*'|"[^"\\]*")$/.test(words) ? words : JSON.stringify(words);
}

const read = /_event\s*\.\s*data(?:\s*\.\s*([\p{L}_$][\p{L}\d_$]*))?/gu;

/** Returns the names of the data that a text reads. */
const namesRead = (text: string): string[] => [...text.matchAll(read)].map(([, name]) => name ?? wholeData);

const textsOf = ({ name, attributes, text }: XmlElement): string[] => [
  ...attributes.values(),
  ...(name === 'assign' ? [text] : []),
];

/** Returns true if a transition, or what it does, reads the data of its event. */
export const readsData = (element: XmlElement): boolean =>
  textsOf(element).some((text) => namesRead(text).length > 0) || element.children.some(readsData);

/** Returns the events that a transition takes by name. */
const takenBy = (transition: XmlElement, chart: Chart): readonly string[] =>
  descriptorsOf(transition).flatMap((descriptor) => eventsMeant(chart, descriptor));

/** A text that reads one value of an event, or is sent as one. */
interface Use {
  readonly chart: Chart;
  readonly element: XmlElement;
  readonly event: string;
  readonly key: string;
  readonly text: string;
}

/** Data that is being typed: what has no type yet is known to nothing. */
interface Typing {
  readonly data: ReadonlyMap<string, Fields>;
  readonly typed: Set<KnownVariable>;
  /** The values that something in the charts sends: others come from outside, and numbers may be fractions. */
  readonly sent: ReadonlySet<string>;
}

const keyOf = ({ event, key }: Pick<Use, 'event' | 'key'>): string => JSON.stringify([event, key]);

/**
 * Returns the data of all events of some charts, once their variables are known. Where data may be fractions, so may
 * variables, and the other way round. `O(elements * values²)` at most.
 */
export function readEventData(charts: readonly Chart[]): EventData {
  const sent = charts.flatMap(sentIn);
  const reads = charts.flatMap(readIn);
  const data = new Map<string, Fields>();
  const taken = new Set(charts.flatMap(({ known }) => [...known.variables.values()].map(({ name }) => name)));
  for (const { event, key } of [...sent, ...reads]) {
    const fields: Fields = data.get(event) ?? new Map<string, KnownVariable>();
    if (!fields.has(key))
      fields.set(key, { ...untyped, name: freeName(key === wholeData ? 'data' : key, taken, fields) });
    data.set(event, fields);
  }
  const typing = { data, typed: new Set<KnownVariable>(), sent: new Set(sent.map(keyOf)) };
  const uses = usesByField(reads);
  do typeBySent(sent, typing);
  while (typeByUse(uses, typing));
  for (;;) {
    const isChanged = charts.map((chart) => findFractions(chart, (element) => knownAt(chart, element, typing)));
    if (!typeBySent(sent, typing) && !isChanged.includes(true)) return data;
  }
}

const untyped = { type: 'number', isWhole: true } as const;

function freeName(wish: string, taken: ReadonlySet<string>, fields: Fields): string {
  let name = unquoted(writeName(wish));
  while (taken.has(name) || [...fields.values()].some((field) => field.name === name)) name += '_';
  return name;
}

/** Returns what the content of a transition may name of an event whose data is being typed. */
function knownOf({ known }: Chart, event: string, { data, typed }: Typing): Known {
  const fields = [...(data.get(event) ?? none)].filter(([, field]) => typed.has(field));
  return { ...known, event: { name: event, fields: new Map(fields) } };
}

/** Returns what an element may name: in a transition, the data of the first event that it takes. */
function knownAt(chart: Chart, element: XmlElement, typing: Typing): Known {
  const transition = element.name === 'transition' ? element : chart.transitions.get(element);
  const [event] = transition === undefined ? [] : takenBy(transition, chart);
  return event === undefined ? chart.known : knownOf(chart, event, typing);
}

function sentIn(chart: Chart): Use[] {
  return chart.elements.flatMap((element) => {
    const event = element.attributes.get('event')?.trim() ?? '';
    if (element.name !== 'send' || !chart.events.has(event)) return [];
    return [...givenIn(element)].map(([key, text]) => ({ chart, element, event, key, text }));
  });
}

function readIn(chart: Chart): Use[] {
  return chart.elements.flatMap((element) => {
    const transition = element.name === 'transition' ? element : chart.transitions.get(element);
    const texts = textsOf(element).filter((text) => text.includes('_event'));
    if (transition === undefined || texts.length === 0) return [];
    return takenBy(transition, chart).flatMap((event) =>
      texts.flatMap((text) => namesRead(text).map((key) => ({ chart, element, event, key, text }))),
    );
  });
}

/** Types values by what is sent, and finds those that may be fractions. Returns true if something has changed. */
function typeBySent(sent: readonly Use[], typing: Typing): boolean {
  let isChanged = false;
  for (const { chart, element, event, key, text } of sent) {
    const field = typing.data.get(event)?.get(key);
    const value = tryExpression(text, knownAt(chart, element, typing));
    if (field === undefined || typeof value === 'string') continue;
    const isFraction = field.isWhole && field.type === value.type && !value.isWhole && value.type === 'number';
    if (typing.typed.has(field) && !isFraction) continue;
    setType(event, key, { name: field.name, type: value.type, isWhole: value.isWhole }, typing);
    isChanged = true;
  }
  return isChanged;
}

function setType(event: string, key: string, next: KnownVariable, { data, typed }: Typing): void {
  data.get(event)?.set(key, next);
  typed.add(next);
}

const types: readonly PlainType[] = ['number', 'text', 'bool'];

/** Returns the uses of each value of each event. */
function usesByField(reads: readonly Use[]): readonly (readonly Use[])[] {
  const groups = new Map<string, Use[]>();
  for (const each of reads) append(groups, keyOf(each), each);
  return [...groups.values()];
}

/**
 * Types the value that is clearest of those that nothing in the charts sends: by the type with which most of what reads
 * it has a meaning. Returns false if all have a type.
 */
function typeByUse(uses: readonly (readonly Use[])[], typing: Typing): boolean {
  let best: { readonly use: Use; readonly next: KnownVariable; readonly margin: number } | undefined;
  for (const own of uses) {
    const [use] = own;
    const field = use && typing.data.get(use.event)?.get(use.key);
    if (use === undefined || field === undefined || typing.typed.has(field)) continue;
    const counts = types.map((type) => {
      const next = { name: field.name, type, isWhole: typing.sent.has(keyOf(use)) };
      setType(use.event, use.key, next, typing);
      const count = own.filter((each) => hasMeaning(each, typing)).length;
      typing.typed.delete(next);
      return count;
    });
    typing.data.get(use.event)?.set(use.key, field);
    const [most = 0, second = 0] = counts.toSorted((a, b) => b - a);
    if (best !== undefined && best.margin >= most - second) continue;
    const next = {
      name: field.name,
      type: types[counts.indexOf(most)] ?? 'number',
      isWhole: typing.sent.has(keyOf(use)),
    };
    best = { use, next, margin: most - second };
  }
  if (best !== undefined) setType(best.use.event, best.use.key, best.next, typing);
  return best !== undefined;
}

/** Returns true if a text can be read, and its value is of the type that is wanted where it stands. */
function hasMeaning({ chart, element, event, text }: Use, typing: Typing): boolean {
  const value = tryExpression(text, knownOf(chart, event, typing));
  if (typeof value === 'string') return false;
  const wanted = wantedType(chart, element, text, typing);
  return wanted === undefined || wanted === value.type;
}

function wantedType(chart: Chart, element: XmlElement, text: string, { data, typed }: Typing): PlainType | undefined {
  const of = (key: string): string => element.attributes.get(key)?.trim() ?? '';
  if (text === element.attributes.get('cond')) return 'bool';
  if (element.name === 'assign') return chart.known.variables.get(of('location'))?.type;
  if (element.name !== 'param') return undefined;
  const send = chart.elements.find((each) => each.children.includes(element));
  const field = data.get(send?.attributes.get('event')?.trim() ?? '')?.get(of('name'));
  return field !== undefined && typed.has(field) ? field.type : undefined;
}
