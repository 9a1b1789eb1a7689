/**
 * The trees of the known documents, and the graph of their imports: a change in a document drops everything computed
 * from it in the documents that see it. Independent of files and editors.
 */
import { DocumentState, URI } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { noteUnreadable } from '../../../language/src/dsl/import-findings.ts';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { keepLinks, knownLinks } from '../../../language/src/dsl/names/kept-links.ts';
import { createLightServices, parseAhead, reuseTree } from '../../../language/src/dsl/services.ts';
import { sameAtEnd, sameAtStart } from '../../../language/src/dsl/syntax/lexing/same-text.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { asWritten, type Spelled } from '../../../language/src/dsl/names/spellings.ts';
import { importedUri } from '../../../language/src/dsl/names/visible.ts';
import { createImportGraph } from './import-graph.ts';
import { createModelCache, type ModelCache, type ModelCacheParts, type ModelDocument } from './model-cache.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The services that parse and link. */
export type LanguageServices = ReturnType<typeof createLightServices>;

/** The parts that the trees need. */
export interface DocumentTreesParts extends Pick<ModelCacheParts, 'check' | 'log' | 'options'> {
  /** Called with each URI whose findings may have changed because of its imports. */
  readonly onChanged: (uri: string) => void;
  /** Returns the URI under which a file is known; by default, each is known as it is written. */
  readonly spelled?: Spelled;
}

/** The trees of the known documents. */
export interface DocumentTrees {
  readonly services: LanguageServices;
  readonly models: ModelCache;
  readonly find: (uri: string) => ModelDocument | undefined;
  readonly all: () => readonly ModelDocument[];
  /** Parses a text that replaces the previous one; returns its unknown imports. */
  readonly replace: (uri: string, text: string) => readonly string[];
  /** Parses in steps a text for the next call of `replace`, if hardly any of the tree before can be reused. */
  readonly prepare: (uri: string, text: string) => Generator<undefined, undefined>;
  /** Parses the first text of a document in steps. */
  readonly addInSteps: (uri: string, text: string) => Generator<undefined, undefined>;
  /** Schedules another check of a document, because something other than its text has changed. */
  readonly recheck: (uri: string) => void;
  /** Forgets a document whose file is gone or unreadable; returns whether it was known. */
  readonly drop: (uri: string, file?: Unreadable) => boolean;
  /** Treats the first text of a document as empty, because an earlier server hung on it. */
  readonly leaveOut: (uri: string) => void;
  /** Returns true if another document imports this one, known or not. */
  readonly isImported: (uri: string) => boolean;
  /** Returns the URIs of a document's direct imports. */
  readonly importsOf: (uri: string) => readonly string[];
  /** Returns the URIs of all documents. */
  readonly uris: () => readonly string[];
}

