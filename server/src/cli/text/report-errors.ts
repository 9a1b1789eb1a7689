/**
 * What a command says that needs a model without errors and has got one with some.
 */
import type { Context, ExitCode } from '../input/command.ts';
import { exitCodes } from '../input/command.ts';
import { countFindings, countsText } from '../../questions/file-findings.ts';
import type { FileFindings } from '../../questions/file-findings.ts';
import { writeFindings } from './findings-text.ts';
import { findingsJson, writeJson } from './json.ts';
import type { FileName } from '../../questions/places.ts';

/** Reports these findings, errors among them, in place of a result. */
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
