/**
 * The refusal of a command that needs a model without errors.
 */
import { type Context, type ExitCode, exitCodes } from '../input/command.ts';
import { countFindings, countsText, type FileFindings } from '../../questions/files/file-findings.ts';
import { writeFindings } from './findings-text.ts';
import { findingsJson, writeJson } from './json.ts';
import type { FileName } from '../../questions/files/places.ts';

/** Reports the findings, errors among them, instead of a result. */
export function reportErrors(
  context: Context,
  command: string,
  { errors, nameOf }: { readonly errors: readonly FileFindings[]; readonly nameOf: FileName },
): ExitCode {
  if (context.flags.has('json')) writeJson(context.output, command, findingsJson(errors, nameOf));
  else {
    writeFindings(context.notes, errors, nameOf);
    context.notes.write(`No result: ${countsText(countFindings(errors))}\n`);
  }
  return exitCodes.findings;
}
