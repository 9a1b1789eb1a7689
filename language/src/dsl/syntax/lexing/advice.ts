/**
 * Advice at the end of messages: the name that was probably meant, or the words to write instead. Quick fixes read it
 * from the messages.
 */
import { isPlainName } from '../../../model/language-names.ts';
import { tableOf } from '../../../model/common/table.ts';
import { t, valuesIn } from '../../../model/common/translation.ts';
import { withArticle } from '../../../model/common/word-list.ts';

/** Asks whether a name was meant. */
export const didYouMean = (name: string): string => t`Did you mean "${name}"?`;

/** Returns the name that a message suggests. */
export const meantIn = (message: string): string | undefined => valuesIn(message)`Did you mean "${''}"?`?.[0];

/** Says what to write instead. */
export const writeOne = (words: readonly string[]): string => t`Write ${words.map((word) => `"${word}"`).join(or)}.`;

/** Returns the words that a message says to write instead; none if it says something else. */
export function wordsToWrite(message: string): readonly string[] {
  const parts = valuesIn(message)`Write ${''}.`?.[0]?.split(or) ?? [];
  return parts.every((part) => /^"[^"]+"$/.test(part)) ? parts.map((part) => part.slice(1, -1)) : [];
}

const or = t` or `;

/** Says that something begins with a word that belongs elsewhere. */
export function cannotBegin(what: string, word: string): string {
  const named = withArticle(placeName(what));
  return t`${named.charAt(0).toUpperCase() + named.slice(1)} cannot begin with "${word}".`;
}

/** Names what was expected, for a message. */
export const placeName = (what: string): string => placeNames[what] ?? what;

const placeNames: Readonly<Record<string, string>> = tableOf({
  declaration: t`declaration`,
  relation: t`relation`,
  step: t`step`,
  action: t`action`,
  setting: t`setting`,
  body: t`member of a body`,
  class: t`member of a class`,
  machine: t`member of a machine`,
  state: t`member of a state`,
  check: t`member of a check`,
  view: t`member of a view`,
});

/** Returns the advice on a sign in a text; undefined if it is none of another language. */
export const adviceOnSign = (sign: string, text: string, offset: number): string | undefined =>
  adviceByPlace[sign.charAt(0)]?.(text, offset, sign) ?? foreignSigns[sign];

const name = String.raw`(?:[\p{L}_][\p{L}\d_-]*|'[^']*')`;
const receiver = new RegExp(
  String.raw`(?:^|[{};>\n]|\b(?:do|then|else))\s*(${name}(?:\.${name}|\[[^\]]*\])*)[ \t]*$`,
  'u',
);
/** The beginning of a line or member, with at most a name and an "on" in it. */
const itemStart = new RegExp(
  String.raw`(?:^|[{}\n])[ \t]*(?:on[ \t]+)?(${name}(?:\.${name}|\[[^\]]*\])*|)[ \t]*$`,
  'u',
);
const event = new RegExp(String.raw`^[ \t]*(${name})(\([^()\n]*\))?`, 'u');

const target = String.raw`${name}(?:\.(?:${name}|\*)|\[[^\]\n]*\])*(?:[ \t]+as[ \t]+${name})?`;
const joint = String.raw`[ \t]*(?:,|&&?|\|\|?)[ \t]*`;
/** The verb and the targets of a relation before a sign, where no condition begins on the line. */
const relationBefore = new RegExp(
  String.raw`(?:^|[\n{}])(?:(?!\b(?:expect|when|if|not|and|or|never|always|eventually|bound|require|let|then|else|do)\b)[^\n{}])*?\b(needs|holds|manages|requests|maps|owns|refers|protects|contains|feeds|(?:dies|stops)[ \t]+with|waits[ \t]+for|destroyed[ \t]+after)[ \t]+(?:\d+[ \t]+of[ \t]+)?(${target}(?:${joint}${target})*)[ \t]*$`,
  'u',
);
const targetsAfter = new RegExp(String.raw`^[ \t]*(${target}(?:${joint}${target})*)(?![^\n]*\bleads\b)`, 'u');

/** Handles `needs a & b` and `needs a || b`. */
function adviceOnTargets(text: string, offset: number, sign: string): string | undefined {
  const [, verb, before] = relationBefore.exec(text.slice(Math.max(0, offset - around), offset)) ?? [];
  const after = targetsAfter.exec(text.slice(offset + sign.length, offset + around))?.[1];
  if (verb === undefined || before === undefined || after === undefined) return undefined;
  if (sign.startsWith('&') || verb !== 'needs') return writeOne([',']);
  const names = `${before}, ${after}`.split(new RegExp(joint, 'u')).join(', ');
  return t`Say with a number how many are needed: needs 1 of ${names}.`;
}

/** The characters around a sign that are looked at. */
const around = 200;

/** Handles the step or action `a ! E`, as CSP, Promela and Erlang send. */
function adviceOnSend(text: string, offset: number): string | undefined {
  const to = receiver.exec(text.slice(Math.max(0, offset - around), offset))?.[1];
  const [, sent, values = ''] = event.exec(text.slice(offset + 1, offset + around)) ?? [];
  if (to === undefined || sent === undefined || isKeyword(to) || isKeyword(sent)) return undefined;
  return t`An event is sent with "send". Example: ${`send ${sent}${values} to ${to}`}`;
}

/** Handles `a ? E`, `?E` and `E?` as a member of a state, as CSP, Promela and automata receive. */
function adviceOnReceive(text: string, offset: number): string | undefined {
  const before = text.slice(Math.max(0, offset - around), offset);
  const [, first] = itemStart.exec(before) ?? [];
  if (first === undefined) return undefined;
  const [, taken, values = ''] = event.exec(text.slice(offset + 1, offset + around)) ?? [];
  const received = taken === undefined || isKeyword(taken) ? first : `${taken}${values}`;
  if (received === '' || isKeyword(received)) return undefined;
  return t`An event is received with "on". Example: ${`on ${received}`}`;
}

const isKeyword = (word: string): boolean => /^[a-z]+$/.test(word) && !isPlainName(word);

/** The advice on a sign, by its first character, where it depends on what is around it. */
const adviceByPlace: Readonly<Record<string, (text: string, offset: number, sign: string) => string | undefined>> =
  tableOf({ '!': adviceOnSend, '?': adviceOnReceive, '&': adviceOnTargets, '|': adviceOnTargets });

/** The signs of other languages, with what to write for them. */
const foreignSigns: Readonly<Record<string, string>> = tableOf({
  '&&': writeOne(['and']),
  '&': writeOne(['and']),
  '||': writeOne(['or']),
  '|': writeOne(['or']),
  '!': writeOne(['not']),
  ';': t`Remove it: blanks and line ends separate what follows.`,
  '#': writeOne(['//']),
  '?': t`A choice is written: if c then a else b. An entity may always be "none".`,
});
