/**
 * `aftermath format`: formats models, or lists those that are not formatted.
 */
import { createFormatter, type Formatter } from '../../../../language/src/dsl/formatting/format-text.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { writeJson } from '../text/json.ts';
import { fileNames, standardInput, uriOf } from '../../questions/files/places.ts';
import { readWholeText } from '../../questions/files/read-text.ts';
import { writeText } from '../text/write-text.ts';

/** The command `format`. */
export const formatCommand: Command = {
  name: 'format',
  summary: 'format models, or list those that are not formatted',
  usage: 'FILE... [--check]',
  operands: { least: 1 },
  takesFolders: true,
  options: { check: { summary: 'change nothing; exit with 1 if a file would change' } },
  changesUnless: 'check',
  details: [
    [
      'Files are changed in place; "-" is standard input, formatted to standard output. Only',
      'blanks and line ends change. A part that does not follow the grammar stays unchanged,',
      'and the exit code is then 1.',
    ],
  ],
  run,
};

/** The result for one file. */
interface Outcome {
  readonly file: string;
  readonly state: 'unchanged' | 'formatted' | 'unformatted';
  /** The first line that does not follow the grammar, from 1. */
  readonly brokenLine?: number;
  /** True if the formatter refused because it could not prove that the model stays the same. */
  readonly isRefused?: true;
}

async function run(context: Context): Promise<ExitCode> {
  const { operands, flags, output } = context;
  const nameOf = fileNames(operands, context);
  const formatter = createFormatter();
  const names = new Map(operands.toReversed().map((name) => [uriOf(name, context), name]));
  const hasInput = [...names.values()].includes(standardInput);
  if (hasInput && names.size > 1) return refuse(context, 'Standard input cannot be formatted together with files.');
  if (hasInput && flags.has('json') && !flags.has('check'))
    return refuse(context, 'Standard input is formatted to standard output, so --json does not apply.');
  const outcomes: Outcome[] = [];
  const unreadable: { file: string; message: string }[] = [];
  for (const [uri, name] of [...names].reverse()) {
    const outcome = await formatFile(name, nameOf(uri), formatter, context);
    if (typeof outcome === 'string') unreadable.push({ file: nameOf(uri), message: outcome });
    else outcomes.push(outcome);
  }
  if (flags.has('json')) writeJson(output, 'format', { files: outcomes, unreadable });
  else if (!hasInput || flags.has('check')) for (const outcome of outcomes) report(context, outcome);
  for (const { message } of unreadable) refuse(context, message);
  for (const outcome of outcomes) remark(context, outcome);
  if (unreadable.length > 0) return exitCodes.refused;
  const isFine = outcomes.every(({ state, brokenLine, isRefused }) => {
    return state !== 'unformatted' && brokenLine === undefined && isRefused !== true;
  });
  return isFine ? exitCodes.fine : exitCodes.findings;
}

/** Formats one file; returns an error sentence if it cannot be read or written. */
async function formatFile(
  name: string,
  file: string,
  formatter: Formatter,
  context: Context,
): Promise<Outcome | string> {
  const read = await readWholeText(name, context);
  if ('refusal' in read) return read.refusal;
  const { text, brokenLine, isRefused } = formatter(read.value);
  const faults = {
    ...(brokenLine !== undefined && { brokenLine: brokenLine + 1 }),
    ...(isRefused && { isRefused: true as const }),
  };
  const isChecked = context.flags.has('check');
  if (name === standardInput && !isChecked) context.output.write(text);
  if (text === read.value) return { file, state: 'unchanged', ...faults };
  if (isChecked) return { file, state: 'unformatted', ...faults };
  if (name !== standardInput) {
    const written = await writeText(name, text, { folder: context.folder, force: true, sources: [] });
    if ('refusal' in written) return written.refusal;
  }
  return { file, state: 'formatted', ...faults };
}

function report({ output }: Context, { file, state }: Outcome): void {
  if (state === 'formatted') output.write(`${file}: formatted\n`);
  if (state === 'unformatted') output.write(`${file}: not formatted\n`);
}

function remark({ notes }: Context, { file, brokenLine, isRefused }: Outcome): void {
  if (brokenLine !== undefined) {
    notes.write(`${file}:${String(brokenLine)}: does not follow the grammar here; this part is unchanged\n`);
  } else if (isRefused === true) {
    notes.write(`${file}: unchanged, because formatting would change its meaning; please report this\n`);
  }
}
