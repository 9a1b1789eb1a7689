/**
 * Finds the table in the text of an OSmosis dump: its rows in order, and the faults of the file. Handles lines and
 * rows, not the graph that the rows describe.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { counted } from '../../model/common/word-list.ts';
import { endsInQuote, restOfQuote, splitCells, splitLines } from './csv-cells.ts';
import { readExtra } from './osmosis-extra.ts';
import { placeSpan, summarize, type Occurrence } from '../import/import-findings.ts';
import { beginsNodeType, osmosisHeader, readOsmosisLine, type OsmosisLine, type OsmosisRow } from './osmosis-row.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** The first columns of the table that CellulOS wrote before 2024. */
const olderHeader = /^\s*"?RESOURCE_FROM"?\s*,\s*"?RESOURCE_TO"?\s*,/;
const shownLength = 60;

/**
 * Returns the rows of a dump in order. The value is undefined, with one error, if a text is not a dump (`import/empty`,
 * `import/binary`, `import/older-format`, `import/not-a-dump`, `import/cut-off`, `import/no-rows`).
 */
export function readTable(text: string, uri: string): Outcome<readonly OsmosisRow[] | undefined> {
  const lines = joinRows(splitLines(text));
  const failed = (code: string, line: number, message: string): Outcome<undefined> => ({
    value: undefined,
    findings: [{ code, severity: 'error', message, span: lineSpan(uri, lines, line), related: [] }],
  });
  const nul = lines.findIndex((line) => line.includes('\0'));
  if (nul >= 0) return failed('import/binary', nul, binaryMessage(nul));
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (last < 0)
    return failed('import/empty', 0, t`The file is empty. Export the model state again and import the new file.`);

  const read = lines.map(readOsmosisLine);
  const header = read.findIndex((line) => line.is === 'header');
  if (header < 0) return failed(...withoutHeader(lines, last));
  if (endsWithin(lines, read, last)) {
    return failed('import/cut-off', last, cutOffMessage(last, splitCells(itemAt(lines, last)).texts.length));
  }
  const rows = read.filter((line) => line.is === 'node' || line.is === 'edge');
  if (rows.length === 0) {
    const message = t`Line ${String(header + 1)} is the header of a model state, but no row follows it. Export the model state again, and let the export finish.`;
    return failed('import/no-rows', header, message);
  }
  return { value: rows, findings: lineFindings(uri, lines, read, header) };
}

/**
 * Joins rows that a line end within a quoted cell has split; the line end becomes a blank, and the continuation lines
 * become empty, so that each line keeps its number. A quote that no line closes before the next row is an ordinary
 * character.
 */
function joinRows(lines: readonly string[]): string[] {
  const joined = [...lines];
  for (const [first, line] of lines.entries()) {
    if (!line.includes('"') || !endsInQuote(line) || isInside(line)) continue;
    const last = lastOf(lines, first);
    if (last === undefined) continue;
    joined.fill('', first, last + 1);
    joined[first] = lines.slice(first, last + 1).join(' ');
  }
  return joined;
}

/**
 * Returns the line that closes the quoted cell left open at the end of line `first`, following further cells that it
 * leaves open.
 */
function lastOf(lines: readonly string[], first: number): number | undefined {
  let last: number | undefined;
  for (let next = first + 1; next < lines.length && isInside(itemAt(lines, next)); next++) {
    const rest = restOfQuote(itemAt(lines, next));
    if (rest === 'closed' || rest === 'reopened') last = next;
    if (rest === 'closed' || rest === 'stray') break;
  }
  return last;
}

/** Returns true if a line may be the inside of a row: by itself it is neither a row nor a malformed one. */
const isInside = (line: string): boolean => ['other', 'blank'].includes(readOsmosisLine(line, 0).is);

