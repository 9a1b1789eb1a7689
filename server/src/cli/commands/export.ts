/**
 * `aftermath export`: writes a model for another tool.
 */
import { exportFormats } from '../../../../language/src/interchange/export-formats.ts';
import type { Command, Context, ExitCode } from '../command.ts';
import { exitCodes, refuse } from '../command.ts';
import { writeJson } from '../json.ts';
import { didYouMean } from '../nearest-names.ts';
import { openModel } from '../open-models.ts';
import { reportErrors } from '../report-errors.ts';
import { deliver, resultFile, resultOptions, resultUsage } from '../result-file.ts';

const width = Math.max(...exportFormats.map(({ name }) => name.length));

export const exportModel: Command = {
  name: 'export',
  summary: 'write a model for another tool',
  usage: `FORMAT FILE ${resultUsage}`,
  operands: { least: 2, most: 2 },
  options: resultOptions,
  details: [
    ['Formats:', ...exportFormats.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)],
    ['What the format has no word for is named on standard error. With errors nothing is', 'written.'],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [formatName = '', name = ''] = context.operands;
  const format = exportFormats.find((each) => each.name === formatName);
  if (format === undefined) return refuse(context, unknownFormat(formatName));
  const opened = await openModel(name, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'export', opened.value);

  const { text, leftOut } = format.run(opened.value.model);
  const delivered = await deliver(context, name, text);
  if ('refusal' in delivered) return refuse(context, delivered.refusal);
  const out = resultFile(context);
  if (context.flags.has('json')) {
    const where = out === undefined ? { text } : { out };
    writeJson(context.output, 'export', { format: formatName, file: opened.value.file, ...where, leftOut });
    return exitCodes.fine;
  }
  if (out === undefined) context.output.write(text);
  for (const sentence of leftOut) context.notes.write(`${opened.value.file}: ${sentence}\n`);
  return exitCodes.fine;
}

function unknownFormat(name: string): string {
  const names = exportFormats.map((format) => format.name);
  return `There is no format "${name}" to export to.${didYouMean(name, names)} The formats are ${names.join(', ')}.`;
}
