/**
 * Fixes of single words: misspelt names, ambiguous short names, units, copies, and values from a list. They are derived
 * from the message of a finding and the text at its location.
 */
import { AstUtils, type LangiumDocument } from 'langium';
import type { Finding, Fix, TextEdit } from '../../../model/finding.ts';
import type { Span } from '../../../model/span.ts';
import * as ast from '../../generated/ast.ts';
import { nearestName } from '../../syntax/messages/nearest-name.ts';
import { leafAtOffset, pieceOf, textOf } from '../../syntax/tree/places.ts';
import { printName } from '../../syntax/lexing/print-name.ts';
import { standardLibrary } from '../../library/standard-library.ts';
import { identifierPattern } from '../../syntax/lexing/tokens.ts';
import { withArticle } from '../../../model/common/word-list.ts';
import { tableOf } from '../../../model/common/table.ts';
import { t, valuesIn } from '../../../model/common/translation.ts';
import { meantIn, wordsToWrite } from '../../syntax/lexing/advice.ts';

/** Returns the fixes derived from the words of a finding; none for most. */
export function wordFixes(finding: Finding, document: LangiumDocument): Fix[] {
  const fixesOf = fixesByCode[finding.code];
  const own = fixesOf === undefined ? [] : fixesOf(finding, document);
  return own.length > 0 ? own : suggestionFixes(finding);
}

type FixesOf = (finding: Finding, document: LangiumDocument) => Fix[];

const fixesByCode: Readonly<Record<string, FixesOf>> = tableOf({
  'syntax/structure': foreignFixes,
  'syntax/token': foreignFixes,
  'setting/unknown': (finding, document) => {
    const relations = relationFixes(finding, document);
    return relations.length > 0 || isRelation(finding) ? relations : foreignFixes(finding, document);
  },
  'event/unknown': foreignFixes,
  'class/unknown': conditionFixes,
  'name/unknown': (finding, document) => [
    ...minusFixes(finding),
    ...dotFixes(finding, document),
    ...valueFixes(finding),
  ],
  'name/ambiguous': (finding) => candidateFixes(finding),
  'value/unknown': (finding) => [
    ...bracketFixes(finding),
    ...(meantIn(finding.message) === undefined ? legalValueFixes(finding) : []),
  ],
  'quantity/unit': unitRule,
  'setting/value': unitMissingRule,
  'copies/index-needed': copiesRule,
  'copies/none': noCopiesRule,
  'relation/wrong-kinds': spaceRule,
  'file/unknown-import': importRule,
});

/** Returns true if a setting is meant as a relation. */
const isRelation = ({ message }: Finding): boolean =>
  valuesIn(message)`${''} A relation has no colon. ${''}` !== undefined;

const replace = ({ span }: Finding, text: string): TextEdit => ({ span, text });

const write = (finding: Finding, text: string, isPreferred = false): Fix => ({
  title: t`Write "${text}"`,
  edits: [replace(finding, text)],
  ...(isPreferred ? { isPreferred } : {}),
});

/** Returns the fixes for a word of another language: the words to write instead of it. */
function foreignFixes(finding: Finding, { textDocument }: LangiumDocument): Fix[] {
  // What to write there is in the place of more than the word.
  const isLonger = valuesIn(finding.message)`A state has its name alone. Write "in ${''}".` !== undefined;
  const words = isLonger ? [] : wordsToWrite(finding.message);
  if (words[0] === ',') {
    const { start } = finding.span;
    const before = textDocument.getText({ start: { line: start.line, character: 0 }, end: start });
    // A comma follows what is before it.
    const span = { ...finding.span, start: { line: start.line, character: before.trimEnd().length } };
    return [write({ ...finding, span }, ',', true)];
  }
  return words.map((word) => ({
    title: t`Write "${word}"`,
    edits: [replace(finding, apart(word, finding, textDocument))],
    ...(words.length === 1 && { isPreferred: true }),
  }));
}

/** Returns a word with blanks where it would run into the words beside it: `!a` is `not a`. */
function apart(word: string, { span: { start, end } }: Finding, textDocument: LangiumDocument['textDocument']): string {
  if (!/^[a-z]/.test(word)) return word;
  const before = textDocument.getText({ start: { line: start.line, character: 0 }, end: start });
  const after = textDocument.getText({ start: end, end: { line: end.line + 1, character: 0 } });
  return `${/[\p{L}\d_'\])]$/u.test(before) ? ' ' : ''}${word}${/^[\p{L}\d_']/u.test(after) ? ' ' : ''}`;
}

