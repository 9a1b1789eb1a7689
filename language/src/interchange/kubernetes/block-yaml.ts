/**
 * Reads the YAML that kubectl, Helm and Go programs print, as the same values that the YAML library gives, in a tenth
 * of its time and memory: block maps and lists, scalars, empty brackets, comments, and several documents. Whatever else
 * a document has (anchors, tags, flow collections, tabs, faults) leaves that document to the library.
 */
import { readScalar } from './block-scalar.ts';
import {
  advance,
  isDashAt,
  keyEnd,
  lineEnd,
  NotPlain,
  readKey,
  skipSpaces,
  startOfLine,
  type BlockReading,
  type FlowReader,
} from './block-lines.ts';
import { linedText, PlainEntry, PlainNode } from './plain-node.ts';
import type { YamlEntry, YamlNode } from './yaml-value.ts';

/** Reads a document that is not in plain blocks, in the lines from `line`; undefined if it is broken. */
export type ReadDocument = (text: string, line: number) => readonly YamlNode[] | undefined;

/**
 * Returns the documents of a text that have a value; undefined if the text has anything but plain blocks, or nests
 * deeper, and `readOther` does not read that document. `readFlow` gives the text of a scalar over several lines. Cost:
 * O(length).
 */
export function readBlocks(
  text: string,
  deepest: number,
  readFlow: FlowReader,
  readOther: ReadDocument = () => undefined,
): readonly YamlNode[] | undefined {
  if (/[\r\uFEFF]/.test(text)) return undefined;
  const reading: BlockReading = { ...linedText(text), deepest, readFlow, line: 0, indent: -1 };
  try {
    return readDocuments(reading, readOther);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function readDocuments(reading: BlockReading, readOther: ReadDocument): readonly YamlNode[] {
  const documents: YamlNode[] = [];
  let first = 0;
  for (let next = 0; next < reading.lineStarts.length; next = reading.line) {
    first = next;
    try {
      advance(reading, first);
      readDocument(reading, documents);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      const end = nextMarker(reading, first);
      const { text } = reading;
      const other = readOther(text.slice(startOfLine(reading, first), startOfLine(reading, end)), first);
      if (other === undefined) throw error;
      documents.push(...other);
      advance(reading, end);
    }
  }
  return documents;
}

/** Reads the marker before a document, or the document. */
function readDocument(reading: BlockReading, documents: YamlNode[]): void {
  if (reading.line >= reading.lineStarts.length) return;
  if (reading.indent >= 0) {
    const document = readBlock(reading, startOfLine(reading, reading.line) + reading.indent, 0);
    if (reading.indent >= 0) throw new NotPlain();
    documents.push(document);
    return;
  }
  const marker = reading.text.slice(startOfLine(reading, reading.line), lineEnd(reading, reading.line));
  if (marker !== '---') throw new NotPlain();
  advance(reading, reading.line + 1);
}

/** Returns the line of the marker after the document that begins in a line. Directives make the text no sequence. */
function nextMarker(reading: BlockReading, first: number): number {
  const { text, lineStarts } = reading;
  for (let line = first + 1; line < lineStarts.length; line += 1) {
    const start = startOfLine(reading, line);
    if (text.startsWith('---', start) && /^(?:[ \t\n]|$)/.test(text.slice(start + 3, start + 4))) return line;
  }
  return lineStarts.length;
}

/** Reads the map or the list that begins at an offset of the current line. */
function readBlock(reading: BlockReading, at: number, depth: number): YamlNode {
  if (depth >= reading.deepest) throw new NotPlain();
  return isDashAt(reading, at) ? readList(reading, at, depth) : readMap(reading, at, depth);
}

function readMap(reading: BlockReading, start: number, depth: number): YamlNode {
  const firstEnd = lineEnd(reading, reading.line);
  const column = start - startOfLine(reading, reading.line);
  const entries: YamlEntry[] = [];
  do {
    const at = startOfLine(reading, reading.line) + column;
    const colon = keyEnd(reading, at);
    if (colon < 0) throw new NotPlain();
    const key = readKey(reading, at, colon);
    entries.push(new PlainEntry(key, readEntry(reading, colon + 1, column, depth + 1), reading, at));
  } while (reading.indent === column);
  if (reading.indent > column) throw new NotPlain();
  return new PlainNode({ is: 'map', entries }, reading, start, firstEnd);
}

/** Reads the value of a key at a column, from the offset after its colon. */
function readEntry(reading: BlockReading, from: number, column: number, depth: number): YamlNode {
  const at = skipSpaces(reading, from);
  if (at < lineEnd(reading, reading.line)) return readScalar(reading, at, column);
  advance(reading, reading.line + 1);
  const next = startOfLine(reading, reading.line) + reading.indent;
  if (reading.indent > column) return readBlock(reading, next, depth);
  if (reading.indent === column && isDashAt(reading, next)) return readBlock(reading, next, depth);
  return new PlainNode({ is: 'nothing' }, reading, at, at);
}

function readList(reading: BlockReading, start: number, depth: number): YamlNode {
  const firstEnd = lineEnd(reading, reading.line);
  const column = start - startOfLine(reading, reading.line);
  const items: YamlNode[] = [];
  do {
    const dash = startOfLine(reading, reading.line) + column;
    items.push(readItem(reading, skipSpaces(reading, dash + 1), column, depth + 1));
  } while (reading.indent === column && isDashAt(reading, startOfLine(reading, reading.line) + column));
  if (reading.indent > column) throw new NotPlain();
  return new PlainNode({ is: 'list', items }, reading, start, firstEnd);
}

/** Reads the item that follows a dash at a column. */
function readItem(reading: BlockReading, at: number, column: number, depth: number): YamlNode {
  if (at < lineEnd(reading, reading.line)) {
    if (isDashAt(reading, at) || keyEnd(reading, at) >= 0) return readBlock(reading, at, depth);
    return readScalar(reading, at, column);
  }
  advance(reading, reading.line + 1);
  if (reading.indent <= column) throw new NotPlain();
  return readBlock(reading, startOfLine(reading, reading.line) + reading.indent, depth);
}
