/**
 * Writes the executable content of a chart as steps of the language. What has no word is noted and left out.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { type Chart, useEvent } from './chart.ts';
import { delayInMilliseconds, readDelay } from './delay.ts';
import { givenIn } from './event-data.ts';
import { asBool, type Typed } from './expression.ts';
import { WithoutWords } from './expression-tokens.ts';
import { emptyValues, foreachValues, tryExpression, valueIn, writtenExpression } from './variables.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the steps of some elements, one a line, blocks indented by two blanks. `O(elements)`. */
export const scxmlSteps = (elements: readonly XmlElement[], chart: Chart): string[] =>
  elements.flatMap((element) => stepOf(element, chart));

function stepOf(element: XmlElement, chart: Chart): string[] {
  const { note } = chart;
  const of = (key: string): string | undefined => element.attributes.get(key)?.trim();
  switch (element.name) {
    case 'raise': {
      const event = useEvent(chart, of('event') ?? '');
      if (event !== undefined) return [`raise ${event}${valuesOf(element, chart)}`];
      note(element.place, t`<raise> of "${of('event') ?? ''}" names no event that a machine can raise`);
      return [];
    }
    case 'send':
      return sendOf(element, chart);
    case 'cancel':
      return cancelOf(element, chart);
    case 'assign':
      return assignOf(element, chart);
    case 'log':
      return logOf(element, chart);
    case 'if':
      return ifOf(element, chart);
    case 'foreach':
      return foreachOf(element, chart);
    default:
      note(element.place, t`<${element.name.slice(0, 40)}> cannot be expressed in a machine`);
      return [];
  }
}

