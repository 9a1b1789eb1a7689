/**
 * Recognizes values and operators as other languages write them: `{a, b}`, `s.add(x)`, `x not in s`, `n mod 2`,
 * `if n = 1`.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { quantifiers } from './closer-failure.ts';
import { joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of a foreign value or operator; undefined if there is none that is known. */
export const foreignValue = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  methodCalled(tokens, failure) ??
  setInBraces(tokens, failure) ??
  notInSet(tokens, failure) ??
  inOthersSet(tokens, failure) ??
  foreignOperator(tokens, failure) ??
  singleEqual(tokens, failure) ??
  braceMissing(tokens, failure) ??
  bodyMissing(tokens, failure) ??
  namedArgument(tokens, failure) ??
  commaBetweenSteps(tokens, failure);

const isName = (token: IToken | undefined): boolean => token !== undefined && /^[\p{L}_']/u.test(token.image);

const areOnLine = (one: IToken | undefined, other: IToken | undefined): boolean =>
  one !== undefined && one.endLine === other?.startLine;

/** What the methods of other languages do, with the receiver as `s` and the first argument as `x`. */
const methods: Readonly<Record<string, (s: string, x: string) => string>> = tableOf({
  ...ofAll('add push insert append put union', (s, x) => `${s} := ${s} + [${x}]`),
  ...ofAll('remove delete erase discard pop', (s, x) => `${s} := ${s} - [${x}]`),
  ...ofAll('contains has includes include member', (s, x) => `${x} in ${s}`),
  ...ofAll('size length len count', (s) => `count x in ${s}: true`),
  ...ofAll('isEmpty empty', (s) => `${s} == []`),
  ...ofAll('send tell cast emit post notify', (s, x) => `send ${x} to ${s}`),
});

function ofAll(words: string, write: (s: string, x: string) => string): Readonly<Record<string, typeof write>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, write]));
}

/** Handles `s.add(x)` and `a.send(E)`. */
function methodCalled(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [dot, method, open, argument] = tokens.slice(Math.max(0, at - 2), at + 2);
  const receiver = tokens[at - 3];
  if (dot?.image !== '.' || open?.image !== '(' || method === undefined || !isName(receiver)) return undefined;
  const argumentText = argument !== undefined && isName(argument) ? argument.image : 'x';
  const example = methods[method.image]?.(receiver?.image ?? 's', argumentText);
  return example === undefined ? undefined : { token: method, message: t`There are no methods. Example: ${example}` };
}

/** Handles `{}`, `{1, 2}`, `{a, b}` and `{a: 1}` in the place of a value. */
function setInBraces(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (!rules.slice(-2).includes('Quantified')) return undefined;
  const start = tokens.slice(0, at).findLastIndex(({ image }) => image === '{');
  const end = tokens.findIndex(({ image }, index) => index >= at && image === '}');
  const [open, close] = [tokens[start], tokens[end]];
  if (open === undefined || close === undefined || open.startLine !== close.startLine) return undefined;
  const inside = tokens.slice(start + 1, end);
  if (inside.some(({ image }) => image === 'in')) return undefined;
  const isMap = inside[1]?.image === ':' || (inside.length === 0 && declaresMap(tokens.slice(0, start)));
  if (isMap)
    return {
      token: open,
      message: t`A map begins with one value for every key. Example: ${'var n: map<pd, int> = 0'}`,
    };
  // Names and numbers with commas between them; anything else is more likely a block.
  if (inside.some((token, index) => (token.image === ',') !== (index % 2 === 1) || token.tokenType.name === 'STRING'))
    return undefined;
  const members = inside.map(({ image }) => (image === ',' ? ', ' : image)).join('');
  const token = { ...joinedToken(open, close), image: `{${members}}` };
  return { token, message: t`The members of a set are in brackets. ${writeOne([`[${members}]`])}` };
}

/** Returns true if the tokens end with the declaration of a map, up to its `=`. */
function declaresMap(tokens: readonly IToken[]): boolean {
  const start = tokens.findLastIndex(({ image }) => image === 'var' || image === 'param');
  return tokens.at(-1)?.image === '=' && tokens[start + 3]?.image === 'map';
}

/** Handles `x not in s` and `x notin s`. */
function notInSet(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [subject, not, then, set] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  const both = not?.image === 'not' && then?.image === 'in' ? joinedToken(not, then) : undefined;
  const token = both ?? (not?.image === 'notin' ? not : undefined);
  if (token === undefined || !areOnLine(subject, not)) return undefined;
  const of = both === undefined ? then : set;
  const message = t`"not" comes before the subject: not ${subject?.image ?? 'x'} in ${of?.image ?? 's'}.`;
  return { token, message };
}

