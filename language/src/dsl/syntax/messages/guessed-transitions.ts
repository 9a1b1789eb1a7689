/**
 * Recognizes transitions as other languages write them: `on E => S`, `on E n -> S`, `on receive E`, `on crash of b`,
 * `on E, F -> S`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { conditionMeant, joinedToken } from './foreign-words.ts';
import { eachItsOwn, ignoredEvent, ofStates } from './foreign-tables.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of a transition that is written in another way; undefined if there is none that is known. */
export function guessedTransition(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, rules } = failure;
  const token = tokens[at];
  if (token === undefined || !rules.includes('Machine')) return undefined;
  if (rules.at(-1) === 'EventTrigger') return typeInTrigger(tokens, at);
  if (rules.at(-1) !== 'State' && rules.at(-1) !== 'Machine') return undefined;
  const start = tokens
    .slice(0, at)
    .findLastIndex(({ image, startLine }) => startLine === token.startLine && /^(?:on|after|always|[{}])$/.test(image));
  const trigger = tokens[start];
  if (trigger === undefined || trigger.image === '{' || trigger.image === '}') return undefined;
  const head = tokens.slice(start, at);
  return arrowOfOthers(token, tokens[at + 1]) ?? endAsEvent(head, tokens, at) ?? afterEvent(head, token);
}

/** Handles `on E(n: int)`. */
function typeInTrigger(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const [event, open, name, colon] = tokens.slice(Math.max(0, at - 3), at + 1);
  if (colon?.image !== ':' || open?.image !== '(') return undefined;
  const example = `on ${event?.image ?? 'E'}(${name?.image ?? 'n'})`;
  return {
    token: colon,
    message: t`Unexpected ":". The types of parameters are said where the event is declared: ${example}`,
  };
}

/** Handles `on E => S`. */
function arrowOfOthers(token: IToken, next: IToken | undefined): SyntaxFault | undefined {
  if (token.image !== '=' || next?.image !== '>') return undefined;
  return { token: { ...joinedToken(token, next), image: '=>' }, message: t`Unexpected "=>". ${writeOne(['->'])}` };
}

/** Handles `on crash of b`, `on b destroyed`, `on not b alive` and `always b destroyed`. */
function endAsEvent(head: readonly IToken[], tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const [trigger, word, ...rest] = head;
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (trigger === undefined || token === undefined || rest.length > 0) return undefined;
  if (trigger.image === 'always')
    return word === undefined && token.image !== 'when' && /^[\p{L}_']/u.test(token.image)
      ? { token, message: t`A condition follows "when": always when ${token.image} …` }
      : undefined;
  if (trigger.image !== 'on' || word === undefined) return undefined;
  const isAfterOf = token.image === 'of' && next !== undefined;
  const isNot = word.image === 'not';
  const meant = isNot
    ? 'destroyed'
    : isAfterOf
      ? conditionMeant(endWords[word.image] ?? word.image)
      : conditionMeant(token.image);
  if (meant === undefined) return undefined;
  const subject = isAfterOf ? next.image : isNot ? token.image : word.image;
  const example = `always when ${subject} ${meant} -> S`;
  return {
    token: joinedToken(word, token),
    message: t`What becomes of another is no event, but a condition: ${example}`,
  };
}

/** Nouns for an end, with the condition that they bring about. */
const endWords: Readonly<Partial<Record<string, string>>> = {
  ...{ crash: 'crashed', failure: 'crashed', death: 'destroyed', destroy: 'destroyed', destruction: 'destroyed' },
  ...{ loss: 'destroyed', end: 'destroyed', exit: 'destroyed', termination: 'destroyed' },
};

const receiveWords: ReadonlySet<string> = new Set([
  'receive',
  'receives',
  'recv',
  'message',
  'msg',
  'event',
  'signal',
  'input',
]);
const ignoreWords: ReadonlySet<string> = new Set(['ignore', 'ignored', 'drop', 'discard', 'skip']);
const timerWords: ReadonlySet<string> = new Set(['timeout', 'timer', 'delay']);

/** Handles what follows an event: `on receive E`, `on E ignore`, `on timeout 5s`, `on E, F`, `on E n`. */
function afterEvent(head: readonly IToken[], token: IToken): SyntaxFault | undefined {
  const [trigger, event, ...rest] = head;
  if (trigger?.image !== 'on' || event === undefined) return undefined;
  if (token.image === ',') return { token, message: t`Unexpected ",". ${eachItsOwn}` };
  if (rest.length > 0) return undefined;
  const isName = token.tokenType.name === 'ID' || token.tokenType.name === 'QUOTED';
  if (receiveWords.has(event.image) && isName)
    return { token: event, message: t`Unexpected "${event.image}". The event follows "on": on ${token.image}` };
  if (timerWords.has(event.image) && token.tokenType.name === 'QUANTITY')
    return { token: joinedToken(trigger, event), message: t`A timer is no event. ${writeOne(['after'])}` };
  if (ignoreWords.has(token.image)) return { token, message: t`Unexpected "${token.image}". ${ignoredEvent}` };
  if (token.image === 'from')
    return { token, message: t`Unexpected "from". Who sends an event is one of its parameters: event E(by: pd).` };
  if (!isName || token.image in ofStates) return undefined;
  return {
    token,
    message: t`Unexpected "${token.image}". Parameters are in parentheses: on ${event.image}(${token.image})`,
  };
}
