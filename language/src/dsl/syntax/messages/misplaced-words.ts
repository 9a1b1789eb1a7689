/**
 * Recognizes words of this language in a place where only other languages have them, and words of others that stand
 * within a phrase: `crash a and b`, `a not alive`, `fault kill of a`.
 */
import type { IToken } from 'chevrotain';
import { predicates } from '../../../model/machines/expression.ts';
import { guessedHead } from './entity-heads.ts';
import { conditionBeforeSubject, foreignCondition, joinedToken } from './foreign-words.ts';
import { foreignFaults } from './foreign-tables.ts';
import { indexOfItem } from '../lexing/items.ts';
import { foreignType } from './foreign-types.ts';
import { foreignValue } from './foreign-values.ts';
import { guessedTargets } from './guessed-targets.ts';
import { guessedTransition } from './guessed-transitions.ts';
import { tableOf } from '../../../model/common/table.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';
import { rateUnit } from './rate-units.ts';
import { undeclaredVariable } from './undeclared-variable.ts';
import { exampleFor } from './syntax-examples.ts';
import { checkMemberStarts, machineMemberStarts, stepStarts, viewMemberStarts } from '../lexing/tokens.ts';
import { t, valuesIn } from '../../../model/common/translation.ts';
import { changedInPlace, wronglyAssigned } from './assignments.ts';
import { writeOne } from '../lexing/advice.ts';
import { colonAfterVerb, orderOfOthers, secondWordMissing } from './relation-words.ts';

/** Returns the fault of a misplaced word; undefined if there is none that is known. */
export function misplacedWord(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, rules } = failure;
  return (
    guessedTransition(tokens, failure) ??
    andBetweenNames(tokens, failure) ??
    wronglyAssigned(tokens, failure) ??
    notAfterName(tokens, at - 1) ??
    notAfterName(tokens, at - 2) ??
    unknownFault(tokens[at], tokens[at + 1]) ??
    ofMissing(tokens, failure) ??
    foreignType(tokens, failure) ??
    rateUnit(tokens, failure) ??
    undeclaredVariable(tokens, failure) ??
    unitApart(tokens[at - 2], tokens[at - 1]) ??
    unitApart(tokens[at - 1], tokens[at]) ??
    colonAfterVerb(tokens, failure) ??
    secondWordMissing(tokens, failure) ??
    orderOfOthers(tokens, failure) ??
    isBeforeCondition(tokens, failure) ??
    foreignValue(tokens, failure) ??
    severalValues(tokens, failure) ??
    dotInName(tokens, failure) ??
    guessedHead(tokens, failure) ??
    guessedTargets(tokens, failure) ??
    howMany(tokens, failure) ??
    propertyInScenario(tokens, failure) ??
    changedInPlace(tokens, failure) ??
    propertyOfOthers(tokens, failure) ??
    limitOfFault(tokens, failure) ??
    (tokens[at]?.image === '=' ? foreignCondition(tokens, at) : undefined) ??
    (rules.includes('Check') ? (conditionBeforeSubject(tokens, at) ?? foreignCondition(tokens, at)) : undefined) ??
    (rules.includes('Machine') ? (foreignCondition(tokens, at) ?? foreignCondition(tokens, at - 1)) : undefined)
  );
}

const isPredicate = (token: IToken | undefined): boolean =>
  token !== undefined && (predicates as readonly string[]).includes(token.image);

const endsName = (token: IToken | undefined): boolean =>
  token !== undefined && ['ID', 'QUOTED', ']', ')'].includes(token.tokenType.name);

/** Handles `crash a and b`: the parser takes `and` for the name that begins the next step. */
function andBetweenNames(tokens: readonly IToken[], { at, expected }: ParseFailure): SyntaxFault | undefined {
  const [before, token, after] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (token?.image !== 'and' || (expected !== ':=' && expected !== ':') || !endsName(before)) return undefined;
  return after?.startLine === token.startLine ? { token, message: t`Unexpected "and". ${writeOne([','])}` } : undefined;
}

/** Handles `a not alive` and `a is not alive`. */
function notAfterName(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const [token, predicate] = [tokens[index], tokens[index + 1]];
  if (token?.image !== 'not' || predicate === undefined || !isPredicate(predicate)) return undefined;
  const subject = tokens[tokens[index - 1]?.image === 'is' ? index - 2 : index - 1];
  if (subject === undefined || !endsName(subject)) return undefined;
  const written = subject.tokenType.name === ']' || subject.tokenType.name === ')' ? 'x' : subject.image;
  return { token, message: t`"not" comes before the subject: not ${written} ${predicate.image}.` };
}

const faults: Readonly<Record<string, string>> = tableOf({
  ...{ kill: 'crash', fail: 'crash', die: 'crash', stop: 'halt', drop: 'lose', loss: 'lose' },
  ...{ lost: 'lose', repeat: 'duplicate' },
});
const faultKinds = ['crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder'];

