/**
 * Reads the data of a chart as variables with types: by their first values, or by what is assigned to them.
 */
import { printExpression } from '../../model/machines/print-expression.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { type Chart, namesOnce, unquoted } from './chart.ts';
import { type Known, type PlainType, readChartExpression, readList, type Typed } from './expression.ts';
import { WithoutWords } from './expression-tokens.ts';
import { t } from '../../model/common/translation.ts';

const noEntities = (): never => {
  throw new Error('A chart names no entities.');
};

/** Returns the text of an expression of a chart. */
export const writtenExpression = (expression: Typed['expression']): string => printExpression(expression, noEntities);

/** Returns an expression with what it may name, or the reason why it has none. */
export const tryExpression = (text: string, known: Known): Typed | string =>
  tried(() => readChartExpression(text, known));

/** Returns the values of a list, or the reason why they have no words. */
const tryList = (text: string, known: Known): readonly Typed[] | string => tried(() => readList(text, known));

function tried<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof WithoutWords) return error.message;
    throw error;
  }
}

/** Returns what an assignment or a variable states as its value. */
const statedValue = ({ attributes, text }: XmlElement): string => (attributes.get('expr') ?? text).trim();

/** Words, some with a mark after them: no expression, but for a single one. */
const words = /^[\p{L}\d_]+[.,;:!?]?(?:\s+[\p{L}\d_]+[.,;:!?]?)*$/u;

/**
 * Returns the value of an assignment or a variable, or the reason why it has none. Content that is no expression is a
 * text with single blanks: https://www.w3.org/TR/scxml/#ecmascript_profile.
 */
export function valueIn(element: XmlElement, known: Known): Typed | string {
  const stated = statedValue(element);
  const value = tryExpression(stated, known);
  const isExpression = typeof value !== 'string' || element.attributes.has('expr') || element.children.length > 0;
  if (isExpression || !words.test(stated) || /^(?:undefined|null|NaN|Infinity)$/.test(stated)) return value;
  return tryExpression(JSON.stringify(stated.replaceAll(/\s+/g, ' ')), known);
}

/** The values that a variable of each type has without a first one. */
export const emptyValues: Readonly<Record<PlainType, string>> = { bool: 'false', number: '0', text: '""' };

/** Something that assigns a variable: `<assign>`, or `<foreach>` with its item and its index. */
interface Assignment {
  readonly id: string;
  readonly element: XmlElement;
  readonly valueOf: (known: Known) => Typed | string;
}

const index: Typed = { type: 'number', expression: { kind: 'number', numerator: 0, denominator: 1 }, isWhole: true, depth: 1 }; // oxfmt-ignore

function assignmentsIn({ elements, lists, known }: Chart): Assignment[] {
  return elements.flatMap((element): Assignment[] => {
    const of = (key: string): string => element.attributes.get(key)?.trim() ?? '';
    if (element.name === 'assign')
      return [{ id: of('location'), element, valueOf: (around) => valueIn(element, around) }];
    if (element.name !== 'foreach') return [];
    const list = foreachValues(element, { lists, known });
    const items = typeof list === 'string' ? [] : list;
    return [
      ...items.map((item) => ({ id: of('item'), element, valueOf: () => item })),
      ...(of('index') === '' ? [] : [{ id: of('index'), element, valueOf: () => index }]),
    ];
  });
}

/** Returns the values that a `<foreach>` goes through, or why they are not known. */
export function foreachValues({ attributes }: XmlElement, { lists, known }: Pick<Chart, 'lists' | 'known'>) {
  const array = attributes.get('array')?.trim() ?? '';
  const list = lists.get(array) ?? (array.startsWith('[') ? tryList(array, { ...known, variables: new Map() }) : array);
  if (typeof list !== 'string') return list;
  return t`"${array.slice(0, 40)}" is not a list of simple values that stays as it is`;
}

