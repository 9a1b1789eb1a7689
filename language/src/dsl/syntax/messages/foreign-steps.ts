/**
 * Recognizes steps and expectations as other languages write them: `run until a in S`, `crash any c`, `crash a then b`,
 * `expect a received 2 E`, `expect r held by a`.
 */
import type { IToken } from 'chevrotain';
import { predicates } from '../../../model/machines/expression.ts';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { conditionMeant, joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of a step of a scenario or check; undefined if there is none that is known. */
export function stepOfOthers(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, rules } = failure;
  const all = allCopies(tokens, at);
  if (all !== undefined) return all;
  if (rules.includes('Machine') || !(rules.includes('Scenario') || rules.includes('Check'))) return undefined;
  const whole =
    assigned(tokens, failure) ??
    argumentsApart(tokens, failure) ??
    severalReceivers(tokens, failure) ??
    (rules.includes('Check')
      ? (propertyInBlock(tokens, failure) ??
        limited(tokens, at) ??
        settingWithoutColon(tokens, at) ??
        howOften(tokens, at))
      : undefined);
  if (whole !== undefined) return whole;
  const lines = [tokens[at - 1]?.startLine, tokens[at]?.startLine];
  // The parser stops soon after the word that it took for a name.
  for (let index = Math.max(1, at - 3); index <= at; index++) {
    const token = tokens[index];
    if (token === undefined || !lines.includes(token.startLine)) continue;
    const found =
      wordTooMany(tokens, index, token) ?? wordInStep(tokens, index, token) ?? wordInCondition(tokens, index, token);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isName = (token: IToken | undefined): boolean => token !== undefined && /^[\p{L}_']/u.test(token.image);

const areOnLine = (one: IToken, other: IToken): boolean => one.endLine === other.startLine;

const endsName = (token: IToken | undefined): boolean =>
  token !== undefined && ['ID', 'QUOTED', ']', ')', '*'].includes(token.tokenType.name);

/** Returns the first word of the step around a token: the last one that is on its line and begins a step. */
function stepBefore(tokens: readonly IToken[], index: number): string {
  const line = tokens[index]?.startLine;
  const verbs = tokens.slice(0, index).filter(({ startLine, image }) => startLine === line && firstWords.has(image));
  return verbs.at(-1)?.image ?? '';
}

const ends = ['crash', 'halt', 'destroy', 'restart', 'evict', 'delete', 'remove'];
const properties = ['never', 'always', 'eventually', 'bound'];
const firstWords: ReadonlySet<string> = new Set([
  ...[...ends, ...properties],
  ...['send', 'expect', 'run', 'wait', 'fault', 'may', 'if'],
]);

/** Handles `crash all c` and `send E to every c`. */
function allCopies(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  for (const index of [at - 2, at - 1, at]) {
    const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    if (token === undefined || next === undefined || !['all', 'every', 'each'].includes(token.image)) continue;
    const isTarget = ends.includes(before?.image ?? '') || before?.image === 'to';
    if (!isTarget || !isName(next) || !areOnLine(token, next) || tokens[index + 2]?.image === 'in') continue;
    return { token, message: t`Unexpected "${token.image}". All copies are written ${next.image}[*].` };
  }
  return undefined;
}

/** Handles `eventually a alive within 5s`: the parser takes what is after it for the step that the limit is for. */
function limited(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const index = [at - 2, at - 1, at].find((each) => tokens[each]?.image === 'within');
  const token = index === undefined ? undefined : tokens[index];
  if (index === undefined || token === undefined) return undefined;
  const line = tokens.slice(0, index).filter(({ startLine }) => startLine === token.startLine);
  if (!line.some(({ image }) => properties.includes(image) || image === 'leads')) return undefined;
  return { token, message: t`A property has no time limit. A step of a check has: within 5s expect x alive.` };
}

/** Handles `for x in s { never x broken }` in a check. */
function propertyInBlock(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const token = [tokens[at - 1], tokens[at]].find((each) => each !== undefined && properties.includes(each.image));
  if (token === undefined || !rules.includes('Block')) return undefined;
  const quantified = token.image === 'always' ? 'always all' : `${token.image} any`;
  return { token, message: t`A property stands in the check itself. Of each member: ${quantified} x in s: x broken` };
}

/** Handles `clock exact`, `watch deadlock`, and `no deadlock`. */
function settingWithoutColon(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  for (const index of [at, at - 1, at - 2]) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (token === undefined || next === undefined || !areOnLine(token, next) || next.image === ':') continue;
    // Elsewhere it is a name: `never clock alive`.
    const before = tokens[index - 1];
    if (before !== undefined && before.image !== '{' && areOnLine(before, token)) continue;
    if (next.image === '.' || conditionMeant(next.image) !== undefined) continue;
    const value = token.image === 'watch' ? `[${next.image}]` : next.image;
    if (['clock', 'horizon', 'watch'].includes(token.image))
      return { token: next, message: t`A setting has a colon. Example: ${`${token.image}: ${value}`}` };
    const isWatched = (token.image === 'no' && next.image.startsWith('deadlock')) || token.image === 'deadlock';
    if (isWatched) return { token, message: t`Deadlocks are watched for. Example: ${'watch: [deadlock]'}` };
  }
  return undefined;
}

/** Handles `fault crash of a once`, `may send E to a 3 times` and `up to 2 times`. */
function howOften(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  for (const index of [at, at - 1]) {
    const [to, number, token] = [tokens[index - 2], tokens[index - 1], tokens[index]];
    const line = tokens.slice(0, index).filter(({ startLine }) => startLine === token?.startLine);
    if (token === undefined || !line.some(({ image }) => image === 'fault' || image === 'may')) continue;
    const most = token.image === 'once' ? '1' : token.image === 'twice' ? '2' : undefined;
    if (most !== undefined) return { token, message: t`Unexpected "${token.image}". ${writeOne([`up to ${most}`])}` };
    if (token.image !== 'times' || number?.tokenType.name !== 'NUMBER') continue;
    if (to?.image === 'to') return { token, message: t`Unexpected "times". Remove it: up to ${number.image}` };
    const phrase = joinedToken(number, token);
    return { token: phrase, message: t`Unexpected "${phrase.image}". ${writeOne([`up to ${number.image}`])}` };
  }
  return undefined;
}

/** Handles `a.n = 3`. */
function assigned(tokens: readonly IToken[], { at, expected }: ParseFailure): SyntaxFault | undefined {
  const token = tokens[at];
  if (token?.image !== '=' || expected !== ':=') return undefined;
  let start = at - 1;
  while (tokens[start - 1]?.image === '.') start -= 2;
  // The parser took the "set" for the end of an unfinished line before it.
  if (tokens[start - 1]?.image === 'set') return undefined;
  const [name, value] = [
    tokens
      .slice(start, at)
      .map(({ image }) => image)
      .join(''),
    tokens[at + 1]?.image ?? '1',
  ];
  return { token, message: t`A step changes a value with "set". Example: ${`set ${name} = ${value}`}` };
}

/** Handles `send F a to b`. */
function argumentsApart(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [send, event, argument, to] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (send?.image !== 'send' || argument === undefined || to?.image !== 'to' || argument.image === 'from')
    return undefined;
  const example = `send ${event?.image ?? 'E'}(${argument.image}) to …`;
  return { token: argument, message: t`Arguments are in parentheses. Example: ${example}` };
}

/** Handles `send E to a, b`. */
function severalReceivers(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.image !== ',' || !endsName(before) || stepBefore(tokens, at) !== 'send') return undefined;
  const list = `[${before?.image ?? 'a'}, ${next?.image ?? 'b'}]`;
  return { token, message: t`Unexpected ",". Write several receivers in brackets: ${list}` };
}

const without = t`Steps follow each other without a word in between.`;
const anyNamed = t`A fault strikes any of what it names: fault crash of p[*] up to 1.`;
const eachInTurn = t`A step names what it is done to. A check tries each: fault crash of p[*] up to 1.`;

const someWords: ReadonlySet<string> = new Set(['any', 'some', 'random', 'one']);

/** Handles `run for 5s`, `expect within 5s a alive`, `expect a to be destroyed`, `expect exactly a destroyed`. */
function wordTooMany(tokens: readonly IToken[], index: number, token: IToken): SyntaxFault | undefined {
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  const unexpected = t`Unexpected "${token.image}".`;
  if (token.image === 'for' && before?.image === 'run')
    return { token, message: t`Unexpected "for". Remove it: run ${next?.image ?? '5s'}` };
  if (before?.image === 'expect' && next !== undefined) {
    if (token.image === 'within')
      return { token, message: t`"within" comes before "expect": within ${next.image} expect …` };
    if (token.image === 'exactly') return { token, message: `${unexpected} ${writeOne(['only'])}` };
    if (token.image === 'that') return { token, message: t`Unexpected "that". Remove it.` };
  }
  if (!endsName(before) || before === undefined || next === undefined || !areOnLine(before, token)) return undefined;
  if (token.image === 'only')
    return { token, message: t`"only" comes before the list: expect only a, b ${next.image}` };
  if (token.image === 'state' && isName(next))
    return { token, message: t`A state is asked for by "in": ${before.image} in ${next.image}.` };
  if (token.image === 'after' && isName(next) && stepBefore(tokens, index) === 'expect')
    return { token, message: t`An order is asked for by "before": ${next.image} before ${before.image}` };
  const isToBe = token.image === 'to' && next.image === 'be';
  return isToBe ? { token: joinedToken(token, next), message: t`Unexpected "to be". Remove it.` } : undefined;
}

/** Handles the words within a step that other languages have: `then`, `together`, `until`, `from`, `any`. */
function wordInStep(tokens: readonly IToken[], index: number, token: IToken): SyntaxFault | undefined {
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  const verb = stepBefore(tokens, index);
  const isEnd = ends.includes(verb);
  const unexpected = t`Unexpected "${token.image}".`;
  const isSome = someWords.has(token.image) || (token.tokenType.name === 'NUMBER' && next?.image === 'of');
  const isOfFault = tokens.some(({ image, startLine }) => image === 'fault' && startLine === token.startLine);
  if (isSome && isEnd && (before?.image === verb || (before?.image === 'of' && isOfFault)))
    return { token, message: `${unexpected} ${isOfFault ? anyNamed : eachInTurn}` };
  if (token.image === 'until' && ['run', 'wait'].includes(before?.image ?? ''))
    return { token, message: t`${unexpected} To wait for something, give it a time: within 5s expect x in S.` };
  if (before === undefined || !endsName(before) || !areOnLine(before, token)) return undefined;
  if (token.image === 'then' && verb !== 'if') return { token, message: `${unexpected} ${without}` };
  if (token.image === 'together' && isEnd)
    return { token, message: t`Unexpected "together". Remove it: a step is done to all of its list in one event.` };
  if (token.image === 'from' && verb === 'send')
    return { token, message: t`Unexpected "from". A scenario sends from outside, so it names no sender.` };
  const isPolicy = token.image === 'with' && isEnd;
  const phrase = next?.image === 'policy' ? joinedToken(token, next) : token;
  return isPolicy ? { token: phrase, message: t`Unexpected "${phrase.image}". ${writeOne(['under'])}` } : undefined;
}

const passive: Readonly<Record<string, string>> = tableOf({
  ...{ held: 'holds', owned: 'owns', managed: 'manages', needed: 'needs', requested: 'requests', mapped: 'maps' },
});

/** Handles `a received 2 E`, `a gets E`, `r held by a`, `a destroyed before b`, `order a, b` and `a.n = 1`. */
function wordInCondition(tokens: readonly IToken[], index: number, token: IToken): SyntaxFault | undefined {
  const [before, next, after] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
  if (['receives', 'gets', 'got', 'receive'].includes(token.image) && endsName(before) && isName(next))
    return { token, message: t`Unexpected "${token.image}". ${writeOne(['received'])}` };
  const isNumber = token.tokenType.name === 'NUMBER';
  const event = before?.image === 'received' ? next : tokens[index - 2]?.image === 'received' ? before : undefined;
  if (isNumber && isName(event) && event?.image !== 'of')
    return {
      token,
      message: t`A number of messages comes first. Example: ${`received ${token.image} of ${event?.image ?? 'E'}`}`,
    };
  const verb = next?.image === 'by' ? passive[token.image] : undefined;
  if (verb !== undefined && next !== undefined && endsName(before))
    return {
      token: joinedToken(token, next),
      message: t`A relation begins with its subject. Example: ${`${after?.image ?? 'a'} ${verb} …`}`,
    };
  if (token.image === 'before' && (predicates as readonly string[]).includes(before?.image ?? ''))
    return {
      token,
      message: t`An order has no condition. Example: ${`${tokens[index - 2]?.image ?? 'a'} before ${next?.image ?? 'b'}`}`,
    };
  if (token.image === 'order' && before?.image === 'expect' && isName(next))
    return { token, message: t`An order lists in brackets what ends together. Example: ${'expect order [a], [b]'}` };
  const isCompared =
    token.image === '=' && [...properties, 'expect'].includes(stepBefore(tokens, index)) && next?.image !== '>';
  if (!isCompared || conditionMeant(next?.image ?? '') !== undefined) return undefined;
  return { token, message: t`Values are compared by "==". ${writeOne(['=='])}` };
}
