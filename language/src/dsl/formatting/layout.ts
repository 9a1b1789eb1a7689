/**
 * Lays out the tokens and comments of a text. The author's line ends are kept where that makes sense; the layout
 * decides how lines begin and what separates the words on them. Only blanks and line breaks are ever changed.
 */
import { reindented } from './comment-lines.ts';
import { type GapComment, type Gap, lineBreaksIn, lineStart } from './gaps.ts';
import { indentOf } from './indents.ts';
import { type GapPlan, isTallBlock, gapPlan, type TokenizedText } from './line-breaks.ts';
import { blankBetween, closesBlock, opensBlock } from './spacing.ts';

/** The piece `[start, end)` of a text with its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The lines laid out so far. */
interface Page {
  readonly source: TokenizedText;
  readonly newLine: string;
  readonly edits: Edit[];
  readonly tall: Set<number>;
  readonly indents: number[];
  readonly columns: number[];
  readonly lineOf: number[];
  line: number;
  column: number;
  indent: number;
}

/** The number of gaps in a step. */
const filledInStep = 1000;

/**
 * Returns the edits that lay out a text, in order; in steps. `isLeftAlone` returns true for gaps, by the index of the
 * token after them, that stay as they are.
 */
export function* layout(source: TokenizedText, isLeftAlone: (index: number) => boolean): Generator<undefined, Edit[]> {
  const newLine = /\r\n|\r|\n/.exec(source.text)?.[0] ?? '\n';
  const made = { edits: [], tall: new Set<number>(), indents: [], columns: [], lineOf: [] };
  const page: Page = { source, newLine, ...made, line: 0, column: 0, indent: 0 };
  for (const [index, gap] of source.gaps.entries()) {
    if (index % filledInStep === 0) yield;
    if (gap.isBroken || isLeftAlone(index)) keep(page, gap);
    else fillGap(page, index, gap);
    const token = source.tokens[index];
    if (token === undefined) break;
    page.indents[index] = page.indent;
    page.columns[index] = page.column;
    page.lineOf[index] = page.line;
    if (opensBlock(token) && isTallBlock(source, index, page)) page.tall.add(index);
    page.column += token.end - token.start;
  }
  return page.edits;
}

/** Skips a gap that stays as it is. */
function keep(page: Page, { start, end, lineBreaks }: Gap): void {
  const { text } = page.source;
  page.line += lineBreaks;
  if (lineBreaks === 0) page.column += end - start;
  else {
    const line = text.slice(lineStart(text, end), end);
    page.column = line.length;
    page.indent = line.length - line.trimStart().length;
  }
}

/** One blank of a gap, with the comment after it, if there is one. */
interface Blank {
  readonly start: number;
  readonly end: number;
  readonly comment: GapComment | undefined;
  /** True if a line must end here. */
  readonly isBreak: boolean;
}

function fillGap(page: Page, index: number, gap: Gap): void {
  const plan = gapPlan(page.source, index, page);
  let start = gap.start;
  let isAfterLine = false;
  for (const comment of gap.comments) {
    const isBreak = isAfterLine || (plan.lineBreak === 'first' && start === gap.start);
    fillBlank(page, index, plan, { start, end: comment.start, comment, isBreak });
    write(page, comment);
    start = comment.end;
    isAfterLine = comment.isLine;
  }
  const isBreak = isAfterLine || plan.lineBreak === 'last' || (plan.lineBreak === 'first' && start === gap.start);
  fillBlank(page, index, plan, { start, end: gap.end, comment: undefined, isBreak });
}

