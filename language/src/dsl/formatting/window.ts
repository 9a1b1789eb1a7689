/**
 * Selects the excerpt of a text needed to format a part of it: the declarations of that part with a few around them, so
 * that ending a line costs the same in a long file as in a short one.
 */
import type { ParsedText, ChangeablePart } from './parsed-text.ts';

/** The number of declarations before and after a part to include. */
const neighbours = 2;

/**
 * Returns whole lines with whole declarations, including the part and its neighbours; undefined if the text has a
 * syntax error, which may extend beyond any line, or if they are most of the text. Cost: O(declarations).
 */
export function linesAround({ text, result }: ParsedText, part: ChangeablePart): ChangeablePart | undefined {
  if (result.lexerErrors.length + result.parserErrors.length > 0) return undefined;
  const places = result.value.declarations.map(({ $cstNode }) => ({
    start: $cstNode?.offset ?? 0,
    end: $cstNode?.end ?? 0,
  }));
  const first = places.findIndex(({ end }) => end > part.start);
  const firstAfter = places.findIndex(({ start }) => start >= part.end);
  if (first < 0) return undefined;
  let from = first - neighbours;
  while (from > 0 && !beginsLine(text, places[from])) from--;
  let to = (firstAfter < 0 ? places.length : firstAfter) + neighbours - 1;
  while (to < places.length - 1 && !endsLine(text, places[to])) to++;
  const start = from <= 0 ? 0 : lineStart(text, places[from]?.start ?? 0);
  const end = to >= places.length - 1 ? text.length : lineEnd(text, places[to]?.end ?? text.length);
  return end - start > text.length / 2 ? undefined : { start, end };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

const beginsLine = (text: string, place: ChangeablePart | undefined): boolean =>
  place !== undefined && text.slice(lineStart(text, place.start), place.start).trim() === '';

/** Returns true if nothing but a line comment follows a declaration on its line. */
const endsLine = (text: string, place: ChangeablePart | undefined): boolean =>
  place !== undefined && /^[ \t]*(\/\/.*)?\r?\n?$/.test(text.slice(place.end, lineEnd(text, place.end)));
