/**
 * Finds line comments that begin with a directive word, and the line each is about: its own line, or, if it is alone on
 * its line, the next line with text. The meaning of the words is defined elsewhere.
 */
import type { LangiumDocument } from 'langium';
import type { Span } from '../../model/span.ts';
import type * as ast from '../generated/ast.ts';
import { leafAtOffset } from '../syntax/tree/places.ts';

/** A directive comment of a file. */
export interface DirectiveComment {
  /** The whole comment, including its slashes. */
  readonly text: string;
  /** The line it is about, from 0. */
  readonly line: number;
  /** The whole comment with the space that its removal would leave empty. */
  readonly whole: Span;
  /** Returns the span of a part of its text. */
  readonly spanOf: (start: number, length: number) => Span;
}

/** Returns the line comments that contain a word, in the order of the text. Cost: O(text) if there are none. */
export function commentsWith(document: LangiumDocument, word: string): DirectiveComment[] {
  const text = document.textDocument.getText();
  const comments: DirectiveComment[] = [];
  const known: NextLines = new Map();
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const comment = commentAt(document, at);
    if (comment !== undefined) comments.push(describe(document, comment, known));
  }
  return comments;
}

interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** Returns the line comment at an offset; the word may also be in a text or a name. */
function commentAt(document: LangiumDocument, offset: number): Comment | undefined {
  const leaf = leafAtOffset(document.parseResult.value as ast.Document, offset);
  return leaf?.hidden === true && leaf.text.startsWith('//') ? leaf : undefined;
}

function describe(
  { textDocument, uri }: LangiumDocument,
  { offset, text: words }: Comment,
  known: NextLines,
): DirectiveComment {
  const text = textDocument.getText();
  const span = (start: number, end: number): Span => ({
    uri: uri.toString(),
    start: textDocument.positionAt(start),
    end: textDocument.positionAt(end),
  });
  const { line } = textDocument.positionAt(offset);
  const lineStart = text.lastIndexOf('\n', offset) + 1;
  const isAlone = text.slice(lineStart, offset).trim() === '';
  const end = text.indexOf('\n', offset);
  const commentEnd = end < 0 ? text.length : end;
  const before = text.slice(0, offset).trimEnd().length;
  return {
    text: words,
    line: isAlone ? nextLine(text, line + 1, commentEnd + 1, known) : line,
    whole: isAlone ? span(lineStart, Math.min(commentEnd + 1, text.length)) : span(before, commentEnd),
    spanOf: (start, length) => span(offset + start, offset + start + length),
  };
}

/** The next line with text by the offset of a line, if known: consecutive comments share it. */
type NextLines = Map<number, number>;

/** Returns the next line that is neither blank nor a comment. */
function nextLine(text: string, line: number, start: number, known: NextLines): number {
  let [number, at] = [line, start];
  const passed: number[] = [];
  while (at < text.length) {
    const found = known.get(at);
    if (found !== undefined) {
      number = found;
      break;
    }
    passed.push(at);
    const end = text.indexOf('\n', at);
    const words = text.slice(at, end < 0 ? text.length : end).trim();
    if ((words !== '' && !words.startsWith('//')) || end < 0) break;
    number++;
    at = end + 1;
  }
  for (const each of passed) known.set(each, number);
  return number;
}
