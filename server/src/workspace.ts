/**
 * The documents: what is open, what lies in the workspace's folders and what these import, each with
 * its current tree. Knows which document sees which, so that a change reaches all that depend on it.
 * Reads files through `Files` and knows nothing of the protocol.
 */
import { DocumentState, EmptyFileSystem, URI } from 'langium';
import type * as ast from '../../language/src/dsl/generated/ast.ts';
import { createAftermathServices } from '../../language/src/dsl/services.ts';
import { standardLibrary } from '../../language/src/dsl/standard-library.ts';
import { symbolsOf } from '../../language/src/dsl/symbols.ts';
import { importedUri, standardScheme } from '../../language/src/dsl/visible.ts';
import { describeError } from './describe-error.ts';
import type { Files } from './files.ts';
import { createModelCache, type ModelCache, type ModelCacheParts, type ModelDocument } from './model-cache.ts';

/** The services that parse and link. */
export type LanguageServices = ReturnType<typeof createAftermathServices>;

export interface WorkspaceParts extends Pick<ModelCacheParts, 'check' | 'log'> {
  readonly files: Files;
  /** Is told each URI whose findings may be other ones now. */
  readonly onChanged: (uri: string) => void;
}

/** All URIs that go in and out are in the form that `normalized` gives them. */
export interface Workspace {
  readonly services: LanguageServices;
  readonly models: ModelCache;
  /** Takes a text that an editor has open, now and after each change. */
  readonly setText: (uri: string, text: OpenText) => void;
  readonly close: (uri: string) => void;
  /** Files that were created or changed by others. */
  readonly filesChanged: (uris: readonly string[]) => void;
  /** Files, or folders with all that is in them, that are gone. */
  readonly filesDeleted: (uris: readonly string[]) => void;
  readonly addFolder: (folder: string) => Promise<void>;
  readonly removeFolder: (folder: string) => void;
  /** Brings every tree up to date, reading what is imported for the first time. */
  readonly settle: () => Promise<void>;
  /** Whether no text has changed since. */
  readonly isSettled: () => boolean;
  /** The current tree of a document. */
  readonly find: (uri: string) => ModelDocument | undefined;
  readonly all: () => readonly ModelDocument[];
  readonly isOpen: (uri: string) => boolean;
  /** Whether findings of a document concern the user: it is open, or lies in a folder of the workspace. */
  readonly isOwn: (uri: string) => boolean;
  /** The version of an open text. */
  readonly version: (uri: string) => number | undefined;
}

/** A text in an editor. */
export interface OpenText {
  readonly version: number;
  readonly text: string;
}

/** Writes a URI as the server compares them, whatever its client escapes. */
export const normalized = (uri: string): string => URI.parse(uri).toString();

