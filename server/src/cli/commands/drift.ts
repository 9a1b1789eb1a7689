/** `aftermath drift`: compares a model with the system that it was imported from, and says which answers change. */
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { beginWork } from '../input/interruption.ts';
import { readTime } from '../input/size-options.ts';
import { findDrift, type FoundDrift } from '../../questions/imports/find-drift.ts';
import type { Refresh } from '../../../../language/src/interchange/import/two-files.ts';
import { auto } from '../../../../language/src/interchange/import-formats.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { readImport, type ReadImport } from '../../questions/imports/read-import.ts';
import { comparePair } from '../run/compared.ts';
import { driftJson, writeDrift } from '../text/drift-text.ts';
import { writeFindings } from '../text/findings-text.ts';
import { writeJson } from '../text/json.ts';
import { liveAndFiles, liveOptionAlone, liveOptions, liveSource, readLive } from '../text/read-live.ts';
import { reportErrors } from '../text/report-errors.ts';
import { usualRunTime } from '../../questions/compare-runs.ts';

/** The command `drift`. */
export const driftCommand: Command = {
  name: 'drift',
  summary: 'compare a model with the running system',
  usage: 'MODEL (SOURCE... | --live) [--format FORMAT]',
  operands: { least: 1 },
  options: {
    format: { value: 'FORMAT', summary: 'the format of SOURCE (default: that of the import, or by content)' },
    ...liveOptions,
    live: { summary: 'compare with a running cluster instead of SOURCE (kubernetes)' },
    quick: { summary: 'skip scenarios and checks' },
    timeout: { value: 'TIME', summary: 'how long each scenario and check may take (default 10s)' },
  },
  details: [
    [
      'Imports SOURCE as "aftermath import" does, without writing anything, and compares it with',
      'the imported part of MODEL: what is missing in the system, what is new there, and what',
      'has changed, by name. Then it says which answers about MODEL change, as "aftermath diff"',
      'does. Your own statements beside the import are no drift.',
    ],
    [
      'With --live SOURCE is a running cluster: the one that MODEL was imported from, unless the',
      'options say otherwise.',
    ],
    ['The exit code is 1 if anything has drifted, otherwise 0.'],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [model = '', ...sources] = context.operands;
  const time = readTime(context, 'timeout');
  if ('refusal' in time) return refuse(context, time.refusal);
  const isLive = context.flags.has('live');
  const alone = liveOptionAlone(context);
  if (alone !== undefined) return refuse(context, `The option --${alone} needs --live.`);
  if (isLive && sources.length > 0) return refuse(context, liveAndFiles);
  if (!isLive && sources.length === 0)
    return refuse(context, `Arguments are missing; write "aftermath drift ${driftCommand.usage}".`);
  const read = (format: string, refresh: Refresh | undefined) =>
    isLive ? readCurrent(format, refresh, context) : readImport(format, sources, context);
  const found = await findDrift({ model, format: context.values.get('format'), read }, context);
  if ('refusal' in found) return refuse(context, found.refusal);
  if ('errors' in found.value) return reportErrors(context, 'drift', found.value);
  return compare(context, found.value, context.flags.has('quick') ? undefined : (time.value ?? usualRunTime));
}

/** Reads the cluster of the last import, as far as the options name no other. */
function readCurrent(format: string, refresh: Refresh | undefined, context: Context): Promise<Answer<ReadImport>> {
  const given = liveSource(context);
  const isNamed = Object.values(given).some((value) => value !== undefined);
  return readLive(format === auto ? 'kubernetes' : format, context, isNamed ? given : refresh?.live);
}

async function compare(context: Context, found: FoundDrift, time: number | undefined): Promise<ExitCode> {
  const { base, head, drifts } = found;
  const work = beginWork(context);
  const compared =
    drifts.length === 0
      ? { changes: [] }
      : await comparePair({ base, head, file: base.file, isPart: false }, { time, work });
  work.end();
  if (compared === undefined) {
    context.notes.write('Interrupted: nothing is decided.\n');
    return exitCodes.undecided;
  }
  const report = { found, changes: compared.changes };
  if (context.flags.has('json')) writeJson(context.output, 'drift', driftJson(report));
  else {
    if (found.because !== undefined) context.notes.write(`Read as ${found.format} because ${found.because}.\n`);
    writeFindings(context.notes, found.import.files, found.import.nameOf);
    writeDrift(context.output, report);
  }
  return drifts.length > 0 ? exitCodes.findings : exitCodes.fine;
}
