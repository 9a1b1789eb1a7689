/**
 * The steps of a run as text: a line each, and below it the verdict on an expectation, the notes and the changes.
 */
import {
  type ObservedDifference,
  isChange,
  type Observation,
} from '../../../../language/src/simulation/program/observe.ts';
import { stateRows } from '../../../../language/src/view/run/full-state.ts';
import type { StepNote, ExpectationVerdict } from '../../../../language/src/view/run/trace/trace.ts';
import { paint } from '../text/colours.ts';
import type { Context, Output } from '../input/command.ts';
import { type FileName, inOneLine, placeText } from '../../questions/files/places.ts';
import { stepJson, type StepReport } from './run-report.ts';

/** The most lines of changes shown for one step. */
const mostLines = 20;

const indent = ' '.repeat(8);

/** Returns a receiver of steps that writes them, or collects them for JSON. */
export function stepReporter({ flags, output }: Context, nameOf: FileName) {
  const steps: object[] = [];
  const report = (step: StepReport): void => {
    if (flags.has('json')) steps.push(stepJson(step, nameOf));
    else writeStep(output, step, nameOf);
  };
  return { steps, report };
}

/** Writes a step. */
export function writeStep(output: Output, { row, changes }: StepReport, nameOf: FileName): void {
  const { step, time, text, span, verdict, notes } = row;
  const place = span === undefined ? '' : `  ${paint(output, 'faint', placeText(span, nameOf))}`;
  const isBad = verdict?.holds === false || notes.some(({ kind }) => kind === 'error');
  const head = isBad ? paint(output, 'error', inOneLine(text)) : inOneLine(text);
  const lines = [
    `${String(step).padStart(6)}  ${time}  ${head}${place}`,
    ...(verdict === undefined ? [] : verdictLines(verdict)).map((line) => indent + line),
    ...notes.map((note) => indent + noteLine(output, note)),
    ...changeLines(output, changes).map((line) => indent + line),
  ];
  output.write(lines.map((line) => `${line}\n`).join(''));
}

/** Writes everything visible in a state. */
export function writeState(output: Output, state: Observation): void {
  const lines = stateRows(state).map(
    ({ depth, name, text }) =>
      `${'  '.repeat(depth + 1)}${inOneLine(name)}${text === undefined ? '' : `: ${inOneLine(text)}`}`,
  );
  output.write(['the last state in full', ...lines].map((line) => `${indent}${line}\n`).join(''));
}

function verdictLines({ holds, expected, found, because }: ExpectationVerdict): string[] {
  if (holds) return [];
  return [
    `expected: ${inOneLine(expected)}`,
    `found: ${inOneLine(found)}`,
    ...(because.length === 0 ? [] : ['because:', ...because.map((fact) => `  ${inOneLine(fact)}`)]),
  ];
}

function noteLine(output: Output, { kind, text, times }: StepNote): string {
  if (kind === 'log') return `log ${JSON.stringify(text)}`;
  if (kind === 'error') return `${paint(output, 'error', 'error')}: ${inOneLine(text)}`;
  if (kind === 'notified') return inOneLine(text);
  const count = times === undefined ? '' : ` (${times.toLocaleString('en')} times)`;
  return `${paint(output, 'warning', kind)}: ${inOneLine(text)}${count}`;
}

function changeLines(output: Output, changes: ObservedDifference): string[] {
  const { entities = {}, underway = {}, ...others } = changes;
  const lines = [
    ...(isChange(entities) ? [] : nestedLines(output, entities)),
    ...Object.entries(others).flatMap(([name, part]) =>
      isChange(part) ? [] : [inOneLine(name), ...nestedLines(output, part).map((line) => `  ${line}`)],
    ),
    ...(isChange(underway) || Object.keys(underway).length === 0
      ? []
      : ['under way', ...nestedLines(output, underway).map((line) => `  ${line}`)]),
  ];
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `… and ${String(lines.length - mostLines)} more lines`];
}

/** Returns nested lines; a name with a single part shares its line. */
function nestedLines(output: Output, difference: ObservedDifference, before = ''): string[] {
  return Object.entries(difference).flatMap(([name, part]) => {
    const path = inOneLine(before + name);
    if (isChange(part)) return [changeLine(output, path, part[0], part[1])];
    if (Object.keys(part).length === 1) return nestedLines(output, part, `${before}${name}.`);
    return [path, ...nestedLines(output, part).map((line) => `  ${line}`)];
  });
}

function changeLine(output: Output, path: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `+ ${path}: ${inOneLine(after ?? '')}`;
  if (after === undefined) return paint(output, 'faint', `- ${path}: ${inOneLine(before)}`);
  return `${path}: ${inOneLine(before)} → ${inOneLine(after)}`;
}
