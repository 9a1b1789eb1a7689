/**
 * `aftermath check`: says what is wrong or worth knowing in models.
 */
import type { Command, Context, ExitCode } from '../command.ts';
import { exitCodes, refuse } from '../command.ts';
import { countFindings, countsText } from '../file-findings.ts';
import { writeFindings } from '../findings-text.ts';
import { findingsJson, writeJson } from '../json.ts';
import { openModels } from '../open-models.ts';

export const check: Command = {
  name: 'check',
  summary: 'say what is wrong or worth knowing in models',
  usage: 'FILE...',
  operands: { least: 1 },
  options: {},
  details: [
    [
      'Prints a line for each finding: file:line:column: severity code message, with',
      'related places indented below. An imported file is listed if it has errors.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const { models, files, unreadable, nameOf } = await openModels(context.operands, context);
  const counts = countFindings(files);
  if (context.flags.has('json')) writeJson(context.output, 'check', { ...findingsJson(files, nameOf), unreadable });
  else if (models.length > 0) {
    writeFindings(context.output, files, nameOf);
    context.output.write(`${String(files.length)} ${files.length === 1 ? 'file' : 'files'}: ${countsText(counts)}\n`);
  }
  for (const { message } of unreadable) refuse(context, message);
  if (unreadable.length > 0) return exitCodes.refused;
  return counts.errors > 0 ? exitCodes.findings : exitCodes.fine;
}
