/**
 * `aftermath export`: writes a model for another tool, or draws it.
 */
import { basename } from 'node:path';
import { pictureFormats, type PictureFormat } from '../../../../language/src/drawing/graph/picture-formats.ts';
import { exportFormats, type ExportFormat } from '../../../../language/src/interchange/export-formats.ts';
import type { Exported } from '../../../../language/src/interchange/export/exported.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { exportOpenPsa } from '../../../../language/src/interchange/openpsa/export-openpsa.ts';
import { findSubjects } from '../../questions/plans/find-subjects.ts';
import { exportMachine } from '../../pictures/export-machine.ts';
import { exportView } from '../../pictures/export-view.ts';
import { layOutLater } from '../../pictures/lay-out-later.ts';
import { themed } from '../../../../language/src/drawing/themed.ts';
import { groupOption, machineOption, readTheme, themeOption, viewOption } from '../export/drawing-options.ts';
import { writeJson } from '../text/json.ts';
import { exportStates } from '../../pictures/export-states.ts';
import { checkIn, checkOption, promelaFormat, runPromelaExport } from '../export/promela-export.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';
import { paintPng, pngFormat } from '../export/png-export.ts';
import { exportChart, scxmlFormat } from '../export/scxml-export.ts';
import { openModel, type OpenedModel } from '../../questions/files/open-models.ts';
import { reportErrors } from '../text/report-errors.ts';
import { asksForRun, exportRun, runOptions } from '../run/run-export.ts';
import { deliver, resultFile, resultOptions, resultUsage } from '../text/result-file.ts';

type Format = ExportFormat | PictureFormat | typeof scxmlFormat;
const formats: readonly Format[] = [...exportFormats, ...pictureFormats, scxmlFormat];
const named = [...formats, pngFormat, promelaFormat];
const width = Math.max(...named.map(({ name }) => name.length));

const goalOption = { value: 'NAME', summary: 'openpsa: only the fault trees of this entity' } as const;

/** The command `export`. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write a model for another tool, or draw it, a view, a machine or a run of it',
  usage: `FORMAT FILE [options] ${resultUsage}`,
  operands: { least: 2, most: 2 },
  options: {
    machine: machineOption,
    view: viewOption,
    check: checkOption,
    group: groupOption,
    goal: goalOption,
    theme: themeOption,
    ...runOptions,
    ...resultOptions,
  },
  details: [
    ['Formats:', ...named.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)],
    ['What the format cannot express is listed on standard error. With errors nothing is', 'written.'],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [formatName = '', name = ''] = context.operands;
  if (formatName === promelaFormat.name) return runPromelaExport(context, name);
  const isPng = formatName === pngFormat.name;
  if (isPng && resultFile(context) === undefined)
    return refuse(context, 'A PNG cannot be printed; name a file for it with -o.');
  // A PNG is painted from the SVG.
  const format = formats.find((each) => each.name === (isPng ? 'svg' : formatName));
  if (format === undefined) return refuse(context, unknownFormat(formatName));
  const theme = readTheme(context, formatName);
  if ('refusal' in theme) return refuse(context, theme.refusal);
  const opened = await openModel(name, context);
  if ('refusal' in opened) return refuse(context, opened.refusal);
  if (opened.value.errors.length > 0) return reportErrors(context, 'export', opened.value);

  const exported = await exportedBy(context, format, opened.value);
  if ('refusal' in exported) return refuse(context, exported.refusal);
  const { leftOut } = exported.value;
  const text = format.name === 'svg' ? themed(exported.value.text, theme.value) : exported.value.text;
  const painted = isPng ? await paintPng(text) : { value: text };
  if ('refusal' in painted) return refuse(context, painted.refusal);
  const trace = context.values.get('trace') ?? [];
  const delivered = await deliver(context, [name, trace].flat(), painted.value);
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

/** Returns the model, or one machine or run of it, in a format. */
async function exportedBy(context: Context, format: Format, opened: OpenedModel): Promise<Answer<Exported>> {
  const goal = context.values.get('goal');
  if (goal !== undefined) return exportGoal(opened, format.name, goal);
  const states = readStates(context, opened);
  if (states !== undefined) {
    return 'refusal' in states ? states : exportStates(opened, format.name, states.value, layOutLater);
  }
  const machine = context.values.get('machine');
  if (!('run' in format)) return exportChart(opened, machine);
  if (machine !== undefined) return exportMachine(opened, format.name, machine, layOutLater);
  const view = context.values.get('view');
  if (view !== undefined) return exportView(opened, format.name, view);
  if (asksForRun(context)) return exportRun(context, format.name, opened);
  return { value: 'extension' in format ? format.run(opened.model) : drawn(format, opened) };
}

/** Returns the check whose states are meant, if one is. */
function readStates(
  { values }: Context,
  opened: OpenedModel,
): Answer<{ readonly check: Check; readonly groupedBy: string | undefined }> | undefined {
  const groupedBy = values.get('group');
  if (!values.has('check')) {
    return groupedBy === undefined ? undefined : { refusal: 'Name the check whose states are grouped with --check.' };
  }
  const check = checkIn(values, opened);
  return 'refusal' in check ? check : { value: { check: check.value, groupedBy: groupedBy === '-' ? '' : groupedBy } };
}

/** Returns the fault trees of one entity. */
function exportGoal({ model }: OpenedModel, format: string, name: string): Answer<Exported> {
  if (format !== 'openpsa') return { refusal: 'Only openpsa takes a goal; the other formats take the model.' };
  const subjects = findSubjects(model, name);
  return 'refusal' in subjects ? subjects : { value: exportOpenPsa(model, { subjects: subjects.value }) };
}

/** Draws the model with everything that the graph page shows. */
const drawn = (format: PictureFormat, { model, sources, findings, file }: OpenedModel): Exported => ({
  text: format.run({ model, sources, findings, title: basename(file) }),
  leftOut: [],
});

function unknownFormat(name: string): string {
  const names = named.map((format) => format.name);
  return `There is no format "${name}" to export to.${didYouMean(name, names)} The formats are ${names.join(', ')}.`;
}
