/**
 * Writes the message for a syntax error: what is missing or unexpected, what is probably meant, and an example.
 */
import type { IToken } from 'chevrotain';
import { unclosedBracket } from './closer-failure.ts';
import { cutShort } from './cut-short.ts';
import { describe } from './expected.ts';
import { headBefore } from './entity-heads.ts';
import { stepOfOthers } from './foreign-steps.ts';
import { foreignQuantifier } from './quantifier-words.ts';
import { wordTooLate } from './word-order.ts';
import { indexOfItem, isFirstOnLine } from '../lexing/items.ts';
import { machineMisplaced } from './machine-words.ts';
import { misplacedWord, placeOfWord } from './misplaced-words.ts';
import { nearestName } from './nearest-name.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';
import { conditionBeforeSubject, foreignCondition, foreignWord, joinedToken } from './foreign-words.ts';
import { placedByNesting } from './foreign-tables.ts';
import { relationInHead, relationWithoutSubject } from './relation-words.ts';
import { exampleFor } from './syntax-examples.ts';
import { wantedAfter } from './wanted-after.ts';
import {
  actionStarts,
  checkMemberStarts,
  declarationStarts,
  laterRelationStarts,
  machineMemberStarts,
  memberStarts,
  relationStarts,
  stateMemberStarts,
  stepStarts,
  viewMemberStarts,
} from '../lexing/tokens.ts';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { cannotBegin, didYouMean, placeName, writeOne } from '../lexing/advice.ts';

/** Returns the message for a failure of the parser. */
export function faultMessage(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault {
  const { at } = failure;
  const actual = tokens[at];
  const before = tokens[at - 1];
  const anchor = actual ?? before;
  if (anchor === undefined) throw new Error('An empty list of tokens has no fault.');
  const special =
    machineMisplaced(tokens, failure) ??
    onNode(tokens, failure) ??
    wordTooLate(tokens, failure) ??
    onWithoutEvent(tokens, failure) ??
    arrowForRelation(tokens, failure) ??
    stepOfOthers(tokens, failure) ??
    foreignQuantifier(tokens, failure) ??
    misplacedWord(tokens, failure);
  if (special !== undefined) return special;
  const cut = cutShort(tokens, failure);
  if (cut !== undefined) {
    const condition = foreignCondition(tokens, tokens.indexOf(cut.last));
    if (condition !== undefined) return condition;
    const step = foreignStep(tokens, cut.last, failure);
    if (step !== undefined) return step;
    const first = tokens[indexOfItem(tokens, tokens.indexOf(cut.last))];
    return { token: cut.last, message: wantedAfter(cut.last, first, failure.rules) };
  }
  const unknown = unknownWord(tokens, failure);
  if (unknown !== undefined) return unknown;
  const isCloser = actual === undefined || actual.image === '' || actual.tokenType.name === '}';
  const isOnNextLine = before !== undefined && before.endLine !== actual?.startLine;
  const isUnexpected = isSurplus(failure) && actual !== undefined && actual.image !== '';
  const isAfterBefore = !isUnexpected && before !== undefined && (isCloser || isOnNextLine);
  // Without its brace or its "in", a construct is followed by what would be in its body.
  const isCut = failure.expected === '{' || failure.expected === 'in';
  const item = isCut
    ? undefined
    : tokens[indexOfItem(tokens, isAfterBefore || failure.expected === 'STRING' ? at - 1 : at)];
  const example = exampleFor(item?.tokenType.name, failure.rules);
  const unclosed = isUnexpected ? unclosedBracket(tokens, at) : undefined;
  if (unclosed !== undefined) return { ...unclosed, message: `${unclosed.message}${example}` };
  if (isUnexpected) return { token: actual, message: t`Unexpected "${actual.image}".${example}` };
  const token = isAfterBefore ? before : anchor;
  return { token, message: `${describe(failure, before, isAfterBefore ? undefined : actual)}${example}` };
}

/** Returns true if the parser expected nothing but the end. */
const isSurplus = ({ expected, rules }: ParseFailure): boolean =>
  expected === '}' || expected === 'EOF' || (expected === undefined && rules.length <= 1);

/** Handles `then b destroyed` in a scenario: a keyword with which other languages begin a step. */
function foreignStep(tokens: readonly IToken[], word: IToken, { rules }: ParseFailure): SyntaxFault | undefined {
  const index = tokens.indexOf(word);
  const before = tokens[index - 1];
  const isFirst = before?.tokenType.name === '{' || before?.endLine !== word.startLine;
  const { what } = placeWords(rules, false);
  return isFirst && (what === 'step' || what === 'action') ? foreignWord(tokens, index, what) : undefined;
}

/** Handles `on stop { … }` in a body, and the name of a node after `on`: what is on a node is nested in it. */
function onNode(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const rule = rules.at(-1);
  const [token, name] = [tokens[at - 1], tokens[at]];
  if (token?.image !== 'on' || (rule !== 'Destructor' && rule !== 'RelationKind')) return undefined;
  if (name === undefined || name.startLine !== token.startLine) return undefined;
  const isInHead = headBefore(tokens, at - 1) !== undefined;
  if (!isInHead && ['{', 'do', ':'].includes(tokens[at + 1]?.image ?? ''))
    return { token: name, message: t`An entity itself has only "on destroy { … }", for its orderly end. Its machine takes events.` }; // oxfmt-ignore
  return { token, message: t`Unexpected "on". ${placedByNesting}` };
}

/** Handles an `on` that nothing follows which it could take: the parser already fails at the `on`. */
function onWithoutEvent(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const [trigger, found] = [tokens[at], tokens[at + 1]];
  if (trigger?.image !== 'on' || rules.at(-1) !== 'Trigger' || found === undefined) return undefined;
  const isOnSameLine = found.startLine === trigger.startLine && found.image !== '';
  const shown = isOnSameLine ? t`, found "${found.image}"` : '';
  const message = t`Expected a name or "*" after "on"${shown}.${exampleFor('on', rules)}`;
  return { token: isOnSameLine ? found : trigger, message };
}

/** Handles an arrow between two entities, with which other languages draw every relation. */
function arrowForRelation(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, rules } = failure;
  const before = tokens[at - 1];
  const arrow = arrowAt(tokens, at);
  if (arrow === undefined || before?.endLine !== arrow.startLine) return undefined;
  const isSubject = rules.at(-1) === 'RelationKind' && rules.includes('SubjectRelation');
  const isOfEntity = rules.length <= 1 || rules.at(-1) === 'Entity';
  if (!isSubject && !(isSurplus(failure) && isOfEntity)) return undefined;
  return { token: arrow, message: t`A relation is a word, not "${arrow.image}". ${writeOne(['needs', 'feeds'])}` };
}

