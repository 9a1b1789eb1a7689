/**
 * `aftermath check`: reports the findings of models.
 */
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { countFindings, countsText } from '../../questions/files/file-findings.ts';
import { writeFindings } from '../text/findings-text.ts';
import { findingsJson, writeJson } from '../text/json.ts';
import { checkFiles } from '../../questions/files/check-files.ts';
import { projectFilesOf } from '../../questions/files/open-models.ts';
import { referenceTo } from '../../questions/files/places.ts';
import { sarifLog } from '../text/sarif.ts';

/** The command `check`. */
export const check: Command = {
  name: 'check',
  summary: 'report errors, warnings and notes in models',
  usage: 'FILE... [--sarif] [--no-cache]',
  operands: { least: 1 },
  takesFolders: true,
  options: {
    sarif: { summary: 'print SARIF 2.1.0 for code review instead of text' },
    'no-cache': { summary: 'compute everything anew, and keep nothing for the next run' },
  },
  details: [
    [
      'Prints a line for each finding: file:line:column: severity code message, with',
      'related places indented below. An imported file is listed if it has errors, and',
      'x.import.aft with x.aft as if it were named.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [hasJson, hasSarif] = [context.flags.has('json'), context.flags.has('sarif')];
  if (hasJson && hasSarif) return refuse(context, 'Give either --json or --sarif, not both.');
  const cache = context.flags.has('no-cache') ? undefined : context.cache;
  const { files, count, unreadable, nameOf } = await checkFiles(context.operands, context, {
    projects: projectFilesOf(context),
    cache,
  });
  const counts = countFindings(files);
  if (hasJson) writeJson(context.output, 'check', { ...findingsJson(files, nameOf), unreadable });
  else if (hasSarif) {
    const artifact = (uri: string): string => referenceTo(uri, nameOf, context);
    const log = sarifLog(files, unreadable, artifact);
    context.output.write(`${JSON.stringify(log, undefined, 2)}\n`);
  } else if (count > 0) {
    writeFindings(context.output, files, nameOf);
    context.output.write(`${String(files.length)} ${files.length === 1 ? 'file' : 'files'}: ${countsText(counts)}\n`);
  }
  for (const { message } of unreadable) refuse(context, message);
  if (unreadable.length > 0) return exitCodes.refused;
  return counts.errors > 0 ? exitCodes.findings : exitCodes.fine;
}