/** Makes an empty workspace. */
export function createWorkspace({ files, onChanged, log, check }: WorkspaceParts): Workspace {
  const services = createAftermathServices(EmptyFileSystem);
  const { LangiumDocuments: documents } = services.shared.workspace;
  const models = createModelCache({
    documents,
    unlink: (document) => {
      services.aftermath.references.Linker.unlink(document);
    },
    log,
    ...(check !== undefined && { check }),
  });
  const opened = new Map<string, OpenText>();
  const folders = new Set<string>();
  /** Documents whose text is newer than their tree. */
  const outdated = new Set<string>();
  const importsOf = new Map<string, readonly string[]>();
  let settling = Promise.resolve();

  const find = (uri: string): ModelDocument | undefined => documents.getDocument(URI.parse(uri)) as ModelDocument | undefined;
  const isInFolder = (uri: string): boolean => [...folders].some((folder) => isBelow(uri, folder));
  const isOwn = (uri: string): boolean => opened.has(uri) || isInFolder(uri);
  const isNeeded = (uri: string): boolean => isOwn(uri) || importersOf(uri, importsOf).size > 0;
  const outdate = (uri: string): void => {
    outdated.add(uri);
    onChanged(uri);
  };
  const textOf = async (uri: string): Promise<string | undefined> => {
    const open = opened.get(uri);
    if (open !== undefined) return open.text;
    const { scheme, path } = URI.parse(uri);
    return scheme === standardScheme ? standardLibrary.get(path) : await files.read(uri);
  };

  /** Drops what was computed for all that see a document, directly or not. */
  const tellImporters = (uri: string): void => {
    for (const importer of importersOf(uri, importsOf)) {
      const document = find(importer);
      if (document !== undefined) models.forget(document);
      onChanged(importer);
    }
  };

  const replace = (uri: string, text: string): void => {
    if (find(uri) !== undefined) documents.deleteDocument(URI.parse(uri));
    const document = parse(services, uri, text, log);
    documents.addDocument(document);
    const imports = symbolsOf(document.parseResult.value).imports.map(({ path }) =>
      importedUri(path, document.uri).toString(),
    );
    importsOf.set(uri, imports);
    // A file that was not there is looked for again whenever a text that imports it changes.
    for (const imported of imports) if (find(imported) === undefined) outdated.add(imported);
    tellImporters(uri);
  };

  const drop = (uri: string): void => {
    importsOf.delete(uri);
    if (find(uri) === undefined) return;
    documents.deleteDocument(URI.parse(uri));
    tellImporters(uri);
    onChanged(uri);
  };

  const settleNow = async (): Promise<void> => {
    // What is added meanwhile is visited too.
    for (const uri of outdated) {
      outdated.delete(uri);
      const text = await textOf(uri);
      // What was opened or changed meanwhile is newer than what was read.
      const current = opened.get(uri)?.text ?? text;
      if (current === undefined || !isNeeded(uri)) drop(uri);
      else replace(uri, current);
    }
  };

  return {
    services,
    models,
    setText: (uri, text) => {
      const isSame = opened.get(uri)?.text === text.text;
      opened.set(uri, text);
      if (isSame) onChanged(uri);
      else outdate(uri);
    },
    close: (uri) => {
      opened.delete(uri);
      outdate(uri);
    },
    filesChanged: (uris) => {
      for (const uri of uris) {
        if (isNeeded(uri) && !opened.has(uri)) outdate(uri);
      }
    },
    filesDeleted: (uris) => {
      for (const uri of uris) {
        for (const known of importsOf.keys()) if (isBelow(known, uri) && !opened.has(known)) outdate(known);
      }
    },
    addFolder: async (folder) => {
      folders.add(folder);
      for (const uri of await files.list(folder)) if (find(normalized(uri)) === undefined) outdate(normalized(uri));
    },
    removeFolder: (folder) => {
      folders.delete(folder);
      for (const uri of importsOf.keys()) if (isBelow(uri, folder)) onChanged(uri);
    },
    settle: async () => {
      if (outdated.size > 0) {
        const next = settling.then(settleNow);
        // What fails is told to whoever waits for it; those who come later start anew.
        settling = next.catch(() => undefined);
        await next;
      } else await settling;
    },
    isSettled: () => outdated.size === 0,
    find,
    all: () => documents.all.toArray() as ModelDocument[],
    isOpen: (uri) => opened.has(uri),
    isOwn,
    version: (uri) => opened.get(uri)?.version,
  };
}

/** Parses a text; a fault of the parser itself costs the tree, not the server. */
function parse({ shared }: LanguageServices, uri: string, text: string, log: (message: string) => void): ModelDocument {
  const factory = shared.workspace.LangiumDocumentFactory;
  let document: ModelDocument;
  try {
    document = factory.fromString<ast.Document>(text, URI.parse(uri));
  } catch (error) {
    log(`Parsing ${uri} failed: ${describeError(error)}`);
    document = factory.fromString<ast.Document>('', URI.parse(uri));
  }
  // Names are looked up in the maps of the tree, which need no phase of their own.
  document.state = DocumentState.ComputedScopes;
  return document;
}

/** Returns all documents that import one, directly or through others, without itself. */
function importersOf(uri: string, importsOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [uri];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [importer, imports] of importsOf) {
      if (importer === uri || found.has(importer) || !imports.includes(next)) continue;
      found.add(importer);
      pending.push(importer);
    }
  }
  return found;
}

/** Whether a URI is that of a folder, or of something in it. */
const isBelow = (uri: string, folder: string): boolean =>
  uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