/** Returns the signs that begin at an index as one token, if they are an arrow. */
function arrowAt(tokens: readonly IToken[], index: number): IToken | undefined {
  const first = tokens[index];
  if (first === undefined) return undefined;
  let [image, last] = [first.image, first];
  for (const next of tokens.slice(index + 1, index + 4)) {
    if (next.startOffset !== (last.endOffset ?? last.startOffset) + 1 || !/^[-=<>]+$/u.test(next.image)) break;
    [image, last] = [image + next.image, next];
  }
  return /^(?:<?[-=]+>|<[-=]+)$/u.test(image) ? { ...joinedToken(first, last), image } : undefined;
}

/** Handles a first word that begins nothing here. */
function unknownWord(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, expected, rules } = failure;
  const before = tokens[at - 1];
  const rule = rules.at(-1);
  const wasName = (rule === 'MemberSetting' || rule === 'Setting') && expected === ':';
  const wasTarget = rule === 'Assignment' && expected === ':=';
  const wasSubject = rule === 'RelationKind' && rules.includes('SubjectRelation');
  const equals = tokens[at]?.image === '=' && (wasName || wasTarget) ? tokens[at] : undefined;
  if (equals !== undefined) {
    const meant = wasTarget ? t`A variable is assigned with ":="` : t`The name of a setting is followed by ":"`;
    return {
      token: equals,
      message: t`${meant}, not "=". Example: ${wasTarget ? t`round := round + 1` : t`period: 30s`}`,
    };
  }
  if ((wasName || wasTarget || wasSubject) && before !== undefined) {
    const first = tokens[pathStart(tokens, at - 1)] ?? before;
    const verb = wasSubject ? (relationWithoutSubject(first, tokens[at]) ?? foreignVerb(tokens, at)) : undefined;
    if (verb !== undefined) return verb;
    if (wasSubject || tokens[indexOfItem(tokens, at - 1)] === first)
      return misspelt(tokens, tokens.indexOf(first), placeWords(rules, wasSubject));
    const beforeThat = tokens[at - 2];
    if (beforeThat !== undefined && beforeThat.tokenType.name !== '{' && beforeThat.tokenType.name !== '}') {
      const meant = wasTarget
        ? (conditionBeforeSubject(tokens, at - 1) ?? foreignCondition(tokens, at - 1))
        : undefined;
      const foreign = meant ?? foreignWord(tokens, at - 1, placeWords(rules, false).what);
      if (foreign !== undefined) return foreign;
      const message = t`Unexpected "${before.image}" after "${beforeThat.image}". Separate names by commas; begin each relation or setting with its own word.`;
      return { token: before, message };
    }
    return misspelt(tokens, at - 1, placeWords(rules, false));
  }
  const actual = tokens[at];
  if (actual === undefined || !isNameLike(actual)) return undefined;
  const isKnown = checkMemberStarts.includes(actual.image) || stepStarts.includes(actual.image);
  const beginsMember = !isKnown && (isFirstOnLine(tokens, at) || tokens[at - 1]?.image === '{');
  if (isSurplus(failure) || (expected === undefined && rule === 'CheckMember' && beginsMember))
    return misspelt(tokens, at, placeWords(rules, rules.length <= 1));
  return undefined;
}

