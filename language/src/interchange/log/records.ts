/** Splits a log into records: JSON lines, the journal of systemd, Kubernetes, OTP and logback text, and plain text. */
import { type Fields, isFields, type LogRecord } from './record.ts';

/** The kinds of logs. */
export const logSources = ['json', 'journal', 'kubernetes', 'otp', 'logback', 'text'] as const;
/** One kind of log. */
export type LogSource = (typeof logSources)[number];

/** The records of a file, and the lines that are none. */
export interface Records {
  readonly source: LogSource;
  readonly records: readonly LogRecord[];
  /** The numbers of lines that could not be read, from 1. */
  readonly unread: readonly number[];
}

/** Returns the records of a text; without a source it is recognized by the beginning. Cost: O(text). */
export function recordsOf(text: string, source: LogSource = sourceOf(text)): Records {
  switch (source) {
    case 'json':
    case 'journal':
      return jsonLines(text, source);
    case 'kubernetes':
      return { source, ...kubernetesRecords(text) };
    case 'otp':
      return { source, records: blocks(text, otpStarts), unread: [] };
    case 'logback':
      return { source, records: blocks(text, [logbackStart]), unread: [] };
    case 'text':
      return { source, records: plainLines(text), unread: [] };
  }
}

/** This much of a log tells what it is. */
const beginning = 20_000;

/** Returns the kind of a log; plain text if it is none of the others. */
export function sourceOf(text: string): LogSource {
  const start = text.slice(0, beginning);
  const lines = start
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const isObject = (line: string): boolean => line.trimStart().startsWith('{');
  // The first line of a log that was rotated may be the rest of one.
  const [first = '', ...others] = lines;
  const whole = isObject(first) ? first : others.every(isObject) ? others[0] : undefined;
  if (whole !== undefined) {
    if (/"(?:apiVersion|involvedObject)"\s*:/.test(start)) return 'kubernetes';
    return whole.includes('"__REALTIME_TIMESTAMP"') ? 'journal' : 'json';
  }
  // Each line with a time begins a record: in another log it would be lost in the one before.
  const isIn = (patterns: readonly RegExp[]): boolean => {
    const starts = lines.filter((line) => patterns.some((pattern) => pattern.test(line)));
    return starts.length > 0 && lines.every((line) => starts.includes(line) || !leadingTime.test(line));
  };
  if (isIn(otpStarts)) return 'otp';
  return isIn([logbackStart]) ? 'logback' : 'text';
}

const clean = (line: string): string => line.replace(/\r$/, '').replace(/^\uFEFF/, '');

/** A date and a time of day at the beginning of a line, as in ISO 8601 or with slashes, also in brackets. */
export const leadingTime =
  /^\[?(\d{4}([-/])\d\d\2\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d)|[+-]\d\d)?)(?:\]|(?![\w.:]))/i;

function plainLines(text: string): LogRecord[] {
  return text.split('\n').flatMap((each, index) => {
    const line = clean(each);
    const time = leadingTime.exec(line)?.[1];
    const fields = { text: line, ...(time !== undefined && { time }) };
    return line.trim() === '' ? [] : [{ line: index + 1, text: line, fields }];
  });
}

function jsonLines(text: string, source: 'json' | 'journal'): Records {
  const unread: number[] = [];
  const records = plainLines(text).flatMap(({ line, text: written }) => {
    const fields = parsed(written);
    if (fields === undefined) {
      unread.push(line);
      return [];
    }
    return [{ line, text: written, fields: source === 'journal' ? journalFields(fields) : fields }];
  });
  return { source, records, unread };
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    // The caller names the line.
    return undefined;
  }
}

/** The message of an entry that is no UTF-8 is a list of bytes. */
function journalFields(fields: Fields): Fields {
  const { MESSAGE: message } = fields;
  const text = Array.isArray(message) ? String.fromCharCode(...message.slice(0, 8192).map(Number)) : message;
  const micros = Number(fields.__REALTIME_TIMESTAMP);
  return { ...fields, text, ...(Number.isFinite(micros) && { time: micros }), host: fields._HOSTNAME };
}

/** Splits objects that follow each other, each on one line or on many; a list counts as its items. */
function kubernetesRecords(text: string): Omit<Records, 'source'> {
  const records: LogRecord[] = [];
  const unread: number[] = [];
  for (const { line, written } of objectsIn(text)) {
    const fields = parsed(written);
    if (fields === undefined) {
      unread.push(line);
      continue;
    }
    const items = Array.isArray(fields.items) ? fields.items.filter(isFields) : undefined;
    for (const item of items ?? [fields]) {
      const shown = items === undefined ? written : JSON.stringify(item);
      records.push({ line, text: shown.replace(/\s*\n\s*/g, ' '), fields: kubernetesFields(item) });
    }
  }
  return { records, unread };
}

function* objectsIn(text: string): Generator<{ readonly line: number; readonly written: string }> {
  let [depth, start, line, startLine] = [0, 0, 1, 1];
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) line += 1;
    if (isText) {
      if (code === 92) at += 1;
      else if (code === 34) isText = false;
    } else if (code === 34) isText = depth > 0;
    else if (code === 123) {
      if (depth === 0) [start, startLine] = [at, line];
      depth += 1;
    } else if (code === 125 && depth > 0) {
      depth -= 1;
      if (depth === 0) yield { line: startLine, written: text.slice(start, at + 1) };
    }
  }
  if (depth > 0) yield { line: startLine, written: text.slice(start) };
}

/** Adds `type`, `object`, `text` and `time` to an event or a watched object, whichever way it was written. */
function kubernetesFields(item: Fields): Fields {
  const object = isFields(item.object) ? item.object : item;
  const { lastTimestamp, eventTime, firstTimestamp, message, reason, metadata } = object;
  const created = isFields(metadata) ? metadata.creationTimestamp : undefined;
  const time = eventTime ?? lastTimestamp ?? firstTimestamp ?? (item.type === 'ADDED' ? created : undefined);
  return { ...item, object, ...(time !== undefined && { time }), text: message, reason };
}

/** The header of a report, with its text on the lines after it, or all in one line. */
const otpStarts: readonly RegExp[] = [
  /^=(?<level>[A-Z]+) REPORT==== (?<time>\S+)(?: ===)?(?<text>.*)$/,
  /^(?<time>\d{4}-\d\d-\d\dT\S+) (?<level>emergency|alert|critical|error|warn(?:ing)?|notice|info|debug): ?(?<text>.*)$/,
];
const logbackStart =
  /^(?<time>(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[.,]\d+\S*) \[(?<thread>[^\]]*)\] (?<level>[A-Z]+) +(?<logger>\S+) -+ (?<text>.*)$/;

/** Splits text whose records begin with a line of some form; the lines after it belong to it. */
function blocks(text: string, starts: readonly RegExp[]): LogRecord[] {
  const records: { line: number; text: string; fields: Record<string, unknown> }[] = [];
  for (const { line, text: written } of plainLines(text)) {
    const found = starts.map((start) => start.exec(written)).find((each) => each !== null);
    const last = records.at(-1);
    if (found !== undefined) records.push({ line, text: written, fields: { ...found.groups } });
    else if (last !== undefined && last.text.length < longest) {
      last.text += `\n${written}`;
      const before = typeof last.fields.text === 'string' ? last.fields.text : '';
      last.fields.text = before === '' ? written.trim() : `${before}\n${written.trim()}`;
    }
  }
  return records;
}

/** Longer records are cut. */
const longest = 20_000;
