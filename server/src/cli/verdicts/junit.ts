/** Results as JUnit XML, for CI systems: a suite per file, a case per result. The same results give the same text. */
import { writeFindings } from '../text/findings-text.ts';
import type { Output } from '../input/command.ts';
import type { OpenedModel } from '../../questions/files/open-models.ts';
import { type FilePosition } from '../../questions/files/places.ts';
import type { UnreadableFile } from './tested.ts';

/** The result of a scenario or a check. */
export interface Case {
  readonly name: string;
  readonly place: Pick<FilePosition, 'file' | 'line'>;
  /** A failure is a result that was not expected, an error ended the run. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Microseconds of virtual time; 0 where no run took any. */
  readonly duration: number;
  /** The reason in one line, and its code; readers show one for a case. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** Everything there is to say, in lines. */
  readonly text: string;
}

/** The cases of a file. */
export interface Suite {
  readonly opened: OpenedModel;
  readonly cases: readonly Case[];
}

/** The properties common to all cases, such as the seed. */
export type Properties = Readonly<Record<string, string | number>>;

/** Returns the XML. A model with errors or an unreadable file is a case with an error. */
export function junitXml(
  suites: readonly Suite[],
  unreadable: readonly UnreadableFile[],
  properties: Properties,
): string {
  const all = [
    ...suites.map(({ opened, cases }) => ({
      name: opened.file,
      cases: opened.errors.length > 0 ? [brokenCase(opened.file, 'The model has errors.', errorsOf(opened))] : cases,
    })),
    ...unreadable.map(({ file, message }) => ({ name: file, cases: [brokenCase(file, message, message)] })),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'aftermath', ...counts(all.flatMap(({ cases }) => cases)) })}>`,
    ...all.map(({ name, cases }) => suiteXml(name, cases, properties)),
    '</testsuites>',
    '',
  ].join('\n');
}

/** Returns the text that a writer writes. */
export function writtenText(write: (output: Output) => void): string {
  let text = '';
  write({ isColoured: false, write: (part) => void (text += part) });
  return text;
}

const errorsOf = ({ errors, nameOf }: OpenedModel): string =>
  writtenText((output) => {
    writeFindings(output, errors, nameOf);
  });

const brokenCase = (file: string, message: string, text: string): Case => ({
  ...{ name: 'model', place: { file, line: 0 }, outcome: 'error', duration: 0 },
  ...{ message, code: 'model', text },
});

function suiteXml(name: string, cases: readonly Case[], properties: Properties): string {
  const given = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }, ''));
  return [
    `  <testsuite${attributes({ name, ...counts(cases), skipped: skippedOf(cases) })}>`,
    ...(given.length === 0 ? [] : [`    ${element('properties', {}, given.join(''))}`]),
    ...cases.map((each) => `    ${caseXml(name, each)}`),
    '  </testsuite>',
  ].join('\n');
}

function caseXml(classname: string, { name, place, outcome, duration, message, code, text }: Case): string {
  const { file, line } = place;
  const inner =
    outcome !== 'passed'
      ? element(outcome, { message, type: code }, content(text))
      : text === ''
        ? ''
        : element('system-out', {}, content(text));
  const names = { name, classname, file, line: line === 0 ? undefined : line, time: seconds(duration) };
  return element('testcase', names, inner);
}

const counts = (cases: readonly Case[]) => ({
  tests: cases.length,
  failures: cases.filter(({ outcome }) => outcome === 'failure').length,
  errors: cases.filter(({ outcome }) => outcome === 'error').length,
  time: seconds(cases.reduce((sum, { duration }) => sum + duration, 0)),
});

const skippedOf = (cases: readonly Case[]): number => cases.filter(({ outcome }) => outcome === 'skipped').length;

const seconds = (microseconds: number): string => (microseconds / 1_000_000).toFixed(6).replace(/\.?0+$/, '');

type Attributes = Readonly<Record<string, string | number | undefined>>;

const element = (name: string, given: Attributes, inner: string): string =>
  inner === '' ? `<${name}${attributes(given)}/>` : `<${name}${attributes(given)}>${inner}</${name}>`;

const attributes = (given: Attributes): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('');

/** Escapes line ends and tabs too, which would be read as spaces in an attribute. */
const attribute = (text: string): string =>
  content(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');

/**
 * Writes each character that XML 1.0 forbids or discourages, and each lone surrogate, as an escape such as `\u0007`.
 */
const content = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r -~\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{10FFFF}]/gu, escaped)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
