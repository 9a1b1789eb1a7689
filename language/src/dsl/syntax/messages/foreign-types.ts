/**
 * Recognizes types and declarations of variables as other languages write them: `string`, `list<pd>`, `pd[]`,
 * `var a, b: int`.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

const types: Readonly<Record<string, string>> = tableOf({
  ...{ integer: 'int', long: 'int', uint: 'int', nat: 'int', natural: 'int' },
  ...{ string: 'text', str: 'text', boolean: 'bool', float: 'number', double: 'number', real: 'number' },
  ...{ time: 'duration', timeout: 'duration', process: 'pd', host: 'node' },
});

const noLists = t`There are no lists. Members without an order: set<pd>. One value for each number: map<0..9, pd>.`;

const sentences: Readonly<Record<string, string>> = tableOf({
  ...{
    list: noLists,
    queue: noLists,
    array: noLists,
    seq: noLists,
    sequence: noLists,
    vector: noLists,
    stack: noLists,
  },
  ...{ enum: t`The values of an enumeration are in braces: {open, done}.` },
  ...Object.fromEntries(
    ['optional', 'option', 'maybe'].map((word) => [word, t`An entity may always be "none", so its type is "pd".`]),
  ),
});

/** Returns the fault of a type, or of the declaration of a variable; undefined if there is none that is known. */
export const foreignType = (tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined =>
  unknownType(tokens[at], rules.at(-1)) ?? arrayType(tokens, at) ?? severalNames(tokens, at);

function unknownType(token: IToken | undefined, rule: string | undefined): SyntaxFault | undefined {
  if (token === undefined || (rule !== 'Type' && rule !== 'SimpleType')) return undefined;
  const [meant, sentence] = [types[token.image.toLowerCase()], sentences[token.image.toLowerCase()]];
  const advice = meant === undefined ? sentence : writeOne([meant]);
  return advice === undefined ? undefined : { token, message: t`Unknown type "${token.image}". ${advice}` };
}

const isDeclaration = (token: IToken | undefined): boolean =>
  token !== undefined && ['var', 'param', 'let'].includes(token.image);

/** Handles `var s: pd[]` and `var s: bool[3]`. */
function arrayType(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const [colon, token] = [tokens[at - 2], tokens[at]];
  if (token?.image !== '[' || colon?.image !== ':' || !isDeclaration(tokens[at - 4])) return undefined;
  return { token, message: t`Unexpected "[". ${noLists}` };
}

/** Handles `var a, b: int`. */
function severalNames(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const [word, name, comma] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (comma?.image !== ',' || word === undefined || !isDeclaration(word)) return undefined;
  const each = `${word.image} ${name?.image ?? 'a'}: int`;
  return { token: comma, message: t`Unexpected ",". Each variable has a declaration of its own, as in "${each}".` };
}
