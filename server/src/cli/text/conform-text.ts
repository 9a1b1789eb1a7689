/** Writes whether a log fits a model, as text and as JSON. */
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import type { Conformance } from '../../../../language/src/simulation/conform/conform.ts';
import type { Unfollowed } from '../../../../language/src/simulation/conform/search.ts';
import { misfitTexts, nearestText, type OpenedLog, summaryOf, untimedText } from '../../questions/compare-log.ts';
import { inOneLine, shownName } from '../../questions/files/places.ts';
import type { Context } from '../input/command.ts';
import { type EarlyEnd, stopWords } from '../input/interruption.ts';
import { paint } from './colours.ts';

/** A comparison to be shown. */
export interface ShownConformance {
  readonly file: string;
  readonly logs: readonly string[];
  readonly opened: OpenedLog;
  readonly answer: Conformance;
  readonly stop: EarlyEnd | undefined;
}

/** The most lines with faults that are named. */
const mostFaults = 5;
const longest = 200;

const unfollowedWords: Readonly<Record<Unfollowed, string>> = {
  unlogged: 'more steps without a line than "unlogged" allows',
  states: 'more states than --states allows',
  waiting: 'earlier alternatives, dropped to save memory',
  interrupted: 'what was left at the end',
  values: 'other values that a line omits',
  times: 'other times of what comes from outside',
};

/** Writes the answer as text. */
export function writeConformance({ output, notes }: Context, shown: ShownConformance): void {
  const { file, logs, opened, answer, stop } = shown;
  const { log } = opened;
  output.write(`${paint(output, 'heading', inOneLine(`${logs.map(shownName).join(', ')} against ${file}`))}\n`);
  for (const { file: name, line, why } of log.faults.slice(0, mostFaults)) {
    notes.write(`${inOneLine(`${name}:${String(line)}: The line is left out: ${why}.`)}\n`);
  }
  if (log.faults.length > mostFaults) notes.write(`${String(log.faults.length - mostFaults)} more are left out.\n`);
  const untimed = untimedText(opened);
  if (untimed !== undefined) notes.write(`${inOneLine(untimed)}\n`);
  output.write(`${summaryOf(opened, answer)}\n`);
  if (answer.misfit !== undefined)
    writeMisfit(shown, answer.misfit, (line) => {
      output.write(`${inOneLine(line)}\n`);
    });
  for (const { reason, states } of answer.unfollowed)
    output.write(`Not explored: ${unfollowedWords[reason]} (${counted(states, 'state')})\n`);
  if (stop !== undefined) notes.write(`${stopWords[stop]}.\n`);
}

function writeMisfit(
  { opened: { log }, answer }: ShownConformance,
  misfit: NonNullable<Conformance['misfit']>,
  write: (line: string) => void,
): void {
  const { file, line, text } = itemAt(log.sources, misfit.line);
  write('');
  const found =
    answer.verdict === 'undecided' ? 'No run was found that explains this line' : 'No run explains this line';
  write(`${file}:${String(line)}: ${found}: ${misfit.stated}`);
  write(`  ${text.slice(0, longest)}`);
  for (const sentence of misfitTexts(misfit)) write(`  ${sentence}`);
}

/** Returns the fields of the answer after the name of the command. */
export function conformanceJson({ file, logs, opened, answer, stop }: ShownConformance): object {
  const { log, mappingFile } = opened;
  const { misfit } = answer;
  return {
    ...{ file, logs: logs.map(shownName), mapping: mappingFile, verdict: answer.verdict },
    ...{ lines: log.lines.length, explained: answer.explained, lost: answer.lost, others: log.others },
    ...(log.untimed.length > 0 && { untimed: log.untimed.length }),
    leftOut: log.faults.map(({ file: name, line, why }) => ({ file: name, line, why })),
    ...(misfit !== undefined && {
      misfit: {
        ...itemAt(log.sources, misfit.line),
        ...{ stated: misfit.stated, standing: misfit.standing, expected: misfit.expected, ended: misfit.ended },
        ...(misfit.nearest !== undefined && {
          nearest: { ...misfit.nearest, sentence: `${nearestText(misfit) ?? ''}.` },
        }),
      },
    }),
    ...{ states: answer.states, unfollowed: answer.unfollowed, isInterrupted: stop !== undefined },
  };
}
