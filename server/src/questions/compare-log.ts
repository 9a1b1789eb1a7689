/** Compares logs with a model, given their texts, and says in words how they compare. */
import type { Answer } from '../../../language/src/model/common/answer.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { unknownInComplete } from '../../../language/src/interchange/log/complete-names.ts';
import { type Mapping, readMapping } from '../../../language/src/interchange/log/mapping.ts';
import { type LogFile, readLog, type ReadLog } from '../../../language/src/interchange/log/read-log.ts';
import { counted } from '../../../language/src/model/common/word-list.ts';
import { conform, type Conformance, usualSearchLimits } from '../../../language/src/simulation/conform/conform.ts';
import { traceOfPath } from '../../../language/src/simulation/conform/explaining-trace.ts';
import type { LogSearchProgress } from '../../../language/src/simulation/conform/search.ts';
import { asksForPast } from '../../../language/src/simulation/program/history-needs.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import type { Trace } from '../../../language/src/simulation/play/recording/trace.ts';
import { itemAt } from '../../../language/src/model/common/lookup.ts';
import { durationText } from '../../../language/src/simulation/values/values.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** A log and its mapping. */
export interface OpenedLog {
  readonly log: ReadLog;
  readonly mapping: Mapping;
  /** The path of the mapping file. */
  readonly mappingFile: string;
}

/** Reads logs by the text of a mapping. */
export function openedLog(model: Model, files: readonly LogFile[], { name, text }: LogFile): Answer<OpenedLog> {
  if (asksForPast(model, [])) {
    return {
      refusal: t`A machine of the model asks what was received or notified before; a comparison with a log cannot know that.`,
    };
  }
  const mapping = readMapping(text);
  if ('refusal' in mapping) return { refusal: `"${name}": ${mapping.refusal}` };
  const unknown = unknownInComplete(model, mapping.value);
  if (unknown !== undefined) return { refusal: `"${name}": ${unknown}` };
  const log = readLog(model, mapping.value, files);
  if (log.lines.length === 0) {
    const [first] = log.faults;
    if (files.every(({ text: each }) => each.trim() === '')) return { refusal: t`The log is empty.` };
    // Compressed files and other encodings have such characters.
    const unfit = files.find(({ text: each }) => each.includes('\0'));
    const why =
      unfit !== undefined
        ? t` "${unfit.name}" is not UTF-8 text: decompress it, or convert it first.`
        : first === undefined
          ? ''
          : t` ${first.file}:${String(first.line)} is left out: ${first.why}.`;
    return { refusal: t`No line of the log means anything under the mapping "${name}".${why}` };
  }
  return { value: { log, mapping: mapping.value, mappingFile: name } };
}

/** Compares a log with a model step by step; `next(true)` ends it with what is known. */
export function compareLog(
  program: Program,
  { log }: OpenedLog,
  states: number | undefined,
): Generator<LogSearchProgress, Conformance, boolean | undefined> {
  return conform(
    { program, lines: log.lines, rules: log.rules },
    { ...usualSearchLimits, states: states ?? usualSearchLimits.states },
  );
}

/** Returns the verdict as a sentence. */
export function summaryOf({ log }: OpenedLog, { verdict, explained, lost }: Conformance): string {
  const total = counted(log.lines.length, 'line');
  const others = log.others === 0 ? '' : t`; ${counted(log.others, 'line')} about something else`;
  if (verdict === 'fits') {
    const missing = lost === 0 ? '' : t`, if ${counted(lost, 'line')} got lost`;
    return t`The log fits: a run explains all ${total}${missing}${others}.`;
  }
  const head = verdict === 'does not fit' ? t`The log does not fit` : t`Undecided`;
  return t`${head}: ${String(explained)} of ${total} are explained${others}.`;
}

/** Returns a sentence about lines in which no time can be read, where times count. */
export function untimedText({ log: { untimed }, mapping }: OpenedLog): string | undefined {
  const [first] = untimed;
  if (first === undefined) return undefined;
  const lines = untimed.length === 1 ? t`this line` : t`${counted(untimed.length, 'line')}, of which this is the first`;
  const clock = mapping.clock === 'exact' ? t`, and the clock says nothing about lines without a time` : '';
  return t`${first.file}:${String(first.line)}: No time can be read in ${lines}, so all lines stay in the order of the files${clock}.`;
}

/** Returns sentences about the first line that no run explains: where it leaves the model, and what is expected. */
export function misfitTexts(misfit: NonNullable<Conformance['misfit']>): readonly string[] {
  // What the line itself says is expected where only its time does not fit.
  const words = ({ text }: { readonly text: string }): string =>
    text === misfit.stated ? t`${text}, but at another time` : text;
  const required = misfit.expected.filter(({ isRequired }) => isRequired).map(words);
  const possible = misfit.expected.filter(({ isRequired }) => !isRequired).map(words);
  const nearest = nearestText(misfit);
  return [
    ...misfit.standing.map((standing) => t`There, ${standing}.`),
    ...misfit.ended.map((ended) => t`A run ends there: ${ended}`),
    ...(required.length > 0 ? [t`Expected: ${required.join('; ')}.`] : []),
    ...(possible.length > 0 ? [t`Possible without a line: ${possible.join('; ')}.`] : []),
    ...(nearest === undefined ? [] : [`${nearest}.`]),
  ];
}

/** The most characters of a line in a trace. */
const longest = 300;

/** Returns the run that explains the most lines as a trace, with these lines at its steps. */
export function traceOfLog(program: Program, { log }: OpenedLog, { path }: Conformance): Trace | undefined {
  if (path === undefined) return undefined;
  return traceOfPath(program, log.rules.clock, path, (line) => {
    const { text, ...source } = itemAt(log.sources, line);
    return { ...source, text: text.length > longest ? `${text.slice(0, longest)}…` : text };
  });
}

/** A change to the log that explains more, in words. */
export function nearestText({ nearest }: NonNullable<Conformance['misfit']>): string | undefined {
  if (nearest === undefined) return undefined;
  const { kind, further, isAll, instead, later = 0 } = nearest;
  const shift = durationText(Math.abs(later));
  const change = {
    extra: t`this line were not there`,
    missing: instead === undefined ? t`a line before it were missing` : t`a line before it (${instead}) were missing`,
    swapped: t`the next line came before it: ${instead ?? ''}`,
    value: t`it said: ${instead ?? t`something else`}`,
    time: later < 0 ? t`it came ${shift} earlier` : t`it came ${shift} later`,
    'lost message': t`a message were lost without a line`,
  }[kind];
  const lines = further === 1 ? t`one more line` : t`${String(further)} more lines`;
  return isAll ? t`If ${change}, the whole log would fit` : t`If ${change}, ${lines} would fit`;
}