/** Returns the fix for a suggested word: a word of the grammar as it is, a name in quotes if it needs them. */
function suggestionFixes(finding: Finding): Fix[] {
  const name = meantIn(finding.message);
  if (name === undefined) return [];
  const isWord = finding.code.startsWith('syntax/') || finding.code === 'setting/unknown';
  return [write(finding, isWord ? name : printName(name, 'operand'), true)];
}

/** Returns the fix for a relation written as a setting: without its colon. */
function relationFixes(finding: Finding, document: LangiumDocument): Fix[] {
  const { textDocument } = document;
  const end = { ...finding.span.end, line: finding.span.end.line + 1, character: 0 };
  const own = ownValueFix(finding, document);
  if (own.length > 0) return own;
  const colon = /^\s*:/.exec(textDocument.getText({ start: finding.span.end, end }));
  const value = settingAt(finding, document)?.value;
  // A relation leads to names: `"db"` and `[]` are none.
  if (colon === null || value === undefined || !/^\[?\s*[\p{L}_'][^"]*$/u.test(textOf(value) ?? '')) return [];
  const words = valuesIn(finding.message)`A relation has no colon. ${''}` ? wordsToWrite(finding.message) : [];
  const character = finding.span.end.character + colon[0].length;
  const span = { ...finding.span, end: { ...finding.span.end, character } };
  const brackets = withoutBrackets(value, finding.span.uri, document);
  return words.map((word) => ({
    title: t`Write "${word}"`,
    edits: [{ span, text: word }, ...brackets],
    ...(words.length === 1 && { isPreferred: true }),
  }));
}

/** Returns the edits that take the brackets from a list: a relation lists its targets without. */
function withoutBrackets(value: ast.Expression, uri: string, { textDocument }: LangiumDocument): TextEdit[] {
  const place = ast.isListLiteral(value) ? pieceOf(value) : undefined;
  if (place === undefined) return [];
  return [place.offset, place.end - 1].map((offset) => ({
    span: { uri, start: textDocument.positionAt(offset), end: textDocument.positionAt(offset + 1) },
    text: '',
  }));
}

/** Returns the fix for a value of one's own that is written as a setting: it goes into data. */
function ownValueFix(finding: Finding, document: LangiumDocument): Fix[] {
  if (!finding.message.includes('"data { … }"')) return [];
  const setting = settingAt(finding, document);
  if (setting?.$cstNode === undefined) return [];
  const { text, range } = setting.$cstNode;
  const edit = { span: { ...finding.span, ...range }, text: `data { ${text} }` };
  return [{ title: t`Write "data { ${setting.property.$refText}: … }"`, edits: [edit] }];
}

function settingAt({ span }: Finding, { textDocument, parseResult }: LangiumDocument): ast.Setting | undefined {
  const leaf = leafAtOffset(parseResult.value as ast.Document, textDocument.offsetAt(span.start));
  return leaf === undefined ? undefined : AstUtils.getContainerOfType(leaf.astNode, ast.isSetting);
}

/** Returns the fix for a condition after `is`, which is for classes. */
function conditionFixes(finding: Finding, { textDocument }: LangiumDocument): Fix[] {
  const meant = valuesIn(finding.message)`A condition has no "is". ${''}` && wordsToWrite(finding.message)[0];
  const { start } = finding.span;
  const before = textDocument.getText({ start: { line: start.line, character: 0 }, end: start });
  const is = /\bis\s*$/.exec(before);
  if (meant === undefined || is === null) return [];
  const span = { ...finding.span, start: { line: start.line, character: is.index } };
  return [{ title: t`Write "${meant}"`, edits: [{ span, text: meant }], isPreferred: true }];
}

/** Returns the fix for a condition after a dot. */
function dotFixes(finding: Finding, { textDocument }: LangiumDocument): Fix[] {
  const written = valuesIn(finding.message)`A condition has no dot. Write "${''}".`?.[0];
  const { start, end } = finding.span;
  const before = textDocument.getText({ start: { line: start.line, character: 0 }, end: start });
  const dot = /\s*\.\s*$/.exec(before);
  if (written === undefined || dot === null) return [];
  const span = { ...finding.span, start: { line: start.line, character: dot.index }, end };
  const text = ` ${written.slice(written.lastIndexOf(' ') + 1)}`;
  return [{ title: t`Write "${written}"`, edits: [{ span, text }], isPreferred: true }];
}

/** Returns the fix for a value of another language, such as `null`. */
function valueFixes(finding: Finding): Fix[] {
  const meant = valuesIn(finding.message)`There is no ${''} "${''}" here. Write "${''}".`?.[2];
  return meant === undefined ? [] : [write(finding, meant, true)];
}

function minusFixes(finding: Finding): Fix[] {
  const difference = valuesIn(finding.message)` To subtract, put spaces around the minus: "${''}".`?.[0];
  return difference === undefined ? [] : [write(finding, difference, true)];
}

function candidateFixes(finding: Finding): Fix[] {
  const [, listed = ''] = valuesIn(finding.message)`"${''}" could mean ${''}. Write more of the qualified name.` ?? [];
  const names = [...listed.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const isPlain = (name: string) => name.split('.').every((part) => identifierPattern.exec(part)?.[0] === part);
  return names.filter(isPlain).map((name) => write(finding, name));
}

function legalValueFixes(finding: Finding): Fix[] {
  const [, legal = ''] = valuesIn(finding.message)`"${''}" is not a legal value here: it must be ${''}.` ?? [];
  const [listed = ''] = valuesIn(legal)`one of ${''}` ?? [];
  const values = listed === '' ? [] : listed.replace(/\. .*$/, '').split(', ');
  return values.slice(0, 6).map((value) => write(finding, printName(value, 'operand')));
}

function bracketFixes(finding: Finding): Fix[] {
  const list = valuesIn(finding.message)`Expected a list here. Write "[${''}]".`?.[0];
  return list === undefined ? [] : [write(finding, `[${list}]`, true)];
}

function unitRule(finding: Finding): Fix[] {
  const { message } = finding;
  const text = (
    valuesIn(message)`"${''}" has no known unit. Write "${''}".` ??
    valuesIn(message)`"${''}" is per no known unit of time. Write "${''}".`
  )?.[1];
  return text === undefined ? [] : [write(finding, text, true)];
}

/** Returns the fixes for a policy setting that must be a duration and is a plain number. */
function unitMissingRule(finding: Finding, { textDocument }: LangiumDocument): Fix[] {
  const number = textDocument.getText(finding.span);
  const [, legal] = valuesIn(finding.message)`"${''}" must be ${''}. Correct the value.` ?? [];
  if (legal !== t`a duration such as 1s` || !/^[0-9.]+$/.test(number)) return [];
  return ['s', 'ms', 'min'].map((unit) => write(finding, `${number}${unit}`, unit === 's'));
}

/** Returns the fixes for unselected copies: a declared relation means all of them; elsewhere one may be meant. */
function copiesRule(finding: Finding, document: LangiumDocument): Fix[] {
  const nested = valuesIn(
    finding.message,
  )`"${''}" is nested in the copies of "${''}". Name one, such as "${''}[0].${''}".`;
  const path = document.textDocument.getText(finding.span);
  const one = nested === undefined ? `${path}[0]` : `${nested[1] ?? ''}[0].${nested[3] ?? ''}`;
  const all = write(finding, one.replace('[0]', '[*]'));
  return isInRelation(finding, document) ? [all] : [all, write(finding, one)];
}

function isInRelation({ span }: Finding, { textDocument, parseResult }: LangiumDocument): boolean {
  const leaf = leafAtOffset(parseResult.value as ast.Document, textDocument.offsetAt(span.start));
  return leaf !== undefined && AstUtils.getContainerOfType(leaf.astNode, ast.isRelationTarget) !== undefined;
}

function noCopiesRule(finding: Finding, { textDocument }: LangiumDocument): Fix[] {
  const path = /^([^]*)\[[^[\]]*\]$/.exec(textDocument.getText(finding.span))?.[1];
  return path === undefined ? [] : [write(finding, path, true)];
}

/** Returns the fix for a resource named instead of its space. */
function spaceRule({ span, message }: Finding, { textDocument }: LangiumDocument): Fix[] {
  const [, named, wanted] =
    valuesIn(message)`"${''}" is ${''}, but ${''} is expected here. Name one, or use another relation.` ?? [];
  if (named !== withArticle('resource') || wanted?.startsWith(withArticle('space')) !== true) return [];
  const line = textDocument.getText({ start: { line: span.start.line, character: 0 }, end: span.start });
  const dot = /\s*\.\s*$/.exec(line);
  if (dot === null) return [];
  const start = { line: span.start.line, character: dot.index };
  return [{ title: t`Name the space instead`, edits: [{ span: { ...span, start } satisfies Span, text: '' }] }];
}

function importRule(finding: Finding): Fix[] {
  const path = /"(std\/[^"]+)"/.exec(finding.message)?.[1];
  if (path === undefined) return [];
  const names = [...standardLibrary.keys()].map((name) => name.replace(/^\//, '').replace(/\.aft$/, ''));
  const nearest = nearestName(path.replace(/\.aft$/, ''), names);
  return nearest === undefined
    ? []
    : [{ title: t`Import "${nearest}"`, edits: [replace(finding, `"${nearest}"`)], isPreferred: true }];
}
