/**
 * Snapshots of coloured files: each source line after `>`, then its tokens with their scopes. `UPDATE_SNAPSHOTS=1`
 * writes them again.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { Line } from './tokenize.ts';

/** Formats tokens readably; omits blanks between tokens, and the grammar's own suffix. */
export function renderLines(lines: readonly Line[]): string {
  return lines
    .map(({ text, tokens }) => {
      const coloured = tokens.filter((token) => token.text.trim() !== '');
      const rows = coloured.map((token) => `  ${token.text.trim().padEnd(24)} ${shortened(token.scopes)}`.trimEnd());
      return [`>${text}`, ...rows].join('\n');
    })
    .join('\n')
    .concat('\n');
}

/** Fails with a difference if a text differs from its snapshot file. */
export async function matchSnapshot(file: URL, actual: string): Promise<void> {
  if (process.env.UPDATE_SNAPSHOTS === '1') {
    await writeFile(file, actual);
    return;
  }
  const expected = await readFile(file, 'utf8').catch(() => undefined);
  if (expected === undefined)
    throw new Error(`There is no snapshot ${file.pathname}. Write it with UPDATE_SNAPSHOTS=1.`);
  const difference = firstDifference(expected.replaceAll('\r\n', '\n'), actual);
  if (difference !== undefined) assert.fail(`${difference}\nIf this is right, run again with UPDATE_SNAPSHOTS=1.`);
}

/** Returns the first source line whose tokens differ, in the style of `diff`. */
export function firstDifference(expected: string, actual: string): string | undefined {
  const wanted = expected.split(/^(?=>)/m);
  const found = actual.split(/^(?=>)/m);
  for (let line = 0; line < Math.max(wanted.length, found.length); line++) {
    if (wanted[line] === found[line]) continue;
    const before = (wanted[line] ?? '').trimEnd().split('\n');
    const after = (found[line] ?? '').trimEnd().split('\n');
    const rows = [
      ...before.map((row) => (after.includes(row) ? `  ${row}` : `- ${row}`)),
      ...after.filter((row) => !before.includes(row)).map((row) => `+ ${row}`),
    ];
    return [`Source line ${String(line + 1)}:`, ...rows].join('\n');
  }
  return undefined;
}

function shortened(scopes: readonly string[]): string {
  if (scopes.length === 0) return '(plain)';
  return scopes.map((scope) => scope.replace(/\.aftermath$/, '')).join(' > ');
}
