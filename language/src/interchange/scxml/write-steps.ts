/**
 * Writes the steps of a machine as executable content of a chart.
 */
import type { Action } from '../../model/machines/action.ts';
import type { Machine } from '../../model/machines/machine.ts';
import { WithoutWords } from './expression-tokens.ts';
import { writeDelay, writeExpression, type Written } from './write-expression.ts';
import type { ChartNames } from './write-names.ts';

/** A machine that is being written. */
export interface WrittenMachine {
  readonly machine: Machine;
  readonly names: ChartNames;
  readonly known: Written;
  /** Returns the names of an event's values; none if a chart cannot have them. */
  readonly valuesOf: (event: string) => readonly string[];
  /** Notes a full sentence about what has no word. */
  readonly note: (sentence: string) => void;
}

/** Returns the content of a tag; attributes without a value are omitted. */
export const tag = (name: string, attributes: readonly (readonly [string, string | undefined])[]): string =>
  [name, ...attributes.flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${escaped(value)}"`]))].join(
    ' ',
  );

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes.get(character) ?? character);

/** Returns the elements of some steps, one a line. What has no word is noted. */
export function stepLines(actions: readonly Action[], writing: WrittenMachine): string[] {
  return actions.flatMap((action) => {
    try {
      return stepOf(action, writing);
    } catch (error) {
      if (!(error instanceof WithoutWords)) throw error;
      writing.note(`A step "${action.kind}" of "${writing.machine.name}" is omitted: ${error.message}.`);
      return [];
    }
  });
}

const empty = (name: string, attributes: Parameters<typeof tag>[1]): string[] => [`<${tag(name, attributes)}/>`];

function stepOf(action: Action, writing: WrittenMachine): string[] {
  const { names, known } = writing;
  switch (action.kind) {
    case 'assign': {
      const { of, name, key } = action.target;
      if (of !== undefined || key !== undefined || !known.variables.has(name))
        throw new WithoutWords(`"${name}" is not a variable of a chart`);
      return empty('assign', [
        ['location', name],
        ['expr', writeExpression(action.value, known)],
      ]);
    }
    case 'raise':
    case 'send': {
      const event = names.event(action.event);
      const values = valueLines(action, writing);
      if (action.kind === 'raise' && values.length === 0) return empty('raise', [['event', event]]);
      if (action.kind === 'raise')
        return around('send', [['event', event], ['target', '#_internal']], values); // oxfmt-ignore
      if (action.to.kind !== 'self') throw new WithoutWords('only the model can say who receives a message');
      if (action.after === undefined) return around('send', [['event', event]], values);
      return around('send', [['event', event], ['id', event], writeDelay(action.after, known)], values);
    }
    case 'cancel':
      if (!names.delayed.has(action.event)) throw new WithoutWords(`nothing sends "${action.event}" with a delay`);
      return empty('cancel', [['sendid', names.event(action.event)]]);
    case 'log':
      return empty('log', [['expr', writeExpression(action.text, known)]]);
    case 'if':
      return ifLines(action, writing);
    default:
      throw new WithoutWords('a chart cannot express it');
  }
}

/** Returns an element around lines; an empty one if there are none. */
const around = (name: string, attributes: Parameters<typeof tag>[1], lines: readonly string[]): string[] =>
  lines.length === 0
    ? empty(name, attributes)
    : [`<${tag(name, attributes)}>`, ...lines.map((line) => `  ${line}`), `</${name}>`];

/** Returns the data of a message. */
const valueLines = (
  { event, arguments: all }: Extract<Action, { readonly kind: 'raise' | 'send' }>,
  { known, valuesOf }: WrittenMachine,
): string[] =>
  valuesOf(event).flatMap((name, index) => {
    const value = all[index];
    return value === undefined
      ? []
      : empty('param', [
          ['name', name],
          ['expr', writeExpression(value, known)],
        ]);
  });

type IfStep = Extract<Action, { readonly kind: 'if' }>;

function ifLines(action: IfStep, writing: WrittenMachine): string[] {
  const inner = (actions: readonly Action[]): string[] => stepLines(actions, writing).map((line) => `  ${line}`);
  const head = (name: string, { condition }: IfStep): string =>
    tag(name, [['cond', writeExpression(condition, writing.known)]]);
  const lines = [`<${head('if', action)}>`, ...inner(action.then)];
  let rest = action.else;
  for (;;) {
    const [only, ...others] = rest;
    if (only?.kind !== 'if' || others.length > 0) break;
    lines.push(`<${head('elseif', only)}/>`, ...inner(only.then));
    rest = only.else;
  }
  return [...lines, ...(rest.length === 0 ? [] : ['<else/>', ...inner(rest)]), '</if>'];
}
