/**
 * Loads a model from text: the single entry point for the command line, the tests and the library. Files are read
 * through a function.
 */
import { DocumentState, type LangiumDocument, URI } from 'langium';
import type { Finding } from '../model/finding.ts';
import { emptyModel, emptySources } from '../model/model.ts';
import type * as ast from './generated/ast.ts';
import { standardLibrary } from './library/standard-library.ts';
import { importErrors } from './check-imports.ts';
import { checkDocument, type DocumentOptions } from './check-document.ts';
import { linkDocument } from './names/link.ts';
import { noteUnreadable, whyUnreadable } from './import-findings.ts';
import type { Loaded, ReadFile } from './loaded.ts';
import { createLightServices } from './services.ts';
import { symbolsOf } from './types/symbols.ts';
import { createSpellings, type IsSameFile } from './names/spellings.ts';
import { importedUri, standardScheme } from './names/visible.ts';
import { t } from '../model/common/translation.ts';

/** Loads files that may import each other; each is read and parsed once. */
export interface Loader {
  readonly load: (uri: string) => Promise<Loaded>;
  /** Returns the errors in those imports of a loaded file, direct and indirect, whose URIs are given; in their order. */
  readonly importErrors: (loaded: Loaded, uris: ReadonlySet<string>) => readonly Finding[];
}

/** Loads `uri` and its imports. A missing file gives one finding with code `file/unreadable`. */
export const loadModel = (uri: string, readFile: ReadFile): Promise<Loaded> => createLoader(readFile).load(uri);

/**
 * Makes a loader that reads files through a function and runs the rules selected by the options, for all files or for
 * each by its URI. The standard library is built in. On a disk where names may be written in capitals or not, `isSameFile`
 * tells which of them are one file.
 */
export function createLoader(
  readFile: ReadFile,
  options: DocumentOptions | ((uri: string) => DocumentOptions) = {},
  isSameFile?: IsSameFile,
): Loader {
  const { spelled } = createSpellings(isSameFile);
  const { shared } = createLightServices(spelled);
  const { LangiumDocuments: documents, LangiumDocumentFactory: factory } = shared.workspace;

  const optionsOf = (uri: string): DocumentOptions => (typeof options === 'function' ? options(uri) : options);
  const read = (uri: URI) => (uri.scheme === standardScheme ? standardLibrary.get(uri.path) : readFile(uri.toString()));
  const open = async (written: URI): Promise<LangiumDocument<ast.Document> | undefined> => {
    const uri = isSameFile === undefined ? written : URI.parse(spelled(written.toString()));
    const known = documents.getDocument(uri);
    if (known !== undefined) return known as LangiumDocument<ast.Document>;
    const text = await read(uri);
    noteUnreadable(documents, uri, typeof text === 'object' ? text.why : undefined);
    if (typeof text !== 'string') return undefined;
    const document = factory.fromString<ast.Document>(withoutMark(text), uri);
    document.state = DocumentState.ComputedScopes;
    documents.addDocument(document);
    for (const { path } of symbolsOf(document.parseResult.value).imports) await open(importedUri(path, uri));
    return document;
  };

  return {
    load: async (text) => {
      const uri = URI.parse(text);
      const document = await open(uri);
      if (document === undefined) return unreadable(text, whyUnreadable(documents, uri));
      // Names in imported files are resolved when they are read.
      linkDocument(document);
      return checkDocument(document, documents, optionsOf(text));
    },
    importErrors: ({ files, findings }, uris) => {
      const document = documents.getDocument(URI.parse(files.at(-1) ?? ''));
      if (document === undefined) return [];
      return importErrors(document as LangiumDocument<ast.Document>, documents, {
        uris,
        severitiesOf: (uri) => optionsOf(uri).severities ?? {},
        isCertain: findings.every(({ severity }) => severity !== 'error'),
      });
    },
  };
}

/** Removes a byte order mark. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

const start = { line: 0, character: 0 };

function unreadable(uri: string, why = t`cannot be read. Check its path and whether you may read it`): Loaded {
  const finding: Finding = {
    code: 'file/unreadable',
    severity: 'error',
    message: t`The file "${uri}" ${why}.`,
    span: { uri, start, end: start },
    related: [],
  };
  return { model: emptyModel, sources: emptySources, files: [], imports: [], findings: [finding], errors: [finding] };
}