/** Attributes that make a send one that a machine cannot do. */
const beyond = ['eventexpr', 'targetexpr', 'typeexpr', 'idlocation'];
const processor = /^(?:scxml|https?:\/\/www\.w3\.org\/TR\/scxml\/?(?:#SCXMLEventProcessor)?)$/;

function sendOf(element: XmlElement, chart: Chart): string[] {
  const { note, known } = chart;
  const of = (key: string): string | undefined => element.attributes.get(key)?.trim();
  const name = of('event') ?? '';
  const event = useEvent(chart, name);
  const refuse = (why: string): string[] => {
    note(element.place, name === '' ? `<send> ${why}` : t`<send> of "${name}" ${why}`);
    return [];
  };
  const computed = beyond.find((key) => element.attributes.has(key));
  if (computed !== undefined)
    return refuse(t`computes its ${computed.replace(/expr$/, '')}, "${(of(computed) ?? '').slice(0, 60)}"`);
  if (event === undefined) return refuse(t`names no event that a machine can send`);
  if (!processor.test(of('type') ?? 'scxml')) return refuse(t`goes to the processor "${of('type') ?? ''}"`);
  const target = of('target') ?? '';
  if (target !== '' && target !== '#_internal') {
    const { elsewhere } = chart;
    const about = `${name} to ${target.slice(0, 60)}`;
    // What a transition on several events does is written once for each.
    if (!elsewhere.some(({ place }) => place === element.place)) elsewhere.push({ about, place: element.place });
    return [];
  }
  const message = `${event}${valuesOf(element, chart)}`;
  const delay = of('delayexpr') ?? of('delay');
  if (delay === undefined || delay === '0') return [target === '' ? `send ${message} to self` : `raise ${message}`];
  if (target !== '') return refuse(t`has a delay, which only messages from outside can have`);
  const after = delayText(element, known);
  return after.text === undefined
    ? refuse(t`waits, but ${after.why}`)
    : [`send ${message} to self after ${after.text}`];
}

/** Returns the values of an event in brackets: what is given, otherwise those that variables have without a value. */
function valuesOf(element: XmlElement, { known, data, note }: Chart): string {
  const name = element.attributes.get('event')?.trim() ?? '';
  const given = givenIn(element);
  const values = [...(data.get(name) ?? [])].map(([key, field]) => {
    const text = given.get(key);
    const typed = text === undefined ? undefined : tryExpression(text, known);
    if (typeof typed === 'object' && typed.type === field.type) return writtenExpression(typed.expression);
    const empty = emptyValues[field.type];
    const why = typeof typed === 'object' ? t`it is a ${typed.type}, elsewhere a ${field.type}` : typed;
    const about = key === '' ? t`its data` : `"${key}"`;
    if (why !== undefined) note(element.place, t`<${element.name}> of "${name}" has ${empty} for ${about}: ${why}`);
    return empty;
  });
  return values.length === 0 ? '' : `(${values.join(', ')})`;
}

/** As many turns of a loop are written at most. */
const mostTurns = 100;

/** A list that stays as it is gives as many turns, one after the other. */
function foreachOf(element: XmlElement, chart: Chart): string[] {
  const { note, known } = chart;
  const refuse = (why: string): string[] => {
    note(element.place, t`<foreach> is left out: ${why}`);
    return [];
  };
  const list = foreachValues(element, chart);
  if (typeof list === 'string') return refuse(list);
  if (list.length > mostTurns)
    return refuse(t`it has ${String(list.length)} turns; at most ${String(mostTurns)} are written`);
  const of = (key: string) => known.variables.get(element.attributes.get(key)?.trim() ?? '');
  const [item, index] = [of('item'), of('index')];
  if (item === undefined || list.some(({ type }) => type !== item.type))
    return refuse(t`its item is not a variable with a value of the same type`);
  const set = (name: string, value: string): string => `${writtenExpression({ kind: 'local', name })} := ${value}`;
  return list.flatMap(({ expression }, turn) => [
    set(item.name, writtenExpression(expression)),
    ...(index?.type === 'number' ? [set(index.name, String(turn))] : []),
    ...scxmlSteps(element.children, chart),
  ]);
}

/** Returns the delay of a send, or why it has none. */
export function delayText(
  { attributes }: XmlElement,
  known: Chart['known'],
): { readonly text: string; readonly why?: never } | { readonly text?: never; readonly why: string } {
  const plain = attributes.get('delay');
  const computed = attributes.get('delayexpr');
  try {
    if (computed !== undefined) return { text: writtenExpression(readDelay(computed, known)) };
    const milliseconds = delayInMilliseconds(plain ?? '');
    if (milliseconds === undefined) return { why: t`"${(plain ?? '').slice(0, 40)}" is not a delay` };
    return { text: writtenExpression({ kind: 'duration', milliseconds }) };
  } catch (error) {
    if (error instanceof WithoutWords) return { why: error.message };
    throw error;
  }
}

/** A cancel names an id, and here an event: the same if all that is sent with the event has the id. */
function cancelOf(element: XmlElement, chart: Chart): string[] {
  const { elements, note } = chart;
  const id = element.attributes.get('sendid')?.trim();
  const sends = elements.filter(
    ({ name, attributes }) => name === 'send' && id !== undefined && attributes.get('id')?.trim() === id,
  );
  const names = [...new Set(sends.map(({ attributes }) => attributes.get('event')?.trim() ?? ''))];
  const [name = ''] = names;
  const event = useEvent(chart, name);
  const isDelayed = ({ attributes }: XmlElement): boolean => attributes.has('delay') || attributes.has('delayexpr');
  const others = elements.some(
    (each) =>
      each.name === 'send' &&
      isDelayed(each) &&
      each.attributes.get('event')?.trim() === name &&
      each.attributes.get('id')?.trim() !== id,
  );
  if (names.length === 1 && event !== undefined && !others) return [`cancel ${event}`];
  note(
    element.place,
    t`<cancel> of "${(id ?? '').slice(0, 40)}" does not fit one event; "cancel" discards everything sent with an event`,
  );
  return [];
}

function assignOf(element: XmlElement, { known, note }: Chart): string[] {
  const location = element.attributes.get('location')?.trim() ?? '';
  const about = t`<assign> to "${location.slice(0, 40)}"`;
  const variable = known.variables.get(location);
  const value = valueIn(element, known);
  if (variable === undefined) note(element.place, t`${about}, which is not a variable with a simple value`);
  else if (typeof value === 'string') note(element.place, `${about}: ${value}`);
  else if (value.type !== variable.type)
    note(element.place, t`${about}: the variable is a ${variable.type}, the value a ${value.type}`);
  else
    return [`${writtenExpression({ kind: 'local', name: variable.name })} := ${writtenExpression(value.expression)}`];
  return [];
}

function logOf(element: XmlElement, { known, note }: Chart): string[] {
  const label = element.attributes.get('label') ?? '';
  const expression = element.attributes.get('expr')?.trim() ?? '';
  const value = expression === '' ? undefined : tryExpression(expression, known);
  if (typeof value === 'string') {
    note(element.place, `<log>: ${value}`);
    return [];
  }
  return [`log ${writtenExpression(logText(label, value))}`];
}

function logText(label: string, value: Typed | undefined): Expression {
  if (value === undefined) return { kind: 'text', parts: [label] };
  if (label === '') return value.expression;
  const own = value.expression.kind === 'text' ? value.expression.parts : [value.expression];
  return { kind: 'text', parts: [`${label}: `, ...own] };
}

interface Branch {
  readonly element: XmlElement;
  readonly content: XmlElement[];
}

/** A branch whose condition has no words is left out with its content, and so are those after it. */
function ifOf(element: XmlElement, chart: Chart): string[] {
  const branches: Branch[] = [{ element, content: [] }];
  for (const child of element.children) {
    if (child.name === 'elseif' || child.name === 'else') branches.push({ element: child, content: [] });
    else branches.at(-1)?.content.push(child);
  }
  const lines: string[] = [];
  for (const { element: own, content } of branches) {
    let head = ' else {';
    if (own.name !== 'else') {
      const condition = chartCondition(own, chart);
      if (typeof condition === 'string') {
        chart.note(own.place, t`<${own.name}>, with all that follows in it: ${condition}`);
        break;
      }
      head = `${own === element ? 'if' : ' else if'} ${writtenExpression(condition.expression)} {`;
    }
    const last = lines.pop() ?? '';
    lines.push(`${last}${head}`, ...scxmlSteps(content, chart).map((line) => `  ${line}`), '}');
    if (own.name === 'else') break;
  }
  return lines;
}

/** Returns the condition that an element states, or why it has no words. */
export function chartCondition({ attributes }: XmlElement, { known }: Chart): Typed | string {
  const condition = tryExpression(attributes.get('cond') ?? '', known);
  return typeof condition === 'string' ? condition : asBool(condition);
}
