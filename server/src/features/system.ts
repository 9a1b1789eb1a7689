/**
 * The answers about a model and the system that it was imported from: how it was imported, another import, and drift.
 */
import { URI, UriUtils } from 'langium';
import { worstFirst } from '../../../language/src/analysis/compare/change.ts';
import { type Drift, driftOf } from '../../../language/src/analysis/compare/drift.ts';
import { createLoader } from '../../../language/src/dsl/load.ts';
import { generatedHead, isGenerated, ownText, twoFiles } from '../../../language/src/interchange/import/two-files.ts';
import { auto } from '../../../language/src/interchange/import-formats.ts';
import type { Answer, Refusal } from '../../../language/src/model/common/answer.ts';
import { namesOfModel, namesOfText } from '../../../language/src/interchange/import/keep-names.ts';
import { originText } from '../../../language/src/model/origin.ts';
import { changeWords } from '../../../language/src/view/report/change-words.ts';
import type { SystemFile } from '../protocol/system-file.ts';
import type { DriftAnswer, DriftLine, FilesToImport, ImportedHow, TwoTexts } from '../protocol/system-protocol.ts';
import { openedChanges } from '../questions/compare-opened.ts';
import { importedBy, importedFile, type ImportedFile } from '../questions/imports/imported-part.ts';
import type { Importing } from './imports.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { normalized, type Workspace } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The settings of an import. */
export interface Imports {
  readonly importing: Importing;
  readonly signal: AbortSignal;
}

/** Returns the command that the model of a document was imported with. */
export function importedHow(workspace: Workspace, uri: string, model: CheckedModel): ImportedHow | Refusal {
  const found = partOf(workspace, uri, model);
  if ('refusal' in found) return found;
  const { refresh, uri: generated } = found.value;
  if (refresh === undefined)
    return { refusal: t`"${titleOf(uri)}" imports no generated file. Import the system first.` };
  const { format, sources, live } = refresh;
  if (sources.includes('-')) return { refusal: t`"${titleOf(generated)}" was imported from the standard input.` };
  return { generated, format, sources, ...(live !== undefined && { live }) };
}

/** Returns the texts of a generated file and of the file beside it; names are those of the last import, whose text is `last`. */
export async function importFiles(
  { uri, format, sources, live, files }: FilesToImport,
  { last, importing, signal }: Imports & { readonly last: string | undefined },
): Promise<TwoTexts | Refusal> {
  const title = titleOf(uri);
  const two = twoFiles(title);
  if (two === undefined)
    return { refusal: t`"${title}" is not the name of a model; choose one that ends with ".aft".` };
  const before = last !== undefined && isGenerated(last) ? namesOfText(last) : undefined;
  const { format: found = format, text, findings } = await importing({ uri, format, files, before }, signal);
  const head = generatedHead({ format: found, sources, live, own: two.own });
  return { ...(text !== undefined && { text: `${head}${text}` }), ownText: ownText(two.generated), findings };
}

/** Compares a model with files of the system it was imported from; texts of models come from the workspace. */
export async function beginDrift(
  workspace: Workspace,
  { uri, files }: { readonly uri: string; readonly files: readonly SystemFile[] },
  { model, importing, signal }: Imports & { readonly model: CheckedModel },
): Promise<Answer<Generator<undefined, DriftAnswer>>> {
  if (model.errors.length > 0) return { refusal: t`"${titleOf(uri)}" has errors. Correct them first.` };
  const part = partOf(workspace, uri, model);
  if ('refusal' in part) return part;
  const { format = auto } = part.value.refresh ?? {};
  const { text, findings } = await importing({ uri, format, files, before: namesOfModel(model.model) }, signal);
  if (text === undefined) {
    const [error] = findings.filter(({ severity }) => severity === 'error');
    return { refusal: error?.message ?? t`The files cannot be imported.` };
  }
  const generated = part.value.uri;
  const loader = createLoader((each) =>
    Promise.resolve(each === generated ? text : workspace.find(normalized(each))?.textDocument.getText()),
  );
  const system = await loader.load(generated);
  const head = await loader.load(uri);
  const isMixed = model.model.entities.some(({ origin }) => origin !== undefined) && part.value.refresh === undefined;
  const drifts = driftOf({ model, system, file: generated, isImported: importedBy(model, generated, isMixed) });
  return { value: answered(drifts, { base: model, head }, { generated, files }) };
}

type Sides = Parameters<typeof openedChanges>[0];

function* answered(
  drifts: readonly Drift[],
  sides: Sides,
  at: { readonly generated: string; readonly files: readonly SystemFile[] },
): Generator<undefined, DriftAnswer> {
  const changes = drifts.length === 0 ? [] : yield* openedChanges(sides);
  const lines = drifts.map((drift) => lineOf(drift, at));
  return { drifts: lines, answers: worstFirst(changes).map((change) => changeWords(change)) };
}

function lineOf(
  { text, span, now }: Drift,
  { generated, files }: { readonly generated: string; readonly files: readonly SystemFile[] },
): DriftLine {
  const start = { line: 0, character: 0 };
  const place = span ?? { uri: generated, start, end: start };
  if (now === undefined) return { text, span: place };
  const file = files.find(({ name }) => name === now.file);
  const at = { line: now.line - 1, character: 0 };
  const nowSpan = file && { uri: file.uri, start: at, end: at };
  return { text, span: place, now: originText(now), ...(nowSpan !== undefined && { nowSpan }) };
}

/** Returns the part of a model that an import made; of a model without origins, all of it. */
function partOf(workspace: Workspace, uri: string, { model, sources }: CheckedModel): Answer<ImportedFile> {
  const textAt = (each: string): string | undefined => workspace.find(normalized(each))?.textDocument.getText();
  const found = importedFile({ file: titleOf(uri), model, sources, textOf: textAt, nameOf: titleOf });
  return 'refusal' in found ? found : { value: found.value ?? { uri, refresh: undefined } };
}

const titleOf = (uri: string): string => UriUtils.basename(URI.parse(uri));
