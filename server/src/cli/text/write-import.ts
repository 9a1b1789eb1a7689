/**
 * Writes an import: `-o x.aft` makes the generated `x.import.aft`, and once `x.aft`, which imports it and is never
 * changed afterwards. Any other name gets the model alone.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  generatedHead,
  isGenerated,
  type LiveSource,
  ownText,
  type TwoFiles,
  twoFiles,
} from '../../../../language/src/interchange/import/two-files.ts';
import { generatedNames } from '../../../../language/src/interchange/import/generated-names.ts';
import { type NamesBefore, namesOfText } from '../../../../language/src/interchange/import/keep-names.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { Context } from '../input/command.ts';
import type { FileFindings } from '../../questions/files/file-findings.ts';
import { seenFrom } from '../../questions/imports/make-import.ts';
import { openModel, type OpenedModel } from '../../questions/files/open-models.ts';
import { standardInput, uriOf } from '../../questions/files/places.ts';
import { readAnyText } from '../../questions/files/read-text.ts';
import { resultFile } from './result-file.ts';
import { writeText } from './write-text.ts';

/** The written files. */
export interface ImportedFiles {
  /** The file with the imported model. */
  readonly out: string;
  /** The file beside it that belongs to its authors, if there are two. */
  readonly own?: OwnFile;
  /** The entities that the last import had and this one has not, with their places then. */
  readonly gone: readonly string[];
}

/** The file that is never changed. */
export interface OwnFile {
  readonly file: string;
  /** `created` now; `kept` as it was; `apart`: kept, and it does not import the generated one. */
  readonly state: 'created' | 'kept' | 'apart';
  /** Its errors after the import. */
  readonly opened: OpenedModel | undefined;
  readonly errors: readonly FileFindings[];
}

/** An import to write. */
export interface ToWrite {
  readonly format: string;
  readonly text: string;
  /** The names of the imported entities. */
  readonly names: ReadonlySet<string>;
  /** The files that were read. */
  readonly sources: readonly string[];
  /** The running cluster that they were read from. */
  readonly live?: LiveSource;
}

/** Writes the model; undefined if it goes to the standard output. */
export async function writeImport(context: Context, toWrite: ToWrite): Promise<Answer<ImportedFiles | undefined>> {
  const out = resultFile(context);
  if (out === undefined) return { value: undefined };
  const { folder } = context;
  const { text, sources } = toWrite;
  const force = context.flags.has('force');
  const two = twoFiles(out);
  if (two === undefined) {
    const written = await writeText(out, text, { folder, force, sources });
    return 'refusal' in written ? written : { value: { out, gone: [] } };
  }
  const before = await existing(two.generated, context);
  const isRefresh = before !== undefined && isGenerated(before);
  const gone = isRefresh ? generatedNames(before).flatMap(({ name }) => (toWrite.names.has(name) ? [] : [name])) : [];
  const head = headFor(context, two, toWrite);
  const written = await writeText(two.generated, `${head}${text}`, { folder, force: force || isRefresh, sources });
  if ('refusal' in written) return written;
  const own = await ownFile(two, context, sources);
  return 'refusal' in own ? own : { value: { out: two.generated, own: own.value, gone } };
}

function headFor({ operands, folder }: Context, { own }: TwoFiles, { format, live }: ToWrite): string {
  const modelFolder = dirname(resolve(folder, own));
  const names = operands.slice(1);
  const sources = names.map((name) => (name === standardInput ? name : seenFrom(modelFolder, name, folder)));
  return generatedHead({ format, sources, live, own: basename(own) });
}

async function existing(name: string, context: Context): Promise<string | undefined> {
  const found = await stat(resolve(context.folder, name)).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const read = await readAnyText(name, context);
  return 'value' in read ? read.value : undefined;
}

/** Returns the names in the generated file of a result, if an import made it. */
export async function lastNames(out: string, context: Context): Promise<NamesBefore | undefined> {
  const two = twoFiles(out);
  const text = two && (await existing(two.generated, context));
  return text === undefined || !isGenerated(text) ? undefined : namesOfText(text);
}

async function ownFile(two: TwoFiles, context: Context, sources: readonly string[]): Promise<Answer<OwnFile>> {
  const { folder } = context;
  const file = two.own;
  const found = await stat(resolve(folder, file)).catch(() => undefined);
  if (found === undefined) {
    const text = ownText(basename(two.generated));
    const written = await writeText(file, text, { folder, force: false, sources });
    return 'refusal' in written ? written : { value: { file, state: 'created', opened: undefined, errors: [] } };
  }
  const read = await existing(file, context);
  // Nothing that anybody wrote can be wrong.
  if (read === ownText(basename(two.generated)))
    return { value: { file, state: 'kept', opened: undefined, errors: [] } };
  const opened = await openModel(file, context);
  if ('refusal' in opened) return opened;
  const isImported = opened.value.textOf(uriOf(two.generated, context)) !== undefined;
  const { errors } = opened.value;
  return { value: { file, state: isImported ? 'kept' : 'apart', opened: opened.value, errors } };
}