/** Returns what a text without the header is, judged by the most telling sign. */
function withoutHeader(lines: readonly string[], last: number): [code: string, line: number, message: string] {
  const older = lines.findIndex((line) => olderHeader.test(line));
  if (older >= 0) {
    const message = t`Line ${String(older + 1)} is the header of the older CellulOS format (RESOURCE_FROM, RESOURCE_TO, …), which is not read. Export the model state with a version of CellulOS that writes ${osmosisHeader.join(',')}.`;
    return ['import/older-format', older, message];
  }
  const binary = lines.findIndex((line) => /[\uFFFD\u0001-\u0008\u000E-\u001A\u001C-\u001F]/.test(line));
  if (binary >= 0) return ['import/binary', binary, binaryMessage(binary)];
  const ending = lines[last]?.trim() ?? '';
  if (ending.startsWith('NODE_TYPE') && osmosisHeader.join(',').startsWith(ending)) {
    return ['import/cut-off', last, cutOffMessage(last, ending.split(',').length)];
  }
  const first = lines.findIndex((line) => line.trim() !== '');
  const shown = itemAt(lines, first).trim().slice(0, shownLength);
  const message = t`The file is not an OSmosis model state: no line is the header ${osmosisHeader.join(',')}; line ${String(first + 1)} is "${shown}". Choose the CSV file that CellulOS or the proc extractor has written.`;
  return ['import/not-a-dump', first, message];
}

/** Returns true if the text ends in the middle of a row: too few cells, or an EXTRA without its end. */
function endsWithin(lines: readonly string[], read: readonly OsmosisLine[], last: number): boolean {
  const line = read[last];
  const isTerminated = last < lines.length - 1;
  switch (line?.is) {
    case 'broken':
      return line.cellCount < osmosisHeader.length;
    case 'other':
      return !isTerminated && beginsNodeType(itemAt(lines, last).trim());
    case 'node': {
      const { data, extra } = line;
      const isMemory = data === 'MO' || data === 'VMR';
      return !isTerminated && isMemory && extra.trim() !== '' && readExtra(data, extra) === undefined;
    }
    default:
      return false;
  }
}

function lineFindings(uri: string, lines: readonly string[], read: readonly OsmosisLine[], header: number): Finding[] {
  const placesOf = (is: OsmosisLine['is'], from: number): Occurrence[] =>
    read.flatMap((line, index) => {
      if (line.is !== is || index < from) return [];
      const text = itemAt(lines, index);
      return [{ about: text.trim().slice(0, shownLength), place: { line: index, start: 0, end: text.length } }];
    });
  const at = (places: readonly Occurrence[]): string => t`line ${String((places[0]?.place.line ?? 0) + 1)}`;
  const other = placesOf('other', 0);
  const broken = placesOf('broken', 0);
  const again = placesOf('header', header + 1);
  const isAre = (count: number): string => (count === 1 ? 'is' : 'are');
  return [
    ...summarize(
      uri,
      {
        code: 'import/other-lines',
        severity: 'warning',
        message: (_, count) =>
          t`${counted(count, 'line')} ${isAre(count)} not part of the table and ${isAre(count)} skipped, the first in ${at(other)}: "${itemAt(other, 0).about}". Check whether a log line has replaced a row there.`,
      },
      other,
    ),
    ...summarize(
      uri,
      {
        code: 'import/broken-row',
        severity: 'warning',
        message: (_, count) =>
          t`${counted(count, 'row')} cannot be read and ${isAre(count)} skipped, the first in ${at(broken)}: "${itemAt(broken, 0).about}". The model lacks what ${count === 1 ? t`it says` : t`they say`}: correct the file or export it again.`,
      },
      broken,
    ),
    ...summarize(
      uri,
      {
        code: 'import/second-table',
        severity: 'warning',
        message: () =>
          t`Another table begins in ${at(again)}; its rows are read as part of the first one. If the file holds several states of a system, split it before that line.`,
      },
      again,
    ),
  ];
}

const binaryMessage = (line: number): string =>
  t`The file is not text: line ${String(line + 1)} has bytes that no dump contains. Choose the CSV file, saved as UTF-8.`;

const cutOffMessage = (line: number, cellCount: number): string =>
  t`The file is cut off in the middle of line ${String(line + 1)}, after ${String(cellCount)} of ${String(osmosisHeader.length)} cells. Export the model state again, and let the export finish.`;

function lineSpan(uri: string, lines: readonly string[], line: number): Finding['span'] {
  return placeSpan(uri, { line, start: 0, end: itemAt(lines, line).length });
}