/** Handles a fault of an unknown kind: the parser already fails at the word `fault`. */
function unknownFault(fault: IToken | undefined, kind: IToken | undefined): SyntaxFault | undefined {
  if (fault?.image !== 'fault' || kind === undefined || faultKinds.includes(kind.image)) return undefined;
  if (kind.startLine !== fault.endLine || !/^[a-z]/i.test(kind.image)) return undefined;
  const meant = faults[kind.image];
  const sentence = foreignFaults[kind.image] ?? t`Write one of ${faultKinds.join(', ')}.`;
  const advice = meant === undefined ? sentence : writeOne([meant]);
  return { token: kind, message: t`Unknown fault "${kind.image}". ${advice}` };
}

/** Handles `fault crash server`. */
function ofMissing(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const [fault, kind, found] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (fault?.image !== 'fault' || kind === undefined || !faultKinds.includes(kind.image)) return undefined;
  if (found === undefined || !endsName(found) || found.startLine !== kind.endLine) return undefined;
  return {
    token: found,
    message: t`Expected "of" after "${kind.image}", found "${found.image}".${exampleFor('fault', rules)}`,
  };
}

const unit = /^(?:[mun]?s|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|d(?:ays?)?|[kmgt]i?b|b|bytes?)$/i;

/** Handles `5 seconds`: a unit is part of its number. */
function unitApart(number: IToken | undefined, token: IToken | undefined): SyntaxFault | undefined {
  if (number?.tokenType.name !== 'NUMBER' || token === undefined) return undefined;
  if (token.startLine !== number.endLine || !unit.test(token.image)) return undefined;
  return { token, message: t`A unit follows its number without a blank: 5s, 2min, 4KiB.` };
}

/** Handles `always a is alive` and `a is in Busy leads to …`: the parser takes the `is` for a name. */
function isBeforeCondition(tokens: readonly IToken[], { at, expected, rules }: ParseFailure): SyntaxFault | undefined {
  if (!rules.includes('Check') || (expected !== 'leads' && expected !== undefined)) return undefined;
  const lines = [tokens[at - 1]?.startLine, tokens[at]?.startLine];
  const last = expected === 'leads' ? at : tokens.length;
  for (let index = Math.max(0, at - 3); index < last; index++) {
    const [is, word] = [tokens[index], tokens[index + 1]];
    if (is?.image !== 'is' || word === undefined || !lines.includes(is.startLine)) continue;
    if (word.image !== 'in' && !isPredicate(word)) continue;
    return { token: joinedToken(is, word), message: t`A condition has no "is". ${writeOne([word.image])}` };
  }
  return undefined;
}

/** Handles `between: a, b`, `loss: 0,5` and `data { x: 1, y: 2 }`. */
function severalValues(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const word = tokens[at]?.image === ',' ? tokens[indexOfItem(tokens, at - 1)] : undefined;
  if (tokens[at] !== undefined && word !== undefined && ['param', 'var', 'let'].includes(word.image))
    return { token: tokens[at], message: t`Unexpected ",". Write "${word.image}" again before the next one.` };
  const [name, colon, value, comma, other, next] = tokens.slice(Math.max(0, at - 3), at + 3);
  if (colon?.image !== ':' || comma?.image !== ',' || name === undefined || value === undefined) return undefined;
  if (next?.image === ':')
    return { token: comma, message: t`Unexpected ",". Remove it: blanks and line ends separate what follows.` };
  if (value.tokenType.name === 'NUMBER' && other?.tokenType.name === 'NUMBER')
    return { token: comma, message: t`Unexpected ",". ${writeOne([`${value.image}.${other.image}`])}` };
  const list = `${name.image}: [${value.image}, ${other?.image ?? '…'}]`;
  return { token: comma, message: t`Unexpected ",". Write several values in brackets: ${list}` };
}

const kinds = ['pd', 'space', 'resource', 'object', 'node', 'region'];

/** Handles `pd nginx.service`. */
function dotInName(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [kind, name, token, rest] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.image !== '.' || name === undefined || !kinds.includes(kind?.tokenType.name ?? '')) return undefined;
  const message = t`Unexpected ".". Write a name with such characters in single quotes: '${name.image}.${rest?.image ?? 'x'}'.`;
  return { token, message };
}

const manyWords = ['any', 'one', 'all', 'some', 'each', 'least', 'most'];