/** Creates an empty collection. */
export function createDocumentTrees(parts: DocumentTreesParts): DocumentTrees {
  const { onChanged, log, options, check, spelled = asWritten } = parts;
  const services = createLightServices(spelled);
  const { LangiumDocuments: documents } = services.shared.workspace;
  const graph = createImportGraph();
  const leftOut = leftOutTexts();
  const models = createModelCache({
    ...{ documents, log },
    unlink: (document) => {
      services.aftermath.references.Linker.unlink(document);
    },
    ...(options !== undefined && { options }),
    ...(check !== undefined && { check }),
  });
  // All documents here were parsed as models.
  const find = (uri: string) => documents.getDocument(URI.parse(uri)) as ModelDocument | undefined;
  const tellImporters = (uri: string): void => {
    for (const importer of graph.importersOf(uri)) {
      const document = find(importer);
      if (document !== undefined) models.forget(document);
      onChanged(importer);
    }
  };
  let prepared: { readonly uri: string; readonly text: string } | undefined;
  function* prepare(uri: string, text: string): Generator<undefined, undefined> {
    prepared = undefined;
    if (leftOut.isOut(uri, text) || isLike(find(uri)?.textDocument.getText() ?? '', text)) return undefined;
    try {
      yield* parseAhead(services.aftermath, text);
      prepared = { uri, text };
    } catch {
      // The parser crashes again in `replace`, where that becomes a finding.
    }
    return undefined;
  }
  const replace = (uri: string, text: string): readonly string[] => {
    const previous = find(uri);
    const isPrepared = prepared?.uri === uri && prepared.text === text;
    prepared = undefined;
    const known = isPrepared ? undefined : previous && knownLinks(previous);
    if (previous !== undefined) {
      documents.deleteDocument(URI.parse(uri));
      if (!isPrepared) reuseTree(services.aftermath, previous);
    }
    const document = parse(services, uri, text, { models, isOut: leftOut.has(uri, text) });
    documents.addDocument(document);
    if (known !== undefined) keepLinks(known, document);
    const imported = importedBy(document).map(spelled);
    graph.set(uri, imported);
    tellImporters(uri);
    return imported.filter((each) => find(each) === undefined);
  };
  return {
    services,
    models,
    find,
    all: () => documents.all.toArray() as ModelDocument[],
    replace,
    prepare,
    *addInSteps(uri, text) {
      yield* prepare(uri, text);
      replace(uri, text);
      return undefined;
    },
    recheck: (uri) => {
      const document = find(uri);
      if (document !== undefined) models.forget(document);
    },
    drop: (uri, file) => {
      graph.delete(uri);
      const isKnown = find(uri) !== undefined;
      if (isKnown) documents.deleteDocument(URI.parse(uri));
      const isNews = noteUnreadable(documents, URI.parse(uri), file?.why);
      if (isKnown || isNews) tellImporters(uri);
      return isKnown;
    },
    leaveOut: leftOut.add,
    isImported: graph.isImported,
    importsOf: graph.importsOf,
    uris: graph.uris,
  };
}

/** Returns the URIs of what a document imports, as it writes them. */
const importedBy = ({ uri, parseResult }: ModelDocument): readonly string[] =>
  symbolsOf(parseResult.value).imports.map(({ path }) => importedUri(path, uri).toString());

/** The characters that are parsed in one piece. */
const fewCharacters = 20_000;

/** Returns true if two texts differ in few places that lie close together, so that most of a tree can be reused. */
function isLike(before: string, text: string): boolean {
  const shorter = Math.min(before.length, text.length);
  if (Math.max(before.length, text.length) - shorter > fewCharacters) return false;
  const start = sameAtStart(before, text);
  return shorter - start - sameAtEnd(before, text, shorter - start) <= fewCharacters;
}

/** The documents whose first text is ignored. */
function leftOutTexts() {
  const texts = new Map<string, string | undefined>();
  const isOut = (uri: string, text: string): boolean => texts.has(uri) && (texts.get(uri) ?? text) === text;
  return {
    add: (uri: string): void => {
      texts.set(uri, undefined);
    },
    isOut,
    has: (uri: string, text: string): boolean => {
      if (isOut(uri, text)) texts.set(uri, text);
      else texts.delete(uri);
      return texts.has(uri);
    },
  };
}

/** Parses a text; a crash of the parser costs the tree, not the server, and becomes a finding. */
function parse(
  { shared }: LanguageServices,
  uri: string,
  text: string,
  { models, isOut }: { readonly models: ModelCache; readonly isOut: boolean },
): ModelDocument {
  const { LangiumDocumentFactory: factory, LangiumDocuments: documents } = shared.workspace;
  noteUnreadable(documents, URI.parse(uri), isOut ? t`is not read` : undefined);
  let document: ModelDocument;
  try {
    if (isOut)
      throw new Error('The language server stopped answering while reading it. Change the file to have it read again.');
    document = factory.fromString<ast.Document>(text, URI.parse(uri));
  } catch (error) {
    document = factory.fromString<ast.Document>('', URI.parse(uri));
    models.fail(document, error);
  }
  // Names are looked up in the maps of the tree, which need no phase of their own.
  document.state = DocumentState.ComputedScopes;
  return document;
}
