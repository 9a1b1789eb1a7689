/**
 * `aftermath import`: makes a model from files of another tool.
 */
import { dirname, relative, resolve, sep } from 'node:path';
import type { ImportFile } from '../../../../language/src/interchange/import/import-format.ts';
import type { Imported } from '../../../../language/src/interchange/import/imported.ts';
import { withOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { importFormats } from '../../../../language/src/interchange/import-formats.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { countFindings, countsText, type FileFindings, mergeFindings } from '../../questions/file-findings.ts';
import { writeFindings } from '../text/findings-text.ts';
import { findingsJson, writeJson } from '../text/json.ts';
import { type FileName, fileNames, standardInput } from '../../questions/places.ts';
import { readImport } from '../text/read-import.ts';
import { reportErrors } from '../text/report-errors.ts';
import { deliver, resultFile, resultOptions, resultUsage } from '../text/result-file.ts';

const width = Math.max(...importFormats.map(({ name }) => name.length));

/** The command `import`. */
export const importModel: Command = {
  name: 'import',
  summary: 'turn files of another tool into a model',
  usage: `FORMAT FILE… ${resultUsage}`,
  operands: { least: 2 },
  options: resultOptions,
  details: [
    ['Formats:', ...importFormats.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)],
    ['  auto        decides by the content of the files, and says why'],
    [
      'The model goes to standard output or to OUT, findings about FILE to standard error.',
      'Each line of it names the line of FILE that it comes from, and so does every reason.',
      'With errors nothing is written.',
    ],
  ],
  run,
};

/** The result of an import. */
interface Result {
  readonly format: string;
  readonly because: string | undefined;
  readonly imported: Imported;
  readonly text: string;
  readonly files: readonly FileFindings[];
  readonly nameOf: FileName;
}

async function run(context: Context): Promise<ExitCode> {
  const read = await readImport(context);
  if ('refusal' in read) return refuse(context, read.refusal);
  const { files, format, because } = read.value;
  const nameOf = fileNames(
    files.map(({ name }) => name),
    context,
  );
  const { value, findings } = format.run(files);
  const ofFiles = mergeFindings(
    files.slice(0, 1).map(({ uri }) => uri),
    findings,
  );
  if (value === undefined || countFindings(ofFiles).errors > 0)
    return reportErrors(context, 'import', { errors: ofFiles, nameOf });
  const imported = withOrigins(value, files, originName(context));
  const text = printModel(imported.model);
  const delivered = await deliver(
    context,
    files.map(({ name }) => name),
    text,
  );
  if ('refusal' in delivered) return refuse(context, delivered.refusal);
  report(context, { format: format.name, because, imported, text, files: ofFiles, nameOf });
  return exitCodes.fine;
}

/** Returns a function that names files as seen from the folder of the result. */
function originName(context: Context): (file: ImportFile) => string {
  const out = resultFile(context);
  const folder = out === undefined ? context.folder : dirname(resolve(context.folder, out));
  return ({ name }) =>
    name === standardInput ? '<stdin>' : relative(folder, resolve(context.folder, name)).split(sep).join('/');
}

function report(context: Context, { format, because, imported, text, files, nameOf }: Result): void {
  const out = resultFile(context);
  const file = context.operands.slice(1).join(' ');
  const { entities, relations } = imported.model;
  if (context.flags.has('json')) {
    const made = { entities: entities.length, relations: relations.length };
    const where = out === undefined ? { text } : { out };
    const why = because === undefined ? {} : { because };
    writeJson(context.output, 'import', { format, ...why, file, ...where, ...made, ...findingsJson(files, nameOf) });
    return;
  }
  if (out === undefined) context.output.write(text);
  if (because !== undefined) context.notes.write(`Read as ${format} because ${because}.\n`);
  writeFindings(context.notes, files, nameOf);
  const made = `${counted(entities.length, 'entity', 'entities')} and ${counted(relations.length, 'relation', 'relations')}`;
  context.notes.write(`${out ?? file}: ${made}, ${countsText(countFindings(files))}\n`);
}

const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;