/** Adds the variables and lists to what the chart knows, with their first values. `O(data * assignments)` at most. */
export function readVariables(chart: Chart): ReadonlyMap<string, string> {
  const { known, note } = chart;
  const unique = namesOnce();
  const values = new Map<string, string>();
  const add = (id: string, { type, isWhole }: Pick<Typed, 'type' | 'isWhole'>, value: string): void => {
    known.variables.set(id, { name: unquoted(unique(id)), type, isWhole });
    values.set(id, value);
  };
  const data = ownData(chart);
  addLists(data, chart);
  const assignments = assignmentsIn(chart);
  for (const element of data) {
    const id = idOf(element);
    if (chart.lists.has(id)) continue;
    const read = firstValue(element, known, () => assignments.find((each) => each.id === id));
    if (typeof read === 'string') {
      note(
        element.place,
        t`The variable "${id}" ${compoundOf(statedValue(element)) ?? t`has no simple value: ${read}`}`,
      );
      continue;
    }
    const empty = emptyValues[read.typed.type];
    if (read.isMissing) note(element.place, t`The variable "${id}" has no value at first, here ${empty}`);
    add(id, read.typed, read.isMissing ? empty : writtenExpression(read.typed.expression));
  }
  // A loop declares its item and its index, if nothing else does.
  for (const { id, element, valueOf } of assignments) {
    const value = element.name === 'foreach' && id !== '' && !known.variables.has(id) ? valueOf(known) : '';
    if (typeof value !== 'string') add(id, { ...value, isWhole: true }, emptyValues[value.type]);
  }
  return values;
}

/** Returns what a value is that no variable can have. */
function compoundOf(value: string): string | undefined {
  if (value.startsWith('{')) return t`is an object, and a machine has none`;
  if (value.startsWith('[')) return t`is a list that changes, or has more than simple values`;
  return /^(?:async\s+)?function\b|=>/.test(value) ? t`is a function, and a machine has none` : undefined;
}

const idOf = ({ attributes }: XmlElement): string => attributes.get('id')?.trim() ?? '';

/** Returns the data with values in the chart; notes what comes from elsewhere, has no id, or is declared again. */
function ownData({ elements, note }: Chart): readonly XmlElement[] {
  const known = new Set<string>();
  return elements.filter((element) => {
    if (element.name !== 'data') return false;
    const id = idOf(element);
    const isElsewhere = element.attributes.has('src');
    const isKnown = known.has(id);
    if (!isElsewhere) known.add(id);
    if (!isElsewhere && !isKnown && id !== '') return true;
    const why = isElsewhere ? t`comes from another file` : id === '' ? t`has no id` : t`is declared again`;
    note(element.place, t`The variable "${id}" ${why}`);
    return false;
  });
}

/** Notes the data that are lists and never assigned. */
function addLists(data: readonly XmlElement[], { elements, known, lists }: Chart): void {
  const assigned = new Set(elements.map(({ attributes }) => attributes.get('location')?.trim()));
  for (const element of data) {
    const text = statedValue(element);
    const list = text.startsWith('[') && !assigned.has(idOf(element)) ? tryList(text, known) : '';
    if (typeof list !== 'string') lists.set(idOf(element), list);
  }
}

/** Returns the declarations of variables with their first values. */
export function declaredVariables({ known }: Chart, values: ReadonlyMap<string, string>): readonly [string, string][] {
  return [...values].map(([id, value]) => {
    const variable = known.variables.get(id);
    if (variable === undefined) throw new Error('Every value is of a variable.');
    return [id, `var ${writtenExpression({ kind: 'local', name: variable.name })}: ${typeWord(variable)} = ${value}`];
  });
}

/** Returns the word for a type. */
export const typeWord = ({ type, isWhole }: Pick<Typed, 'type' | 'isWhole'>): string =>
  type === 'number' && isWhole ? 'int' : type;

/** Without a value, the type is that of the first assignment. */
function firstValue(
  element: XmlElement,
  known: Known,
  assignment: () => Assignment | undefined,
): { readonly typed: Typed; readonly isMissing: boolean } | string {
  if (statedValue(element) !== '') {
    const typed = valueIn(element, { ...known, variables: new Map() });
    return typeof typed === 'string' ? typed : { typed, isMissing: false };
  }
  const typed = assignment()?.valueOf(known) ?? t`nothing says its type`;
  return typeof typed === 'string' ? typed : { typed: { ...typed, isWhole: true }, isMissing: true };
}

/** Finds the numbers that may not stay whole; returns true if there are new ones. */
export function findFractions(chart: Chart, knownAt: (element: XmlElement) => Known): boolean {
  const { known } = chart;
  const assignments = assignmentsIn(chart);
  let isAny = false;
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const { id, element, valueOf } of assignments) {
      const variable = known.variables.get(id);
      if (variable?.type !== 'number' || !variable.isWhole) continue;
      const value = valueOf(knownAt(element));
      if (typeof value === 'string' || value.type !== 'number' || value.isWhole) continue;
      known.variables.set(id, { ...variable, isWhole: false });
      isNew = true;
      isAny = true;
    }
  }
  return isAny;
}
