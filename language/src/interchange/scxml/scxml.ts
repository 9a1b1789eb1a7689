/**
 * Imports state charts of SCXML 1.0 as machines. Never throws for bad input. What cannot be expressed in a machine is named
 * line by line, and the rest is imported.
 */
import type { Finding } from '../../model/finding.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { emptyModel, emptySources } from '../../model/model.ts';
import {
  failedImport,
  type ImportFault,
  fileFinding,
  placeSpan,
  summarize,
  type TextPlace,
} from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { DeclaredLine, ImportOutcome } from '../import/imported.ts';
import { readXml, type XmlElement, type XmlWords } from '../xml/xml-document.ts';
import { type Chart, namesOnce, readChart, statesIn } from './chart.ts';
import { readEventData } from './event-data.ts';
import type { KnownVariable } from './expression.ts';
import { machineText } from './machine-text.ts';
import { readVariables, typeWord, writtenExpression } from './variables.ts';
import { t } from '../../model/common/translation.ts';

/** Returns what shows that a file is a chart, if it is one. */
export function recognizeScxml(files: readonly ImportFile[]): string | undefined {
  const found = files.find(({ text }) => start.test(text.slice(0, looksAt)));
  return found && t`"${found.name}" has the element <scxml> outermost, as state charts of SCXML have`;
}

const start = /^\s*(?:<\?[^>]*>\s*)*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:[\w.-]+:)?scxml[\s>/]/;
const looksAt = 200_000;

const words: XmlWords = {
  noun: t`state chart`,
  choose: t`Choose one state chart.`,
  checker: t`the program that wrote the file can write it again`,
};

/** Returns a machine for each chart, with findings `import/…`; nothing if none can be read. `O(text)`. */
export function importScxml(files: readonly ImportFile[]): ImportOutcome {
  const findings: Finding[] = [];
  const read: { readonly file: ImportFile; readonly chart: Chart; readonly findings: () => readonly Finding[] }[] = [];
  for (const file of files) {
    const root = rootOf(file);
    findings.push(...root.findings);
    if (root.value === undefined) continue;
    const count = countOf(root.value);
    if (count > mostElements) {
      findings.push(failed(file.uri, 'import/too-large', tooMany(count)));
      continue;
    }
    const notes = notesOf(file.uri);
    const chart = readChart(root.value, notes.note);
    if (statesIn(chart.top).length === 0) {
      findings.push(failed(file.uri, 'import/wrong-format', noStates));
      continue;
    }
    const sums = () => [...summarize(file.uri, elsewhere, chart.elsewhere), ...summarize(file.uri, foreign, chart.foreign)]; // oxfmt-ignore
    read.push({ file, chart, findings: () => [...notes.findings(), ...sums()] });
  }
  if (read.length === 0) return { value: undefined, findings: findings.slice(0, 1) };
  const declarations = declarationsOf(read);
  findings.push(...read.flatMap((each) => each.findings()));
  return { value: { model: emptyModel, sources: emptySources, declarations }, findings };
}

/** Returns the events of all charts, and a machine for each. */
function declarationsOf(
  read: readonly { readonly file: ImportFile; readonly chart: Chart }[],
): readonly DeclaredLine[] {
  const values = read.map(({ chart }) => readVariables(chart));
  const data = readEventData(read.map(({ chart }) => chart));
  const unique = namesOnce();
  const events = new Map<string, string>();
  const machines = read.map(({ file, chart }, index) => {
    const lines = machineText(unique(nameOf(file, chart)), { ...chart, data }, itemAt(values, index));
    for (const [name, written] of chart.events) if (chart.used.has(written)) events.set(written, name);
    return lines.map(({ text, place }) =>
      place === undefined ? { text } : { text, span: placeSpan(file.uri, place) },
    );
  });
  const declared = [...events].map(([written, name]) => ({ text: `event ${written}${valueTypes(data.get(name))}` }));
  return [declared, ...machines].filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : [{ text: '' }, ...lines])); // oxfmt-ignore
}