/** Handles `n in {1, 2}` in a machine, where the parser stops at `in`, and `n between 1 and 3`. */
function inOthersSet(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const index of [at - 1, at]) {
    const [before, token, from, and, to] = tokens.slice(Math.max(0, index - 1), index + 4);
    if (token === undefined || !endsValue(before) || !areOnLine(before, token)) continue;
    if (token.image === 'between' && and?.image === 'and' && from?.tokenType.name === 'NUMBER') {
      const range = `${before?.image ?? 'n'} in ${from.image}..${to?.image ?? '3'}`;
      return { token, message: t`Unexpected "between". A range is written: ${range}` };
    }
    if (token.image !== 'in' || from?.image !== '{') continue;
    const end = tokens.findIndex(
      ({ image, startLine }, each) => each > index && image === '}' && startLine === from.startLine,
    );
    const [close, inside] = [tokens[end], tokens.slice(index + 2, end)];
    if (close === undefined || inside.length === 0) continue;
    const members = inside.map(({ image }) => (image === ',' ? ', ' : image)).join('');
    const set = { ...joinedToken(from, close), image: `{${members}}` };
    return { token: set, message: t`The members of a set are in brackets. ${writeOne([`[${members}]`])}` };
  }
  return undefined;
}

const operators: Readonly<Record<string, string>> = tableOf({
  ...{ mod: '%', rem: '%', div: '/', times: '*', plus: '+', union: '+', minus: '-', except: '-' },
});

const endsValue = (token: IToken | undefined): boolean =>
  token !== undefined && ['ID', 'QUOTED', 'NUMBER', 'QUANTITY', 'self', ']', ')'].includes(token.tokenType.name);

/** Handles `n mod 2` and `s union [x]`: the parser takes the operator for the name that begins the next step. */
function foreignOperator(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (!rules.includes('Machine') && !rules.includes('Scenario') && !rules.includes('Check')) return undefined;
  for (let index = at; index >= Math.max(1, at - 4); index--) {
    const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    const meant = operators[token?.image ?? ''];
    if (token === undefined || meant === undefined || !endsValue(before) || !areOnLine(before, token)) continue;
    if (!areOnLine(token, after) || [':=', '=', ':', '.', '('].includes(after?.image ?? '')) continue;
    return { token, message: t`Unexpected "${token.image}". ${writeOne([meant])}` };
  }
  return undefined;
}

/** Handles `if n = 1 { … }` and `when n = 1`. */
function singleEqual(tokens: readonly IToken[], { at, rules, expected }: ParseFailure): SyntaxFault | undefined {
  const token = tokens[at];
  if (token?.image !== '=' || tokens[at + 1]?.image === '>') return undefined;
  const isCondition = (expected === '{' && rules.includes('IfStep')) || expected === 'then';
  const line = tokens.slice(0, at).filter(({ startLine }) => startLine === token.startLine);
  const isGuard = rules.includes('Machine') && line.some(({ image }) => image === 'when');
  return isCondition || isGuard ? { token, message: t`Values are compared by "==". ${writeOne(['=='])}` } : undefined;
}

/** Handles `if c then { … }` as a step. */
function braceMissing(tokens: readonly IToken[], { at, rules, expected }: ParseFailure): SyntaxFault | undefined {
  const token = tokens[at];
  if (token?.image !== 'then' || expected !== '{' || !rules.includes('IfStep')) return undefined;
  return { token, message: t`Steps are in braces: if n > 3 { log "late" } else { log "fine" }.` };
}

/** Handles `count x in s` without a condition where a machine takes it for a name and what follows for a step. */
function bodyMissing(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [word, variable, found, set] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (word === undefined || !quantifiers.has(word.image) || found?.image !== 'in' || !isName(variable))
    return undefined;
  const condition = word.image === 'count' ? 'true' : `${variable?.image ?? 'x'} alive`;
  const named = set !== undefined && isName(set) && set.startLine === found.startLine ? set.image : 's';
  const example = `${word.image} ${variable?.image ?? 'x'} in ${named}: ${condition}`;
  return { token: word, message: t`A quantifier says something of each: ${example}` };
}

/** Handles `send F(by: a) to b`. */
function namedArgument(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const [before, name, colon] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (
    !(colon?.image === ':' || colon?.image === '=') ||
    !isName(name) ||
    name === undefined ||
    !rules.some((rule) => sends.has(rule))
  )
    return undefined;
  if (before?.image !== '(' && before?.image !== ',') return undefined;
  return {
    token: joinedToken(name, colon),
    message: t`Arguments have no names, and come in the order of the event: Save(1).`,
  };
}

const sends: ReadonlySet<string> = new Set(['Message', 'Send', 'Raise']);

/** Handles `n := 1, m := 2`. */
function commaBetweenSteps(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const token = tokens[at];
  if (token?.image !== ',' || rules.at(-1) !== 'Block') return undefined;
  return { token, message: t`Unexpected ",". Remove it: blanks and line ends separate what follows.` };
}
