/** Compares logs with a model: reads the mapping and the files, and answers as `conform` does. */
import { dirname, join, relative, resolve } from 'node:path';
import type { Answer } from '../../../language/src/model/answer.ts';
import type { Model } from '../../../language/src/model/model.ts';
import { draftMapping, type Draft } from '../../../language/src/interchange/log/draft.ts';
import { type Mapping, mappingName, readMapping } from '../../../language/src/interchange/log/mapping.ts';
import { type LogFile, readLog, type ReadLog } from '../../../language/src/interchange/log/read-log.ts';
import { conform, type Conformance, usualLimits } from '../../../language/src/simulation/conform/conform.ts';
import { traceOfPath } from '../../../language/src/simulation/conform/explaining-trace.ts';
import type { SearchProgress } from '../../../language/src/simulation/conform/search.ts';
import { asksForPast } from '../../../language/src/simulation/program/history-needs.ts';
import type { Program } from '../../../language/src/simulation/kernel/run.ts';
import type { Trace } from '../../../language/src/simulation/play/trace.ts';
import { itemAt } from '../../../language/src/model/lookup.ts';
import { readAnyText, readOther, type TextSource } from './read-text.ts';

/** A log and its mapping. */
export interface OpenedLog {
  readonly log: ReadLog;
  readonly mapping: Mapping;
  /** The path of the mapping file. */
  readonly mappingFile: string;
}

/** Reads logs by the mapping that is given, or the nearest `.aftermath-log.json` in or above the folder of the first. */
export async function openLogs(
  model: Model,
  names: readonly string[],
  mappingFile: string | undefined,
  surroundings: TextSource,
): Promise<Answer<OpenedLog>> {
  if (asksForPast(model, [])) {
    return {
      refusal:
        'A machine of the model asks what was received or notified before; a comparison with a log does not know that.',
    };
  }
  const found = mappingFile ?? (await nearestMapping(names[0] ?? '', surroundings));
  if (found === undefined) {
    return {
      refusal: `There is no ${mappingName} in the folder of the log or above it. Draft one with "aftermath conform --draft", or name one with --mapping.`,
    };
  }
  const text = await readAnyText(found, surroundings);
  if ('refusal' in text) return text;
  const mapping = readMapping(text.value);
  if ('refusal' in mapping) return { refusal: `"${found}": ${mapping.refusal}` };
  const files = await readLogFiles(names, surroundings);
  if ('refusal' in files) return files;
  return { value: { log: readLog(model, mapping.value, files.value), mapping: mapping.value, mappingFile: found } };
}

/** Drafts the mapping of logs. */
export async function draftOf(
  model: Model,
  names: readonly string[],
  surroundings: TextSource,
): Promise<Answer<Draft>> {
  const files = await readLogFiles(names, surroundings);
  return 'refusal' in files ? files : { value: draftMapping(model, files.value) };
}

async function readLogFiles(names: readonly string[], surroundings: TextSource): Promise<Answer<readonly LogFile[]>> {
  const files: LogFile[] = [];
  for (const name of names) {
    const text = await readAnyText(name, surroundings);
    if ('refusal' in text) return text;
    files.push({ name, text: text.value });
  }
  return { value: files };
}

async function nearestMapping(log: string, surroundings: TextSource): Promise<string | undefined> {
  const first = log === '-' ? surroundings.folder : dirname(resolve(surroundings.folder, log));
  for (let folder = first; ; folder = dirname(folder)) {
    const path = join(folder, mappingName);
    if (typeof (await readOther(path, surroundings)) === 'string') return relative(surroundings.folder, path);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Compares a log with a model step by step; `next(true)` ends it with what is known. */
export function compareLog(
  program: Program,
  { log }: OpenedLog,
  states: number | undefined,
): Generator<SearchProgress, Conformance, boolean | undefined> {
  return conform(
    { program, lines: log.lines, rules: log.rules },
    { ...usualLimits, ...(states !== undefined && { states }) },
  );
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
  const { kind, further, isAll, instead } = nearest;
  const change = {
    extra: 'this line were not there',
    missing: `a line before it were missing: ${instead ?? 'some line'}`,
    swapped: `the next line came before it: ${instead ?? ''}`,
    value: `it said: ${instead ?? 'something else'}`,
    'lost message': 'a message were lost without a line',
  }[kind];
  const lines = further === 1 ? 'one more line' : `${String(further)} more lines`;
  return isAll ? `If ${change}, the whole log would fit` : `If ${change}, ${lines} would fit`;
}
