/**
 * Each fix resolves its finding, causes no new one, and keeps the layout: its changes are recorded beside the fixtures.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding } from '../../../language/src/model/finding.ts';
import { allFixtures, applied, findingsOf, withoutMarks } from './fixtures.ts';

const record = new URL('./fixtures/fixes.txt', import.meta.url);
const fixtures = allFixtures().map(({ name, text }) => ({ name, text: withoutMarks(text) }));

const found = new Map<string, Promise<readonly Finding[]>>();

/** The findings of a fixture, which all tests here begin with. */
function findingsHere(text: string): Promise<readonly Finding[]> {
  const known = found.get(text) ?? findingsOf(text);
  found.set(text, known);
  return known;
}

describe('the fixes of a finding', () => {
  for (const { name, text } of fixtures) {
    it(`remove it and cause no other in ${name}`, async () => {
      const before = await findingsHere(text);
      for (const finding of before) {
        for (const { title, edits } of finding.fixes ?? []) {
          const after = await findingsOf(applied(text, edits));
          const left = minus(after.map(inShort), before.filter((each) => each !== finding).map(inShort));
          assert.deepEqual(left, [], `${finding.code}: ${title}`);
        }
      }
    });
  }

  it('change the text as recorded', async () => {
    const blocks: string[] = [];
    for (const { name, text } of fixtures) {
      for (const finding of await findingsHere(text)) blocks.push(...told(name, text, finding));
    }
    const actual = `${blocks.join('\n\n')}\n`;
    if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(record, actual);
    assert.equal(actual, readFileSync(record, 'utf8'));
  });

  it('are edits that do not overlap', async () => {
    for (const { text } of fixtures) {
      for (const { fixes = [] } of await findingsHere(text)) {
        for (const { title, edits } of fixes) {
          const places = edits.map(({ span }) =>
            [span.start, span.end].map(({ line, character }) => line * 10_000 + character),
          );
          const sorted = places.sort(([a = 0], [b = 0]) => a - b);
          for (const [index, [start = 0]] of sorted.entries()) assert.ok(start >= (sorted[index - 1]?.[1] ?? 0), title);
        }
      }
    }
  });
});

/** A finding without its place, which a fix may move; numbers in its words may change with it. */
const inShort = ({ code, message }: Finding): string => `${code} ${message}`;

/** What a list has more than another, each as often. */
function minus(all: readonly string[], known: readonly string[]): string[] {
  const rest = [...known];
  return all.filter((each) => {
    const index = rest.indexOf(each);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

/** Each fix of a finding as the lines that it takes away and adds. */
function told(name: string, text: string, { code, span, fixes = [] }: Finding): string[] {
  return fixes.map(({ title, edits, isPreferred = false }) => {
    const [old, now] = [text, applied(text, edits)].map((each) => each.split('\n'));
    const lines = changedLines(old ?? [], now ?? []);
    return [`${name}:${span.start.line + 1} ${code} · ${title}${isPreferred ? ' (preferred)' : ''}`, ...lines].join(
      '\n',
    );
  });
}

function changedLines(old: readonly string[], now: readonly string[]): string[] {
  let first = 0;
  while (first < old.length && old[first] === now[first]) first++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > first && nowEnd > first && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  // Between the first and the last change, lines that are in both are omitted.
  const [gone, come] = [old.slice(first, oldEnd), now.slice(first, nowEnd)];
  return [...minus(gone, come).map((line) => `  - ${line}`), ...minus(come, gone).map((line) => `  + ${line}`)];
}
