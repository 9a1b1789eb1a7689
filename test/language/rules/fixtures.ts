/**
 * Fixtures of the checks: files with all that is said of them written under the lines it is said of.
 *
 *     resource lost
 *     //       ^^^^ warning resource/orphan "No PD holds"
 *     //       ^^^^ related "The first one is here."
 *
 * The text in quotes is a part of the message. A finding that is not expected fails as one that is missing.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { loadModel } from '../../../language/src/dsl/load.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Position, Span } from '../../../language/src/model/span.ts';

const ofChecks = new URL('fixtures/', import.meta.url);

/** One fixture: `resource-orphan/without-holder.aft`. */
export interface Fixture {
  readonly name: string;
  readonly text: string;
}

/** Returns all fixtures in a folder, those of the checks by default, by name. */
export function allFixtures(folder: URL = ofChecks): Fixture[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return names
    .filter((name) => name.endsWith('.aft'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/** What is expected at a place, with a part of its message. */
interface Mark {
  readonly place: string;
  /** `error type/mismatch`, or `related`. */
  readonly what: string;
  readonly message: string;
}

const mark = /^\s*\/\/\s*(\^+) (\S+(?: \S+\/\S+)?) "(.*)"$/;

/** Reads what is expected of a text. */
function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  let about = -1;
  for (const [index, line] of text.split('\n').entries()) {
    const [, carets, what, message] = mark.exec(line) ?? [];
    if (carets === undefined || what === undefined || message === undefined) {
      if (/^\s*\/\/\s*\^/.test(line)) throw new Error(`Line ${index + 1} is no expectation: ${line}`);
      about = index;
      continue;
    }
    const start = line.indexOf('^');
    marks.push({ place: `${about + 1}:${start + 1}-${start + carets.length + 1}`, what, message });
  }
  return marks;
}

/** Returns a text without its expectations. */
export const withoutMarks = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !mark.test(line))
    .join('\n');

/** Writes where a span is, lines and columns counted from 1; what spans lines ends with its first. */
function rangeText({ start, end }: Span, text: string): string {
  const endOnLine = end.line === start.line ? end.character : (text.split('\n')[start.line]?.length ?? 0);
  return `${start.line + 1}:${start.character + 1}-${endOnLine + 1}`;
}

/** Fails unless findings about `test:/fixture.aft` are those that its text expects: each of them, and no other. */
export function assertMarked(text: string, findings: readonly Finding[]): void {
  const marks = marksOf(text);
  const told = findings.map(({ span, severity, code, message }) => ({
    place: rangeText(span, text),
    what: `${severity} ${code}`,
    message,
  }));
  const related = findings
    .flatMap((finding) => finding.related)
    .filter(({ span }) => span.uri === 'test:/fixture.aft')
    .map(({ span, message }) => ({ place: rangeText(span, text), what: 'related', message }));
  const actual = [...told, ...unique(related)].map((each) => {
    const same = marks.find(
      ({ place, what, message }) => place === each.place && what === each.what && each.message.includes(message),
    );
    return `${each.place} ${each.what} "${same?.message ?? each.message}"`;
  });
  assert.deepEqual(actual.sort(), marks.map(({ place, what, message }) => `${place} ${what} "${message}"`).sort());
}

/** A place that several findings point to is marked once. */
function unique<T extends { readonly place: string; readonly message: string }>(places: readonly T[]): T[] {
  const seen = new Set<string>();
  return places.filter(({ place, message }) => {
    const key = `${place} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Loads a text as a file of its own and returns what is said of it. */
export async function findingsOf(text: string): Promise<readonly Finding[]> {
  const { findings } = await loadModel('test:/fixture.aft', (uri) =>
    Promise.resolve(uri === 'test:/fixture.aft' ? text : undefined),
  );
  return findings;
}

/** Makes edits of a text, all at once. */
export function applied(text: string, edits: readonly { readonly span: Span; readonly text: string }[]): string {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const offset = ({ line, character }: Position) => Math.min((starts[line] ?? text.length) + character, text.length);
  return edits
    .map((edit) => ({ start: offset(edit.span.start), end: offset(edit.span.end), text: edit.text }))
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