/** Returns the values of an event, with their types, in brackets. */
function valueTypes(fields: ReadonlyMap<string, KnownVariable> | undefined): string {
  const values = [...(fields?.values() ?? [])].map(
    (field) => `${writtenExpression({ kind: 'local', name: field.name })}: ${typeWord(field)}`,
  );
  return values.length === 0 ? '' : `(${values.join(', ')})`;
}

function rootOf({ text, uri }: ImportFile): {
  readonly value: XmlElement | undefined;
  readonly findings: readonly Finding[];
} {
  const refuse = (code: string, message: string) => failedImport(uri, code, message);
  if (text.trim() === '') return refuse('import/empty', emptyMessage);
  const { value, findings } = readXml(text, uri, words);
  if (value === undefined || value.name === 'scxml') return { value, findings };
  const prefix = /^[^:]+:(?=scxml$)/.exec(value.name)?.[0];
  if (prefix === undefined) return refuse('import/wrong-format', wrongMessage(value.name));
  return { value: withoutPrefix(value, prefix), findings };
}

/** Returns a chart whose elements have a prefix, as one whose elements have none; the others become foreign. */
function withoutPrefix(element: XmlElement, prefix: string): XmlElement {
  const { name } = element;
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name.includes(':') ? name : `:${name}`;
  return { ...element, name: own, children: element.children.map((child) => withoutPrefix(child, prefix)) };
}

function nameOf({ name }: ImportFile, { root }: Chart): string {
  const said = root.attributes.get('name')?.trim() ?? '';
  return said === '' ? (/([^/\\]*?)(?:\.[^./\\]*)?$/.exec(name)?.[1] ?? 'chart') : said;
}

const countOf = ({ children }: XmlElement): number => children.reduce((count, each) => count + countOf(each), 1);

/** The most elements of a chart: real ones have some hundred. */
const mostElements = 10_000;

/** At most so many parts of a file are named one by one. */
const namedAtMost = 200;

/** Collects the parts that have no word, a finding each. */
function notesOf(uri: string): { readonly note: Chart['note']; readonly findings: () => readonly Finding[] } {
  const all: { readonly place: TextPlace; readonly message: string }[] = [];
  const known = new Set<string>();
  const finding = (place: TextPlace, message: string): Finding => ({
    code: 'import/left-out',
    severity: 'warning',
    message,
    span: placeSpan(uri, place),
    related: [],
  });
  return {
    // A transition on several events is written once for each, and so are the turns of a loop.
    note: (place, message) => {
      const key = `${String(place.line)} ${String(place.start)} ${message}`;
      if (!known.has(key)) all.push({ place, message });
      known.add(key);
    },
    findings: () => {
      const sorted = all.toSorted((a, b) => a.place.line - b.place.line);
      const named = sorted
        .slice(0, namedAtMost)
        .map(({ place, message }) => finding(place, t`${message}. The rest is imported.`));
      const [next, ...others] = sorted.slice(namedAtMost);
      if (next === undefined) return named;
      return [
        ...named,
        finding(
          next.place,
          t`${String(others.length + 1)} more parts cannot be expressed in a machine. Import a smaller chart to see them all.`,
        ),
      ];
    },
  };
}

const foreign: ImportFault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    t`${count === 1 ? t`1 element of another namespace is` : t`${String(count)} elements of other namespaces are`} left out: ${names}. Editors add them for their drawings.`,
};

const elsewhere: ImportFault = {
  code: 'import/left-out',
  severity: 'warning',
  message: (names, count) =>
    t`${count === 1 ? t`1 <send> goes` : t`${String(count)} <send> go`} to others and ${count === 1 ? t`is` : t`are`} left out: ${names}. Only the model can say who that is. The rest is imported.`,
};

const failed = (uri: string, code: string, message: string): Finding =>
  fileFinding(uri, { code, severity: 'error', message });

const emptyMessage = t`The file is empty. Choose a state chart of SCXML.`;
const wrongMessage = (name: string): string =>
  t`The outermost element is <${name.slice(0, 40)}>, not <scxml>, so the file is not a state chart. Choose a file that begins with <scxml>.`;
const noStates = t`The chart has no state. Choose another file.`;
const tooMany = (count: number): string =>
  t`The chart has ${String(count)} elements; at most ${String(mostElements)} can be read. Choose a smaller chart.`;