/** Handles an unknown verb at an index, after the name of its subject; or before it, if that is the verb of the line. */
function foreignVerb(tokens: readonly IToken[], at: number): SyntaxFault | undefined {
  const [earlier, before, verb, object] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before === undefined || verb === undefined || object === undefined) return undefined;
  if (object.startLine !== before.endLine) return undefined;
  const phrase = earlier?.endLine === before.startLine ? foreignWord(tokens, at - 1, 'relation') : undefined;
  const foreign = phrase ?? foreignWord(tokens, at, 'relation');
  if (foreign !== undefined) return foreign;
  const first = tokens[pathStart(tokens, at - 1)] ?? before;
  const isDeclaration =
    foreignWord(tokens, tokens.indexOf(first), 'declaration') ??
    placeOfWord(first.image) ??
    nearestName(first.image, declarationStarts);
  if (isDeclaration !== undefined || verb.startLine !== before.endLine) return undefined;
  if (!isNameLike(verb) || !isNameLike(object)) return undefined;
  const words = [...relationStarts, ...laterRelationStarts];
  const nearest = nearestName(verb.image, words);
  const advice = nearest === undefined ? t`Expected ${words.join(', ')}.` : didYouMean(nearest);
  return { token: verb, message: t`Unknown relation "${verb.image}". ${advice}` };
}

/** Returns the index at which the path ending with a token begins. */
function pathStart(tokens: readonly IToken[], end: number): number {
  let index = end;
  while (tokens[index - 1]?.tokenType.name === '.') index -= 2;
  return Math.max(index, 0);
}

interface PlaceWords {
  readonly what: string;
  readonly words: readonly string[];
}

function placeWords(rules: readonly string[], isTop: boolean): PlaceWords {
  if (isTop) return { what: 'declaration', words: declarationStarts };
  const around = [...rules].reverse().find((rule) => rule in places);
  const found = (around === undefined ? undefined : places[around]) ?? {
    what: 'declaration',
    words: declarationStarts,
  };
  const isAction = found.what === 'step' && !rules.includes('Scenario') && !rules.includes('Check');
  return isAction ? { what: 'action', words: actionStarts } : found;
}

const places: Readonly<Record<string, PlaceWords>> = tableOf({
  Entity: { what: 'body', words: [...memberStarts, ...laterRelationStarts] },
  Class: { what: 'class', words: ['param', ...memberStarts, ...laterRelationStarts] },
  Machine: { what: 'machine', words: machineMemberStarts },
  State: { what: 'state', words: stateMemberStarts },
  Block: { what: 'step', words: stepStarts },
  Scenario: { what: 'step', words: stepStarts },
  Check: { what: 'check', words: [...checkMemberStarts, ...stepStarts, 'clock', 'horizon', 'watch'] },
  View: { what: 'view', words: viewMemberStarts },
  Policy: { what: 'setting', words: ['pdDepth', 'spaceDepth', 'conflict', 'layers', 'deletion'] },
  Channel: { what: 'setting', words: ['delay', 'loss', 'ordered', 'between'] },
  Collector: {
    what: 'setting',
    words: ['duration', 'period', 'sweep', 'origin', 'forward', 'index', 'sendIndex', 'handover', 'enter'],
  },
});

function misspelt(tokens: readonly IToken[], index: number, { what, words }: PlaceWords): SyntaxFault {
  const token = tokens[index];
  if (token === undefined) throw new Error('A misspelt word is one of the tokens.');
  const foreign = foreignWord(tokens, index, what) ?? (what === 'declaration' ? relationInHead(token) : undefined);
  if (foreign !== undefined) return foreign;
  const isBody = what === 'body' || what === 'class';
  if (isBody && isSubject(token, tokens[index + 1])) return { token, message: ownSubject(token.image) };
  const nearest = nearestName(token.image, words);
  const isKeyword = token.tokenType.name === token.image;
  const begins = isKeyword ? cannotBegin(what, token.image) : t`Unknown ${placeName(what)} "${token.image}".`;
  const place = words.includes(token.image) ? undefined : placeOfWord(token.image, what);
  if (place !== undefined) return { token, message: `${begins} ${place}` };
  if (nearest !== undefined && nearest !== token.image) return { token, message: `${begins} ${didYouMean(nearest)}` };
  if (nearest === token.image) return { token, message: t`Expected ":" after "${token.image}". Example: period: 30s` };
  if (what === 'setting') return { token, message: t`${begins} Write a setting as "${words[0] ?? 'name'}: value".` };
  const hint = isBody ? t` Write a relation as "holds x", a setting as "name: value".` : '';
  return { token, message: t`${begins}${hint} Expected ${words.slice(0, 8).join(', ')}, …` };
}

/** Returns true for a name before a verb on the same line: a relation as it is written at file level. */
const isSubject = (token: IToken, verb: IToken | undefined): boolean =>
  token.tokenType.name !== token.image &&
  verb?.startLine === token.endLine &&
  [...relationStarts, ...laterRelationStarts].includes(verb?.image ?? '');

const ownSubject = (name: string): string =>
  t`A relation in a body has the entity around it as its subject, so it begins with its verb. Write that of "${name}" in the body of "${name}", or at file level.`;

const isNameLike = (token: IToken): boolean => /^[\p{L}_']/u.test(token.image);