function fillBlank(page: Page, index: number, plan: GapPlan, blank: Blank): void {
  const { text, tokens, gaps } = page.source;
  const { start, end, comment } = blank;
  const isFirst = start === gaps[index]?.start;
  const next = tokens[index];
  if (index === 0 && isFirst) replace(page, start, end, '');
  else if (next === undefined && comment === undefined) replace(page, start, end, page.newLine);
  else {
    const given = lineBreaksIn(text.slice(start, end));
    const isLoose = plan.lineBreak !== 'never' || comment !== undefined || !isFirst;
    if (blank.isBreak || (given > 0 && isLoose)) {
      const [before] = isFirst ? [tokens[index - 1]] : [];
      const isEdge =
        (before !== undefined && opensBlock(before)) ||
        (comment === undefined && next !== undefined && closesBlock(next));
      breakLine(page, index, blank, given > 1 && plan.hasBlankLines && !isEdge);
    } else {
      const between = blankOf(page, index, plan, blank);
      replace(page, start, end, between);
      page.column += between.length;
    }
  }
}

function breakLine(page: Page, index: number, { start, end, comment }: Blank, hasBlankLine: boolean): void {
  const indent = indentOf(page.source, index, page, comment !== undefined);
  replace(page, start, end, `${page.newLine.repeat(hasBlankLine ? 2 : 1)}${' '.repeat(indent)}`);
  page.line++;
  page.column = indent;
  page.indent = indent;
}

/** Returns the text between two tokens, or between a token and a comment, on one line. */
function blankOf(page: Page, index: number, plan: GapPlan, { start, end, comment }: Blank): string {
  const { text, tokens, gaps } = page.source;
  const isFirst = start === gaps[index]?.start;
  if (comment === undefined && isFirst) return plan.blank;
  if (comment !== undefined && isFirst && endsLine(page.source, index, plan, comment)) {
    // A comment at the end of a line keeps its column, so that such comments stay aligned.
    const first = lineStart(text, start);
    const line = text.slice(first, start);
    const shift = beginsInComment(page.source, index, first)
      ? 0
      : page.indent - (line.length - line.trimStart().length);
    return ' '.repeat(end - start <= 1 ? 1 : Math.max(2, end - first + shift - page.column));
  }
  const [before, next] = [tokens[index - 1], tokens[index]];
  const isTight = before !== undefined && next?.item === undefined && next !== undefined;
  return isTight && start === end && blankBetween(before, next) === '' ? '' : ' ';
}

/**
 * Returns true if the line that begins at an offset, with a gap in it, begins within a comment: it has no indentation
 * then.
 */
function beginsInComment({ gaps }: TokenizedText, index: number, first: number): boolean {
  for (let at = index; at >= 0; at--) {
    const gap = gaps[at];
    if (gap === undefined || gap.end < first) return false;
    if (gap.comments.some(({ start, end }) => start < first && first < end)) return true;
  }
  return false;
}

/** Returns true if nothing follows the first comment of a gap on its line. */
function endsLine({ text, tokens, gaps }: TokenizedText, index: number, plan: GapPlan, comment: GapComment): boolean {
  const gap = gaps[index];
  const following = gap?.comments[1];
  const isLast = following === undefined && (plan.lineBreak === 'last' || tokens[index] === undefined);
  return comment.isLine || isLast || lineBreaksIn(text.slice(comment.end, following?.start ?? gap?.end)) > 0;
}

function write(page: Page, { start, end }: GapComment): void {
  const { text } = page.source;
  const { column, newLine } = page;
  const shift = column - (start - lineStart(text, start));
  const words = reindented(text.slice(start, end), { column, shift, newLine });
  replace(page, start, end, words);
  const lineBreaks = lineBreaksIn(words);
  page.line += lineBreaks;
  page.column = lineBreaks === 0 ? column + words.length : words.length - lineStart(words, words.length);
}

/** Adds an edit that replaces a piece if it differs, without the parts that are the same at both ends. */
function replace({ source, edits }: Page, start: number, end: number, text: string): void {
  const given = source.text.slice(start, end);
  if (given === text) return;
  const most = Math.min(given.length, text.length);
  let same = 0;
  while (same < most && given[same] === text[same]) same++;
  let tail = 0;
  while (tail < most - same && given[given.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  edits.push({ start: start + same, end: end - tail, text: text.slice(same, text.length - tail) });
}

/** Returns a text after edits, which must be in the order of the text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
