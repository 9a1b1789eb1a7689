/**
 * The results of scenarios as JUnit XML, for CI systems: a suite per file, a case per scenario. Its times are virtual,
 * so that the same input gives the same file.
 */
import type { Scenario } from '../../../../language/src/model/scenario.ts';
import type { ScenarioResult } from '../../../../language/src/simulation/play/scenario-result.ts';
import { runFindings, spanAt } from '../../../../language/src/simulation/play/run-findings.ts';
import type { Output } from '../input/command.ts';
import { writeFindings } from '../text/findings-text.ts';
import type { OpenedModel } from '../../questions/open-models.ts';
import { positionIn } from '../../questions/places.ts';
import type { TestReport } from './test-json.ts';
import { writeProblems } from './test-text.ts';
import type { Tested } from './tested.ts';

/** Returns the XML. A model with errors or an unreadable file is a case with an error. */
export function junitXml({ seed, files, unreadable }: TestReport): string {
  const suites = [
    ...files.map((file) => ({ name: file.opened.file, cases: casesOf(file) })),
    ...unreadable.map(({ file, message }) => ({ name: file, cases: [brokenCase(file, message, message)] })),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'aftermath', ...counts(all) })}>`,
    ...suites.map(({ name, cases }) => suiteXml(name, cases, seed)),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Microseconds. */
  readonly duration: number;
  readonly xml: string;
}

function casesOf({ opened, results, undecided }: Tested): readonly Case[] {
  if (opened.errors.length === 0) {
    return [
      ...results.map((result) => scenarioCase(opened, result)),
      ...undecided.map((each) => cutCase(opened, each)),
    ];
  }
  const text = textOf((output) => {
    writeFindings(output, opened.errors, opened.nameOf);
  });
  return [brokenCase(opened.file, 'The model has errors.', text)];
}

function scenarioCase(opened: OpenedModel, result: ScenarioResult): Case {
  const { title, place, passed, duration } = result;
  const { file, line } = positionIn(spanAt(opened.sources, place), opened.nameOf);
  const outcome = passed ? 'passed' : result.errors.length > 0 ? 'error' : 'failure';
  const findings = runFindings(result, opened.sources);
  const text = textOf((output) => {
    writeProblems(output, opened, result);
  });
  // Readers show one failure or error per case; its text lists all of them.
  const first = findings.find(({ code }) => outcome !== 'error' || code !== 'run/expectation');
  const said = { message: first?.message, type: first?.code };
  const inner =
    outcome !== 'passed'
      ? [element(outcome, said, content(text))]
      : text === ''
        ? []
        : [element('system-out', {}, content(text))];
  const names = { name: title, classname: opened.file, file, line, time: seconds(duration) };
  return { outcome, duration, xml: element('testcase', names, inner.join('')) };
}

/** Returns the case of a scenario that did not run to its end. */
function cutCase(opened: OpenedModel, { title, place }: Scenario): Case {
  const { file, line } = positionIn(spanAt(opened.sources, place), opened.nameOf);
  const skipped = element('skipped', { message: 'not run to the end: interrupted, or out of time' }, '');
  const names = { name: title, classname: opened.file, file, line, time: seconds(0) };
  return { outcome: 'skipped', duration: 0, xml: element('testcase', names, skipped) };
}

function brokenCase(file: string, message: string, text: string): Case {
  const error = element('error', { message, type: 'model' }, content(text));
  return {
    outcome: 'error',
    duration: 0,
    xml: element('testcase', { name: 'model', classname: file, file, time: seconds(0) }, error),
  };
}

function suiteXml(name: string, cases: readonly Case[], seed: number): string {
  const properties = element('properties', {}, element('property', { name: 'seed', value: seed }, ''));
  return [
    `  <testsuite${attributes({ name, ...counts(cases), skipped: skippedOf(cases) })}>`,
    `    ${properties}`,
    ...cases.map(({ xml }) => `    ${xml}`),
    '  </testsuite>',
  ].join('\n');
}

const counts = (cases: readonly Case[]) => ({
  tests: cases.length,
  failures: cases.filter(({ outcome }) => outcome === 'failure').length,
  errors: cases.filter(({ outcome }) => outcome === 'error').length,
  time: seconds(cases.reduce((sum, { duration }) => sum + duration, 0)),
});

const skippedOf = (cases: readonly Case[]): number => cases.filter(({ outcome }) => outcome === 'skipped').length;

const seconds = (microseconds: number): string => (microseconds / 1_000_000).toFixed(6).replace(/\.?0+$/, '');

function textOf(write: (output: Output) => void): string {
  let text = '';
  write({ isColoured: false, write: (part) => void (text += part) });
  return text;
}

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