/** Handles `needs any of api` and `needs at least 2 of api`. */
function howMany(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const index = [at - 2, at - 1, at, at + 1].find((each) => manyWords.includes(tokens[each]?.image ?? ''));
  const token = index === undefined ? undefined : tokens[index];
  if (index === undefined || token === undefined) return undefined;
  const [before, start] = [tokens[index - 1], tokens[index - 1]?.image === 'at' ? index - 2 : index - 1];
  if (tokens[start]?.image !== 'needs' || before?.endLine !== token.startLine) return undefined;
  const of = tokens.slice(index, index + 3).findIndex(({ image }) => image === 'of');
  const number = tokens[index + 1]?.tokenType.name === 'NUMBER' ? (tokens[index + 1]?.image ?? '1') : '1';
  const names = of < 0 ? '' : listFrom(tokens, index + of + 1);
  if (names === '') return undefined;
  const among = /^[^[,]*$/.test(names) ? `${names}[*]` : names;
  const message = t`Say with a number how many are needed: needs ${number} of ${among}. All of them: needs ${among}.`;
  return { token, message };
}

/** Returns the names from a token on, with commas between them: `n.api[*], b`; empty if there is none. */
function listFrom(tokens: readonly IToken[], start: number): string {
  const isName = (token: IToken | undefined): boolean => token !== undefined && /^[\p{L}_']/u.test(token.image);
  let text = '';
  for (let index = start; index < tokens.length; index++) {
    const [token, before] = [tokens[index], tokens[index - 1]];
    if (token === undefined || token.startLine !== tokens[start]?.startLine) break;
    if (
      isName(token) ? index > start && before?.image !== '.' && before?.image !== ',' : !/^[.,[\]*\d]/.test(token.image)
    )
      break;
    text += token.image === ',' ? ', ' : token.image;
  }
  return text.replace(/, $/, '');
}

/** Handles `expect eventually a alive`. */
function propertyInScenario(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const index = [at - 2, at - 1, at].find((each) =>
    ['eventually', 'always', 'never'].includes(tokens[each]?.image ?? ''),
  );
  const token = index === undefined ? undefined : tokens[index];
  if (index === undefined || token === undefined || tokens[index - 1]?.image !== 'expect') return undefined;
  const message = t`Unexpected "${token.image}". A scenario expects something now, or in time: within 5s expect x alive. What holds in every run is a check: check "name" { ${token.image} x alive }.`;
  return { token, message };
}

const properties: Readonly<Record<string, string>> = tableOf({
  ...{ invariant: 'always', globally: 'always', finally: 'eventually', forbid: 'never', impossible: 'never' },
  ...{ G: 'always', AG: 'always', F: 'eventually', AF: 'eventually' },
});

/** Handles `invariant a alive`, `a crashed implies b alive`, `a crashed => b alive` and `a crashed -> b alive`. */
function propertyOfOthers(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || !rules.includes('Check')) return undefined;
  const meant = properties[token.image];
  if (meant !== undefined) return { token, message: t`Unknown property "${token.image}". ${writeOne([meant])}` };
  const isArrow = token.image === '=' && next?.image === '>';
  if (!isArrow && token.image !== 'implies' && token.image !== '->') return undefined;
  const message = t`There is no implication. What follows at once: always not a crashed or b alive. What follows later: a crashed leads to b alive.`;
  return { token: isArrow ? { ...joinedToken(token, next), image: '=>' } : token, message };
}

/** Handles `fault crash of a at most 2` and `fault crash of a <= 2`. */
function limitOfFault(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (!rules.includes('Check')) return undefined;
  for (const index of [at - 3, at - 2, at - 1, at]) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    const isMost = token?.image === 'at' && next?.image === 'most';
    if (token === undefined || !(isMost || token.image === '<=' || token.image === 'max')) continue;
    const number = tokens[index + (isMost ? 2 : 1)];
    const start = tokens.slice(0, index).findLastIndex(({ image }) => image === 'fault' || image === 'may');
    if (number?.tokenType.name !== 'NUMBER' || tokens[start]?.startLine !== token.startLine) continue;
    if (beginsAnother(tokens.slice(start + 1, index))) continue;
    const written = isMost ? joinedToken(token, next) : token;
    return { token: written, message: t`Unexpected "${written.image}". ${writeOne(['up to'])}` };
  }
  return undefined;
}

/** Returns true if another member of a check begins after the words of a fault: `of a never b`, `of a b.n`. */
const beginsAnother = (words: readonly IToken[]): boolean =>
  words.some(
    ({ image, tokenType }, index) =>
      ['never', 'always', 'eventually', 'bound'].includes(image) ||
      (['ID', 'QUOTED'].includes(tokenType.name) && endsName(words[index - 1])),
  );

/** Words that begin something here, each with where that is written; an example stands in the place of `…`. */
const elsewhere: readonly (readonly [readonly string[], string])[] = [
  [stepStarts, t`a scenario: scenario "name" { … }`],
  [machineMemberStarts, t`a machine: machine M for pd { … }`],
  [checkMemberStarts, t`a check: check "name" { … }`],
  [viewMemberStarts, t`a view: view "name" { … }`],
];

/**
 * Handles `crash a` outside a scenario: returns what to say of a word that begins something in another place. In a
 * scenario, `always` is a property.
 */
export function placeOfWord(word: string, what?: string): string | undefined {
  const isProperty = what === 'step' && checkMemberStarts.includes(word);
  const found = elsewhere.find(([words]) => (isProperty ? words === checkMemberStarts : words.includes(word)));
  const example = valuesIn(exampleFor(word, isProperty ? ['Check'] : []))` Example: ${''}`?.[0];
  return found === undefined || example === undefined ? undefined : t`Write it in ${found[1].replace('…', example)}.`;
}
