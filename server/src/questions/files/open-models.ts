/**
 * Opens models with their imports, and gathers the findings of each file.
 */
import { createLoader } from '../../../../language/src/dsl/load.ts';
import type { Loaded } from '../../../../language/src/dsl/loaded.ts';
import { createProjectFiles, type ProjectFiles } from '../../../../language/src/dsl/project-files.ts';
import type { Finding } from '../../../../language/src/model/finding.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { nodeFiles } from '../../workspace/files/node-files.ts';
import { type FileFindings, mergeFindings } from './file-findings.ts';
import { type FileName, fileNames, pathOf, uriOf } from './places.ts';
import { readOther, readText, type TextSource } from './read-text.ts';

/** The opened models and their findings. */
export interface OpenedModels {
  /** In the order given, each once; without unreadable ones. */
  readonly models: readonly Loaded[];
  /** The named files with all findings; then imported files with errors. */
  readonly files: readonly FileFindings[];
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
  readonly nameOf: FileName;
  /** Returns the text of a file that was read, by its URI. */
  readonly textOf: (uri: string) => string | undefined;
  /** The URIs of all files that were read, the named ones first. */
  readonly readFiles: readonly string[];
}

/** Texts that files have instead of their own, by URI. */
export interface Instead {
  readonly instead?: ReadonlyMap<string, string>;
}

/** Opens the models of files given by their paths, each file once. */
async function openModels(names: readonly string[], surroundings: TextSource & Instead): Promise<OpenedModels> {
  const { texts, unreadable, nameOf } = await readGiven(names, surroundings);
  const imported = new Map<string, string>();
  const loader = createLoader(
    async (uri) => {
      const known = texts.get(uri) ?? surroundings.instead?.get(uri);
      if (known !== undefined) return known;
      const read = await readOther(pathOf(uri), surroundings);
      if (typeof read === 'string') imported.set(uri, read);
      return read;
    },
    {},
    nodeFiles.isSameFile,
  );
  const models = new Map<string, Loaded>();
  for (const uri of texts.keys()) {
    models.set(uri, await loader.load(uri));
  }
  const findings = [
    ...[...models.values()].flatMap((model) => model.findings),
    ...[...models.values()].flatMap((model) => loader.importErrors(model, new Set(imported.keys()))),
  ];
  const files = mergeFindings([...texts.keys()], findings);
  const textOf = (uri: string): string | undefined => texts.get(uri) ?? imported.get(uri);
  const readFiles = [...texts.keys(), ...imported.keys()];
  return { models: [...models.values()], files, unreadable, nameOf, textOf, readFiles };
}

/** The texts of files given by their paths, each file once, by URI; and those that cannot be read. */
interface GivenTexts extends Pick<OpenedModels, 'unreadable' | 'nameOf'> {
  readonly texts: Map<string, string>;
}

/** Reads files given by their paths. */
export async function readGiven(names: readonly string[], surroundings: TextSource & Instead): Promise<GivenTexts> {
  const nameOf = fileNames(names, surroundings);
  const texts = new Map<string, string>();
  const unreadable: { file: string; message: string }[] = [];
  const uris = new Map(names.toReversed().map((name) => [uriOf(name, surroundings), name]));
  for (const [uri, name] of [...uris].reverse()) {
    const other = surroundings.instead?.get(uri);
    const read = other === undefined ? await readText(name, surroundings) : { value: other };
    if ('refusal' in read) unreadable.push({ file: nameOf(uri), message: read.refusal });
    else texts.set(uri, read.value);
  }
  return { texts, unreadable, nameOf };
}

/** Returns the project files beside the texts. */
export const projectFilesOf = (surroundings: TextSource): ProjectFiles =>
  createProjectFiles(async (uri) => {
    const read = await readOther(pathOf(uri), surroundings);
    // Above the folders that may be read there is none.
    return surroundings.readFile === undefined || typeof read === 'string' ? read : undefined;
  });

/** A model, and the errors in it and its imports. */
export interface OpenedModel extends Omit<Loaded, 'errors'>, Pick<OpenedModels, 'nameOf' | 'textOf' | 'readFiles'> {
  readonly file: string;
  readonly uri: string;
  readonly errors: readonly FileFindings[];
}

/** Opens the model of one file for a question that needs a model without errors. */
export async function openModel(name: string, surroundings: TextSource & Instead): Promise<Answer<OpenedModel>> {
  const { models, files, unreadable, nameOf, textOf, readFiles } = await openModels([name], surroundings);
  const [model] = models;
  if (model === undefined) return { refusal: unreadable.map(({ message }) => message).join(' ') };
  const errors = files
    .map(({ uri, findings }) => ({ uri, findings: findings.filter(isError) }))
    .filter(({ findings }) => findings.length > 0);
  const uri = uriOf(name, surroundings);
  return { value: { ...model, file: nameOf(uri), uri, errors, nameOf, textOf, readFiles } };
}

const isError = ({ severity }: Finding): boolean => severity === 'error';
