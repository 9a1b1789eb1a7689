/**
 * Writes the variables of a machine as the data of a chart.
 */
import type { Type } from '../../model/machines/expression.ts';
import type { EventDeclaration, Machine, Variable } from '../../model/machines/machine.ts';
import { WithoutWords } from './expression-tokens.ts';
import { writeExpression } from './write-expression.ts';
import { tag } from './write-steps.ts';

const simple: Partial<Record<Type['kind'], string>> = {
  int: '0',
  range: '0',
  number: '0.0',
  bool: 'false',
  text: "''",
};
/** The pattern of a variable's name in ECMAScript, without its most common keywords. */
const identifier =
  /^(?!(?:true|false|null|undefined|this|var|let|const|if|else|for|new|in|In|function|return|delete|typeof|while|do|void|with|class|enum|switch|case|default|break|continue|try|catch|throw|import|export|super|yield|NaN|Infinity|_event|_name|_sessionid|_ioprocessors|_x)$)[\p{L}_$][\p{L}\d_$]*$/u;

/** Returns the names of an event's values if a chart can have all of them; noted and undefined if not. */
export function valueNames(event: EventDeclaration | undefined, note: (sentence: string) => void): readonly string[] {
  const all = event?.parameters ?? [];
  if (all.every(({ name, type }) => simple[type.kind] !== undefined && identifier.test(name)))
    return all.map(({ name }) => name);
  note(`The values of the event "${event?.name ?? ''}" are omitted: a chart has no types for them.`);
  return [];
}

/** Returns the data, and the names of the variables that it has; the rest is noted. */
export function dataOf(
  { name: machine, variables, parameters, lets, requirements }: Machine,
  note: (sentence: string) => void,
): { readonly lines: readonly string[]; readonly variables: ReadonlySet<string> } {
  const known = new Set<string>();
  const lines: string[] = [];
  const add = ({ name, type, initial }: Variable): void => {
    const plain = simple[type.kind];
    try {
      if (plain === undefined) throw new WithoutWords(`a chart has no values of the type ${type.kind}`);
      if (!identifier.test(name)) throw new WithoutWords('ECMAScript cannot have that name');
      const value =
        initial === undefined
          ? type.kind === 'range'
            ? String(Math.max(type.from, Math.min(0, type.to)))
            : plain
          : writeExpression(initial, { variables: new Set(), states: new Map() });
      const text = type.kind === 'number' && /^-?\d+$/.test(value) ? `${value}.0` : value;
      if (type.kind === 'range') note(`The bounds of "${name}" are omitted: a chart has no types.`);
      lines.push(
        `  <${tag('data', [
          ['id', name],
          ['expr', text],
        ])}/>`,
      );
      known.add(name);
    } catch (error) {
      if (!(error instanceof WithoutWords)) throw error;
      note(`"${name}" is omitted, with all that names it: ${error.message}.`);
    }
  };
  for (const parameter of parameters) {
    note(`The parameter "${parameter.name}" is written with its default: a chart has no parameters.`);
    add(parameter);
  }
  for (const variable of variables) {
    if (variable.persistent) note(`That "${variable.name}" is persistent is omitted: a chart cannot crash.`);
    add(variable);
  }
  for (const { name } of lets) note(`"${name}" is omitted, with all that names it: a chart has no "let".`);
  if (requirements.length > 0) note(`What "${machine}" requires is omitted: a chart requires nothing.`);
  return { lines: lines.length === 0 ? [] : ['<datamodel>', ...lines, '</datamodel>'], variables: known };
}
