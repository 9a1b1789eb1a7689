/**
 * `aftermath import`: makes a model from a file of another tool.
 */
import type { Imported } from '../../../../language/src/interchange/import/imported.ts';
import { importFormats } from '../../../../language/src/interchange/import-formats.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { countFindings, countsText, type FileFindings } from '../../questions/file-findings.ts';
import { writeFindings } from '../text/findings-text.ts';
import { findingsJson, writeJson } from '../text/json.ts';
import { didYouMean } from '../../questions/nearest-names.ts';
import { type FileName, fileNames, uriOf } from '../../questions/places.ts';
import { readAnyText } from '../../questions/read-text.ts';
import { reportErrors } from '../text/report-errors.ts';
import { deliver, resultFile, resultOptions, resultUsage } from '../text/result-file.ts';

const width = Math.max(...importFormats.map(({ name }) => name.length));

/** The command `import`. */
export const importModel: Command = {
  name: 'import',
  summary: 'turn a file of another tool into a model',
  usage: `FORMAT FILE ${resultUsage}`,
  operands: { least: 2, most: 2 },
  options: resultOptions,
  details: [
    ['Formats:', ...importFormats.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)],
    [
      'The model goes to standard output or to OUT, findings about FILE to standard error.',
      'With errors nothing is written.',
    ],
  ],
  run,
};

/** The result of an import. */
interface Result {
  readonly format: string;
  readonly file: string;
  readonly imported: Imported;
  readonly text: string;
  readonly files: readonly FileFindings[];
  readonly nameOf: FileName;
}

async function run(context: Context): Promise<ExitCode> {
  const [formatName = '', name = ''] = context.operands;
  const format = importFormats.find((each) => each.name === formatName);
  if (format === undefined) return refuse(context, unknownFormat(formatName));
  const read = await readAnyText(name, context);
  if ('refusal' in read) return refuse(context, read.refusal);
  const uri = uriOf(name, context);
  const nameOf = fileNames([name], context);
  const { value: imported, findings } = format.run(read.value, uri);
  const files = [{ uri, findings }];
  if (imported === undefined || countFindings(files).errors > 0)
    return reportErrors(context, 'import', { errors: files, nameOf });
  const text = printModel(imported.model);
  const delivered = await deliver(context, name, text);
  if ('refusal' in delivered) return refuse(context, delivered.refusal);
  report(context, { format: formatName, file: nameOf(uri), imported, text, files, nameOf });
  return exitCodes.fine;
}

function unknownFormat(name: string): string {
  const names = importFormats.map((format) => format.name);
  return `There is no format "${name}" to import.${didYouMean(name, names)} The formats are ${names.join(', ')}.`;
}

function report(context: Context, { format, file, imported, text, files, nameOf }: Result): void {
  const out = resultFile(context);
  const { entities, relations } = imported.model;
  if (context.flags.has('json')) {
    const made = { entities: entities.length, relations: relations.length };
    const where = out === undefined ? { text } : { out };
    writeJson(context.output, 'import', { format, file, ...where, ...made, ...findingsJson(files, nameOf) });
    return;
  }
  if (out === undefined) context.output.write(text);
  writeFindings(context.notes, files, nameOf);
  const made = `${counted(entities.length, 'entity', 'entities')} and ${counted(relations.length, 'relation', 'relations')}`;
  context.notes.write(`${out ?? file}: ${made}, ${countsText(countFindings(files))}\n`);
}

const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;
