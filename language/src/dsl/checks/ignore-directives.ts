/**
 * Comments that silence one kind of finding at one line, with a reason:
 *
 *     // aftermath-ignore resource/orphan: kept for the next release
 *
 * on the line before, or behind what it is about. One that silences nothing is a finding itself.
 */
import { CstUtils, type LangiumDocument } from 'langium';
import type { Finding, Fix } from '../../model/finding.ts';
import { findingCodes } from '../../model/finding-codes.ts';
import type { Span } from '../../model/span.ts';
import { nearestName } from '../nearest-name.ts';

/** One directive of a file. */
export interface Directive {
  readonly code: string;
  readonly reason: string;
  /** The line that it is about, from 0. */
  readonly line: number;
  /** Where the code stands; the word before it where there is none. */
  readonly span: Span;
  /** The whole comment with what would be left empty around it. */
  readonly comment: Span;
}

const word = 'aftermath-ignore';
const shape = /^\/\/\s*aftermath-ignore\b[ \t]*([^\s:]*)[ \t]*(?::[ \t]*(.*))?/;

/** Returns the directives of a file, in the order of the text. */
export function directivesOf(document: LangiumDocument): Directive[] {
  const text = document.textDocument.getText();
  const directives: Directive[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const comment = commentAt(document, at);
    const match = comment === undefined ? null : shape.exec(comment.text);
    if (comment !== undefined && match !== null) directives.push(readDirective(document, comment.offset, match));
  }
  return directives;
}

/** The line comment that an offset is in; the word may as well stand in a text or a name. */
function commentAt(
  document: LangiumDocument,
  offset: number,
): { readonly offset: number; readonly text: string } | undefined {
  const root = document.parseResult.value.$cstNode;
  const leaf = root && CstUtils.findLeafNodeAtOffset(root, offset);
  return leaf?.hidden === true && leaf.text.startsWith('//') ? leaf : undefined;
}

function readDirective(
  document: LangiumDocument,
  offset: number,
  [words, code = '', reason = '']: RegExpExecArray,
): Directive {
  const { textDocument, uri } = document;
  const text = textDocument.getText();
  const span = (start: number, end: number): Span => ({
    uri: uri.toString(),
    start: textDocument.positionAt(start),
    end: textDocument.positionAt(end),
  });
  const named = code === '' ? word : code;
  const start = offset + words.indexOf(named, code === '' ? 0 : words.indexOf(word) + word.length);
  const { line } = textDocument.positionAt(offset);
  const lineStart = text.lastIndexOf('\n', offset) + 1;
  const isAlone = text.slice(lineStart, offset).trim() === '';
  const end = text.indexOf('\n', offset);
  const commentEnd = end < 0 ? text.length : end;
  const before = text.slice(0, offset).trimEnd().length;
  return {
    code,
    reason: reason.trim(),
    line: isAlone ? nextLine(text, line + 1, commentEnd + 1) : line,
    span: span(start, start + named.length),
    comment: isAlone ? span(lineStart, Math.min(commentEnd + 1, text.length)) : span(before, commentEnd),
  };
}

/** The next line that says something: neither blank nor another comment. */
function nextLine(text: string, line: number, start: number): number {
  let [number, at] = [line, start];
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const words = text.slice(at, end < 0 ? text.length : end).trim();
    if (words !== '' && !words.startsWith('//')) return number;
    if (end < 0) break;
    number++;
    at = end + 1;
  }
  return number;
}

/** What directives left, and what there is to say about the directives themselves. */
export interface Silenced {
  readonly findings: readonly Finding[];
  readonly about: readonly Finding[];
}

/** What is known about a file when its directives are applied. */
export interface SilenceOptions {
  /** Whether nothing in the file keeps its findings from being known, so that an unused directive is surely one. */
  readonly isWhole: boolean;
  /** Whether a code is looked for at all. */
  readonly isOn: (code: string) => boolean;
  /** Findings that cannot be silenced, because the model lacks what they are about. */
  readonly fixed: readonly Finding[];
}

/** Takes away the findings that directives silence. */
export function silence(
  directives: readonly Directive[],
  findings: readonly Finding[],
  options: SilenceOptions,
): Silenced {
  if (directives.length === 0) return { findings, about: [] };
  const keyOf = (code: string, line: number) => `${code} ${line}`;
  const told = new Set(findings.map(({ code, span }) => keyOf(code, span.start.line)));
  const silent = new Set(directives.map(({ code, line }) => keyOf(code, line)));
  return {
    findings: findings.filter(({ code, span }) => !silent.has(keyOf(code, span.start.line))),
    about: directives.flatMap((directive) => {
      return faultOf(directive, told.has(keyOf(directive.code, directive.line)), options);
    }),
  };
}

function faultOf(directive: Directive, isUsed: boolean, { isWhole, isOn, fixed }: SilenceOptions): Finding[] {
  const { code, reason, span, comment } = directive;
  const finding = (own: string, message: string, fixes: readonly Fix[] = []): Finding => ({
    ...{ code: own, severity: 'warning', message, span, related: [] },
    ...(fixes.length === 0 ? {} : { fixes }),
  });
  const takeAway: Fix = { title: 'Take this directive away', edits: [{ span: comment, text: '' }] };
  if (!isKnown(code)) {
    const nearest = nearestName(code, codes);
    const message = code === '' ? 'This directive names no finding.' : `There is no finding "${code}".`;
    const hint =
      nearest === undefined || code === '' ? 'Write its code, such as resource/orphan.' : `Did you mean "${nearest}"?`;
    const fixes =
      nearest === undefined || code === ''
        ? []
        : [{ title: `Write "${nearest}"`, edits: [{ span, text: nearest }], isPreferred: true }];
    return [finding('ignore/unknown-code', `${message} ${hint}`, [...fixes, takeAway])];
  }
  if (fixed.some((each) => each.code === code && each.span.start.line === directive.line)) {
    const message = `"${code}" cannot be silenced: the model lacks what it is about. Correct the text instead.`;
    return [finding('ignore/unused', message, [takeAway])];
  }
  if (!isUsed) {
    const message = `There is no finding "${code}" on the line that this directive is about. Take it away.`;
    return isWhole && isOn(code) ? [finding('ignore/unused', message, [{ ...takeAway, isPreferred: true }])] : [];
  }
  if (reason !== '') return [];
  return [finding('ignore/no-reason', `This directive does not say why. Write the reason behind it: "${code}: …".`)];
}

const codes: readonly string[] = findingCodes.map(({ code }) => code);
const known: ReadonlySet<string> = new Set(codes);
const isKnown = (code: string): boolean => known.has(code);
