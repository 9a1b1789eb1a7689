/**
 * `aftermath import`: makes a model from files of another tool.
 */
import { dirname, resolve } from 'node:path';
import { importFormats } from '../../../../language/src/interchange/import-formats.ts';
import { type Command, type Context, type ExitCode, exitCodes, refuse } from '../input/command.ts';
import { countFindings, countsText } from '../../questions/files/file-findings.ts';
import { type MadeImport, makeImport } from '../../questions/imports/make-import.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { liveAndFiles, liveOptionAlone, liveOptions, liveSource, readLive } from '../text/read-live.ts';
import { readImport, type ReadImport } from '../../questions/imports/read-import.ts';
import { writeFindings } from '../text/findings-text.ts';
import { findingsJson, writeJson } from '../text/json.ts';
import { reportErrors } from '../text/report-errors.ts';
import { resultFile, resultOptions, resultUsage } from '../text/result-file.ts';
import { lastNames, type OwnFile, writeImport, type ImportedFiles } from '../text/write-import.ts';

const width = Math.max(...importFormats.map(({ name }) => name.length));

/** The command `import`. */
export const importCommand: Command = {
  name: 'import',
  summary: 'turn files of another tool into a model',
  usage: `FORMAT FILE... ${resultUsage}`,
  operands: { least: 1 },
  options: {
    ...resultOptions,
    force: { summary: 'replace OUT, or the generated file, whatever it is' },
    ...liveOptions,
  },
  details: [
    ['Formats:', ...importFormats.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)],
    ['  auto        decides by the content of the files, and says why'],
    [
      'The model goes to standard output or to OUT, findings about FILE to standard error.',
      'With "-o x.aft" it goes to x.import.aft, which the same command refreshes. The file x.aft,',
      'made once, imports it: write your own statements there. No import changes it.',
      'Each line of the model names the line of FILE that it comes from, and so does every reason.',
      'With errors nothing is written.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const read = await readGiven(context);
  if ('refusal' in read) return refuse(context, read.refusal);
  const { files, format } = read.value;
  const out = resultFile(context);
  const { folder } = context;
  const modelFolder = out === undefined ? folder : dirname(resolve(folder, out));
  const before = out === undefined ? undefined : await lastNames(out, context);
  const result = makeImport(read.value, { folder, modelFolder, before });
  const { made, nameOf } = result;
  if (made === undefined) return reportErrors(context, 'import', { errors: result.files, nameOf });
  const written = await writeImport(context, {
    format: format.name,
    text: made.text,
    names: new Set(made.imported.model.entities.map(({ name }) => name)),
    sources: files.map(({ name }) => name),
    ...(context.flags.has('live') && { live: liveSource(context) }),
  });
  if ('refusal' in written) return refuse(context, written.refusal);
  report(context, { read: read.value, result, made, written: written.value });
  return (written.value?.own?.errors.length ?? 0) > 0 ? exitCodes.findings : exitCodes.fine;
}

/** Reads the files that the command names, or the running cluster. */
async function readGiven(context: Context): Promise<Answer<ReadImport>> {
  const [word = '', ...names] = context.operands;
  if (context.flags.has('live')) return names.length > 0 ? { refusal: liveAndFiles } : readLive(word, context);
  const option = liveOptionAlone(context);
  if (option !== undefined) return { refusal: `The option --${option} needs --live.` };
  if (names.length === 0) return { refusal: `Arguments are missing; write "aftermath import ${importCommand.usage}".` };
  return readImport(word, names, context);
}

interface Report {
  readonly read: ReadImport;
  readonly result: MadeImport;
  readonly made: NonNullable<MadeImport['made']>;
  readonly written: ImportedFiles | undefined;
}

function report(context: Context, { read: { format, because }, result, made, written }: Report): void {
  const { imported, text } = made;
  const file = context.operands.slice(1).join(' ');
  const { entities, relations } = imported.model;
  const own = written?.own;
  if (context.flags.has('json')) {
    const nameOf = own?.opened?.nameOf ?? result.nameOf;
    const all = [...result.files, ...(own?.errors ?? [])];
    const sizes = { entities: entities.length, relations: relations.length };
    const beside = own === undefined ? {} : { own: own.file, ownState: own.state, gone: written?.gone };
    const where = written === undefined ? { text } : { out: written.out, ...beside };
    const why = because === undefined ? {} : { because };
    const names = (uri: string): string =>
      result.files.some((each) => each.uri === uri) ? result.nameOf(uri) : nameOf(uri);
    writeJson(context.output, 'import', {
      format: format.name,
      ...why,
      file,
      ...where,
      ...sizes,
      ...findingsJson(all, names),
    });
    return;
  }
  if (written === undefined) context.output.write(text);
  if (because !== undefined) context.notes.write(`Read as ${format.name} because ${because}.\n`);
  writeFindings(context.notes, result.files, result.nameOf);
  const machines = (imported.declarations ?? []).filter((line) => line.text.startsWith('machine ')).length;
  const size =
    machines > 0
      ? counted(machines, 'machine', 'machines')
      : `${counted(entities.length, 'entity', 'entities')} and ${counted(relations.length, 'relation', 'relations')}`;
  context.notes.write(`${written?.out ?? file}: ${size}, ${countsText(countFindings(result.files))}\n`);
  if (own !== undefined) reportOwn(context, own, written?.gone ?? []);
}

/** The number of vanished names that are listed. */
const mostNames = 10;

function reportOwn(context: Context, { file, state, opened, errors }: OwnFile, gone: readonly string[]): void {
  const { notes } = context;
  if (gone.length > 0) {
    const rest = gone.length > mostNames ? ` and ${String(gone.length - mostNames)} more` : '';
    notes.write(`No longer there since the last import: ${gone.slice(0, mostNames).join(', ')}${rest}\n`);
  }
  if (state === 'created') notes.write(`${file}: new, imports it; write your own statements there\n`);
  if (state === 'apart') notes.write(`${file}: left as it is, and does not import the generated file\n`);
  if (opened === undefined || errors.length === 0) return;
  writeFindings(notes, errors, opened.nameOf);
  notes.write(`${file}: left as it is, ${countsText(countFindings(errors))}\n`);
}

const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;
