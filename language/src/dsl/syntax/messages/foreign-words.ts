/**
 * Recognizes the words of other systems and languages that newcomers type. Only looked at where the text could not be
 * read, so none of them is reserved.
 */
import type { IToken } from 'chevrotain';
import { predicates } from '../../../model/machines/expression.ts';
import type { SyntaxFault } from './parse-failure.ts';
import { t } from '../../../model/common/translation.ts';
import { cannotBegin, placeName, writeOne } from '../lexing/advice.ts';
import {
  actions,
  conditions,
  copiesFollow,
  copyWords,
  foreignWords,
  inStates,
  kinds,
  ofStates,
  placedByNesting,
  relations,
  steps,
  type Words,
  restarting,
} from './foreign-tables.ts';

/** Places where a word that is not the first of its line may be one of these, too. */
const apart: ReadonlySet<Words> = new Set([steps, actions, ofStates, inStates]);

/** Words that belong to the one before them. */
const seconds: ReadonlySet<string> = new Set(['on', 'by', 'of', 'to', 'host', 'in', 'at', 'from', 'for']);

/** Returns what to write for a word that begins nothing at a place, if it is known elsewhere. */
export function foreignWord(tokens: readonly IToken[], index: number, what: string): SyntaxFault | undefined {
  const first = tokens[index];
  const before = tokens[index - 1];
  const isFirst = before === undefined || before.endLine !== first?.startLine || ['{', '}'].includes(before.image);
  const known = foreignWords[what];
  // After something else on its line, the word for a kind is more likely a name.
  const words = isFirst || (known !== undefined && apart.has(known)) ? known : relations;
  const isOfState = known === ofStates || known === inStates;
  const takesEvent = isFirst && isOfState && ['->', '('].includes(tokens[index + 1]?.image ?? '') ? first : undefined;
  const meant = first && (words?.[first.image] ?? (takesEvent && [`on ${takesEvent.image}`]));
  if (first === undefined || meant === undefined) return undefined;
  const second = tokens[index + 1];
  if (isTitled(first, second, meant)) return undefined;
  const isAlone = second === undefined || second.startLine !== first.endLine || !/^[\p{L}_'"]/u.test(second.image);
  if (isAlone && kinds[first.image] === meant) return undefined;
  const isPhrase =
    !(words !== undefined && apart.has(words)) &&
    second?.startLine === first.endLine &&
    seconds.has(second?.image ?? '');
  const token = isPhrase && second !== undefined ? joinedToken(first, second) : first;
  const named = relations[first.image] === meant ? 'relation' : what;
  const isKeyword = first.tokenType.name === first.image && typeof meant === 'string';
  const begins = isKeyword ? cannotBegin(named, first.image) : t`Unknown ${placeName(named)} "${token.image}".`;
  const [kind, name] = [tokens[index - 2], tokens[index - 1]];
  const isInHead = !isFirst && words === relations && kind?.endLine === first.startLine;
  if (isInHead && kind !== undefined && isEntityKind(kind) && typeof meant !== 'string') {
    const body = `${kind.image} ${name?.image ?? 'x'} { ${meant[0] ?? 'needs'} x }`;
    return { token, message: t`${begins} A relation of ${name?.image ?? 'it'} is written in its body: ${body}.` };
  }
  return { token, message: `${begins} ${adviceOf(meant)}` };
}

/** Returns true if a word lacks the title that its replacement has, or has one that its replacement does not take. */
function isTitled({ image }: IToken, second: IToken | undefined, meant: readonly string[] | string): boolean {
  const hasTitle = second?.tokenType.name === 'STRING';
  return (meant[0] === 'scenario' && image === 'run' && !hasTitle) || (meant[0] === 'expect' && hasTitle);
}

const isEntityKind = ({ tokenType }: IToken): boolean =>
  ['pd', 'space', 'resource', 'object', 'node', 'region'].includes(tokenType.name);

/**
 * Returns what to write for a condition such as `dead`, or `is destroyed`; the word before it is what it is asked of.
 */
export function foreignCondition(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const [before, first, second] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (first === undefined || before === undefined || before.endLine !== first.startLine) return undefined;
  if (before.image === 'state' && tokens[index - 2]?.image === 'in')
    return { token: before, message: t`A state has its name alone. Write "in ${first.image}".` };
  // After a dot, a keyword is a name.
  if (!endsSubject(before) && tokens[index - 2]?.image !== '.') return undefined;
  const isPredicate = (word: string): boolean => (predicates as readonly string[]).includes(word);
  const isVerb = first.image === 'is' || first.image === 'are';
  if (isVerb && second !== undefined && (isPredicate(second.image) || second.image === 'in')) {
    const message = t`A condition has no "${first.image}". ${writeOne([second.image])}`;
    return { token: joinedToken(first, second), message };
  }
  const equal = first.image === '=' && second !== undefined ? conditionMeant(second.image) : undefined;
  if (equal !== undefined && second !== undefined)
    return { token: joinedToken(first, second), message: t`A condition has no "=". ${writeOne([equal])}` };
  const isLimit = first.image === 'up' && second?.image === 'to';
  const meant = isLimit ? undefined : conditions[first.image];
  if (meant === undefined) return undefined;
  return { token: first, message: t`Unknown condition "${first.image}". ${adviceOf(meant)}` };
}

/** Returns what to write for a condition before its subject, such as `dead a`; the subject ends at `index`. */
export function conditionBeforeSubject(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  let start = index;
  while (tokens[start - 1]?.image === '.') start -= 2;
  const [before, word, subject] = [tokens[start - 2], tokens[start - 1], tokens[index]];
  if (word === undefined || subject === undefined || word.endLine !== subject.startLine) return undefined;
  const meant = word.image === 'no' ? 'destroyed' : conditionMeant(word.image);
  if (meant === undefined || endsSubject(before) || !['ID', 'QUOTED'].includes(subject.tokenType.name))
    return undefined;
  const name = tokens.slice(start, index + 1).map(({ image }) => image);
  return { token: joinedToken(word, subject), message: t`A condition follows its subject: ${name.join('')} ${meant}.` };
}

const endsSubject = (token: IToken | undefined): boolean =>
  token === undefined || ['ID', 'QUOTED', 'self', ']', ')'].includes(token.tokenType.name);

/** Returns the condition that a word, ours or of another language, means. */
export function conditionMeant(word: string): string | undefined {
  if ((predicates as readonly string[]).includes(word)) return word;
  const meant = conditions[word];
  return typeof meant === 'string' ? undefined : meant?.[0];
}

/** Returns what to say of a setting that other languages have, after its name. */
export function foreignSetting(name: string): string | undefined {
  if (copyWords.includes(name)) return copiesFollow;
  if (['type', 'label', 'kind'].includes(name)) return t`The type label follows the name: pd p : web.`;
  if (['host', 'node', 'location'].includes(name)) return placedByNesting;
  if (name === 'runs' || name === 'machine') return t`The machine comes before the body: pd p runs M.`;
  if (name === 'restart' || name === 'restarts') return restarting;
  if (name === 'protected' || name === 'doomed') return t`The word comes before the kind: ${name} pd p.`;
  const meant = relations[name];
  if (meant === undefined) return undefined;
  return typeof meant === 'string' ? meant : t`A relation has no colon. ${writeOne(meant)}`;
}

/** Advises the words to write instead, or says what is said already. */
const adviceOf = (meant: readonly string[] | string): string => (typeof meant === 'string' ? meant : writeOne(meant));

/** Returns one token for two, with all between them. */
export const joinedToken = (first: IToken, second: IToken): IToken => ({
  ...first,
  image: `${first.image} ${second.image}`,
  endOffset: second.endOffset ?? second.startOffset,
  ...(second.endLine !== undefined && { endLine: second.endLine }),
  ...(second.endColumn !== undefined && { endColumn: second.endColumn }),
});
