/**
 * Reads the data of a chart as variables with types: by their first values, or by what is assigned to them.
 */
import { printExpression } from '../../model/print-expression.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { type Chart, namesOnce, unquoted } from './chart.ts';
import { type Known, type PlainType, readExpression, Refusal, type Typed } from './expression.ts';

const noEntities = (): never => {
  throw new Error('A chart names no entities.');
};

/** Returns the text of an expression of a chart. */
export const written = (expression: Typed['expression']): string => printExpression(expression, noEntities);

/** Returns an expression with what it may name, or the reason why it has none. */
export function tryExpression(text: string, known: Known): Typed | string {
  try {
    return readExpression(text, known);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Returns the value that an assignment or a variable states. */
export const valueText = ({ attributes, text }: XmlElement): string => (attributes.get('expr') ?? text).trim();

const empty: Readonly<Record<PlainType, string>> = { bool: 'false', number: '0', text: '""' };

/** Adds the variables to what the chart knows, and returns their declarations. `O(variables * assignments)` at most. */
export function readVariables({ elements, known, note }: Chart): string[] {
  const unique = namesOnce();
  const values = new Map<string, string>();
  const assigns = elements.filter(({ name }) => name === 'assign');
  for (const element of elements.filter(({ name }) => name === 'data')) {
    const id = element.attributes.get('id')?.trim() ?? '';
    const about = `The variable "${id}"`;
    if (element.attributes.has('src')) note(element.place, `${about} comes from another file`);
    else if (id === '' || values.has(id))
      note(element.place, `${about} ${id === '' ? 'has no id' : 'is declared again'}`);
    else {
      const read = firstValue(id, valueText(element), { known, assigns });
      if (typeof read === 'string') {
        note(element.place, `${about} has no simple value: ${read}`);
        continue;
      }
      if (read.isMissing) note(element.place, `${about} has no value at first, here ${empty[read.typed.type]}`);
      const { type, isWhole } = read.typed;
      known.variables.set(id, { name: unquoted(unique(id)), type, isWhole });
      values.set(id, read.isMissing ? empty[type] : written(read.typed.expression));
    }
  }
  findFractions({ known, assigns });
  return [...values].map(([id, value]) => {
    const variable = known.variables.get(id);
    if (variable === undefined) throw new Error('Every value is of a variable.');
    const type = variable.type === 'number' && variable.isWhole ? 'int' : variable.type;
    return `var ${written({ kind: 'local', name: variable.name })}: ${type} = ${value}`;
  });
}

interface Assigning {
  readonly known: Chart['known'];
  readonly assigns: readonly XmlElement[];
}

/** Without a value, the type is that of the first assignment. */
function firstValue(
  id: string,
  text: string,
  { known, assigns }: Assigning,
): { readonly typed: Typed; readonly isMissing: boolean } | string {
  if (text !== '') {
    const typed = tryExpression(text, { ...known, variables: new Map() });
    return typeof typed === 'string' ? typed : { typed, isMissing: false };
  }
  const first = assigns.find(({ attributes }) => attributes.get('location')?.trim() === id);
  const typed = first === undefined ? 'nothing says its type' : tryExpression(valueText(first), known);
  return typeof typed === 'string' ? typed : { typed: { ...typed, isWhole: true }, isMissing: true };
}

/** Finds the numbers that may not stay whole. */
function findFractions({ known, assigns }: Assigning): void {
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const element of assigns) {
      const id = element.attributes.get('location')?.trim() ?? '';
      const variable = known.variables.get(id);
      if (variable?.type !== 'number' || !variable.isWhole) continue;
      const value = tryExpression(valueText(element), known);
      if (typeof value === 'string' || value.type !== 'number' || value.isWhole) continue;
      known.variables.set(id, { ...variable, isWhole: false });
      isNew = true;
    }
  }
}
