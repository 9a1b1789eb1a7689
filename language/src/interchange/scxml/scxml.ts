/**
 * Imports state charts of SCXML 1.0 as machines. Never throws for bad input. What has no word in a machine is named
 * line by line, and the rest is imported.
 */
import type { Finding } from '../../model/finding.ts';
import { emptyModel, emptySources } from '../../model/model.ts';
import {
  failedImport,
  type Fault,
  fileFinding,
  placeSpan,
  summarize,
  type TextPlace,
} from '../import/import-findings.ts';
import type { ImportFile } from '../import/import-format.ts';
import type { ImportOutcome } from '../import/imported.ts';
import { readXml, type XmlElement, type XmlWords } from '../xml/xml-document.ts';
import { type Chart, namesOnce, readChart, statesIn } from './chart.ts';
import { machineText } from './machine-text.ts';

/** Returns what shows that a file is a chart, if it is one. */
export function recognizeScxml(files: readonly ImportFile[]): string | undefined {
  const found = files.find(({ text }) => start.test(text.slice(0, looksAt)));
  return found && `"${found.name}" has the element <scxml> outermost, as state charts of SCXML have`;
}

const start = /^\s*(?:<\?[^>]*>\s*)*(?:<!--[^]*?-->\s*)*<scxml[\s>/]/;
const looksAt = 200_000;

const words: XmlWords = {
  noun: 'state chart',
  choose: 'Choose one state chart.',
  checker: 'the program that wrote the file can write it again',
};

/** Returns a machine for each chart, with findings `import/…`; nothing if none can be read. `O(text)`. */
export function importScxml(files: readonly ImportFile[]): ImportOutcome {
  const findings: Finding[] = [];
  const unique = namesOnce();
  const machines: string[] = [];
  const events = new Set<string>();
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
    const lines = machineText(unique(nameOf(file, chart)), chart);
    machines.push(`${lines.join('\n')}\n`);
    for (const name of chart.used) events.add(name);
    findings.push(...notes.findings(), ...summarize(file.uri, foreign, chart.foreign));
  }
  if (machines.length === 0) return { value: undefined, findings: findings.slice(0, 1) };
  const declared = [...events].map((name) => `event ${name}\n`).join('');
  const declarations = [declared, ...machines].filter((part) => part !== '').join('\n');
  return { value: { model: emptyModel, sources: emptySources, declarations }, findings };
}

function rootOf({ text, uri }: ImportFile): {
  readonly value: XmlElement | undefined;
  readonly findings: readonly Finding[];
} {
  const refuse = (code: string, message: string) => failedImport(uri, code, message);
  if (text.trim() === '') return refuse('import/empty', emptyMessage);
  const { value, findings } = readXml(text, uri, words);
  if (value === undefined || value.name === 'scxml') return { value, findings };
  return refuse('import/wrong-format', wrongMessage(value.name));
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
  const finding = (place: TextPlace, message: string): Finding => ({
    code: 'import/left-out',
    severity: 'warning',
    message,
    span: placeSpan(uri, place),
    related: [],
  });
  return {
    note: (place, message) => all.push({ place, message }),
    findings: () => {
      const sorted = all.toSorted((a, b) => a.place.line - b.place.line);
      const named = sorted
        .slice(0, namedAtMost)
        .map(({ place, message }) => finding(place, `${message}. The rest is imported.`));
      const [next, ...others] = sorted.slice(namedAtMost);
      if (next === undefined) return named;
      return [
        ...named,
        finding(
          next.place,
          `${String(others.length + 1)} more parts cannot be expressed in a machine. Import a smaller chart to see them all.`,
        ),
      ];
    },
  };
}

const foreign: Fault = {
  code: 'import/left-out',
  severity: 'information',
  message: (names, count) =>
    `${count === 1 ? '1 element of another namespace is' : `${String(count)} elements of other namespaces are`} left out: ${names}. Editors add them for their drawings.`,
};

const failed = (uri: string, code: string, message: string): Finding =>
  fileFinding(uri, { code, severity: 'error', message });

const emptyMessage = 'The file is empty. Choose a state chart of SCXML.';
const wrongMessage = (name: string): string =>
  `The outermost element is <${name.slice(0, 40)}>, not <scxml>, so the file is not a state chart. Choose a file that begins with <scxml>.`;
const noStates = 'The chart has no state. Choose another file.';
const tooMany = (count: number): string =>
  `The chart has ${String(count)} elements; at most ${String(mostElements)} can be read. Choose a smaller chart.`;
