/**
 * The documents of a workspace: the open ones, those in its folders, and their imports. Keeps the trees up to date with
 * the texts. Reads files through `Files`; independent of the protocol.
 */
import { URI } from 'langium';
import { CancellationToken } from 'vscode-languageserver';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { createSpellings, type Spelled, type Spellings } from '../../../language/src/dsl/names/spellings.ts';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import { createDocumentTrees, type DocumentTrees, type DocumentTreesParts } from './document-trees.ts';
import { type OptionsByDocument, usualOptions } from './document-options.ts';
import type { Files, Keeps } from './files/files.ts';
import { everyFile, type FileSelection } from './selection.ts';
import { inSlices } from './slices.ts';
import type { At } from './whereabouts.ts';

/** The parts that a workspace needs. */
export interface WorkspaceParts extends Omit<DocumentTreesParts, 'options' | 'spelled'> {
  readonly files: Files;
  /** The options for checking each document; default: those of the language. */
  readonly options?: OptionsByDocument;
  /** Chooses which files of its folders are models of the workspace; default: all. */
  readonly selection?: FileSelection;
  /** Called before a document is parsed. */
  readonly at?: At;
}

/** The documents of a workspace. All URIs are in the form returned by `normalized`. */
export interface Workspace extends Pick<DocumentTrees, 'services' | 'models' | 'find' | 'all' | 'leaveOut'> {
  /** Sets a text that is open in an editor, on opening and after each change. */
  readonly setText: (uri: string, text: OpenText) => void;
  readonly close: (uri: string) => void;
  /** Reports files created or changed by others. */
  readonly filesChanged: (uris: readonly string[]) => void;
  /** Reports deleted files, or deleted folders with everything in them. */
  readonly filesDeleted: (uris: readonly string[]) => void;
  /** Reports that options may have changed: everything is checked again, without being parsed again. */
  readonly optionsChanged: () => void;
  /** Adds the models of a folder of the workspace; returns them. */
  readonly addFolder: (folder: string) => Promise<readonly string[]>;
  /** The same for a folder created by others inside one of these. */
  readonly folderChanged: (folder: string) => Promise<readonly string[]>;
  /** Reads all folders again, for files that are no longer excluded; returns their models. */
  readonly readAgain: () => Promise<readonly string[]>;
  readonly removeFolder: (folder: string) => void;
  /** Brings every tree up to date; reads imports seen for the first time. */
  readonly settle: () => Promise<void>;
  /** Returns true if no text has changed since. */
  readonly isSettled: () => boolean;
  /**
   * Returns the number of times that a tree was replaced or lost its links, which invalidates everything read from
   * trees before.
   */
  readonly revision: () => number;
  readonly isOpen: (uri: string) => boolean;
  /** Returns true if findings of a document concern the user: it is open, or a model of a folder of the workspace. */
  readonly isOwn: (uri: string) => boolean;
  /** Returns the version of an open text. */
  readonly version: (uri: string) => number | undefined;
  /** Returns the URI under which a file is known here, whatever the case in which its name is written. */
  readonly spelled: Spelled;
}

/** A text in an editor. */
export interface OpenText {
  readonly version: number;
  readonly text: string;
}

/** Returns the canonical form of a URI, whatever its client escapes. */
export const normalized = (uri: string): string => URI.parse(uri).toString();

/** Creates an empty workspace. */
export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { files, onChanged, options = usualOptions, selection = everyFile, at = () => Promise.resolve() } = parts;
  const { spelled, forget } = createSpellings(files.isSameFile);
  const trees = createDocumentTrees({ ...parts, options: options.of, spelled });
  const opened = new Map<string, OpenText>();
  const folders = new Set<string>();
  /** The documents whose text is newer than their tree, and those whose options are not known. */
  const [outdated, unlearnt] = [new Set<string>(), new Set<string>()];
  let revision = 0;
  const { isOwn, choose, read } = createMembership({ files, onChanged, selection, folders, opened, spelled });
  const isNeeded = (uri: string): boolean => isOwn(uri) || trees.isImported(uri);
  const [outdate, unlearn] = [marking(outdated, onChanged), marking(unlearnt, onChanged)];
  const outdateClosed = (uris: readonly string[]): void => {
    uris.filter((uri) => isNeeded(uri) && !opened.has(uri)).forEach(outdate);
  };
  const update = async (uri: string): Promise<void> => {
    await at(uri);
    const text = await newestText(uri, opened, files);
    if (typeof text !== 'string' || !isNeeded(uri)) {
      dropTree(uri, trees, onChanged, text);
      return;
    }
    const wasChanged = (): boolean => outdated.has(uri);
    await inSlices(trees.prepare(uri, text), CancellationToken.None, wasChanged);
    // It comes again, with its newest text.
    if (wasChanged()) return;
    // A missing file is looked for again whenever a text that imports it changes.
    for (const missing of trees.replace(uri, text)) outdated.add(missing);
  };
  const { settle, isUnderWay } = createSettle([unlearnt, outdated], async (uri, from) => {
    const holds = await options.load(uri);
    await choose(uri);
    revision += 1;
    if (from === outdated) await update(uri);
    else trees.recheck(uri);
    // It had no tree yet when the options changed.
    if (!holds() && trees.find(uri) !== undefined) unlearn(uri);
    if (outdated.size === 0) dropUnneeded(trees, isOwn, forget);
  });
  return inOneSpelling({
    ...trees,
    setText: (uri, text) => {
      const isSame = opened.get(uri)?.text === text.text;
      opened.set(uri, text);
      (isSame ? onChanged : outdate)(uri);
    },
    close: (uri) => {
      if (opened.delete(uri)) outdate(uri);
    },
    filesChanged: outdateClosed,
    filesDeleted: (uris) => {
      outdateClosed(trees.uris().filter((known) => uris.some((uri) => isBelow(known, uri))));
    },
    optionsChanged: () => {
      options.clear();
      selection.clear();
      trees.uris().forEach(unlearn);
    },
    addFolder: (folder) => {
      folders.add(folder);
      return read(folder, outdateClosed);
    },
    folderChanged: (folder) => read(folder, outdateClosed),
    readAgain: async () => {
      const ofFolders = [...folders].map((folder) =>
        read(folder, (models) => {
          outdateClosed(models.filter((uri) => trees.find(uri) === undefined));
        }),
      );
      return (await Promise.all(ofFolders)).flat();
    },
    removeFolder: (folder) => {
      folders.delete(folder);
      for (const uri of trees.uris()) if (isBelow(uri, folder)) onChanged(uri);
    },
    settle,
    isSettled: () => outdated.size + unlearnt.size === 0 && !isUnderWay(),
    revision: () => revision,
    isOpen: (uri) => opened.has(uri),
    isOwn,
    version: (uri) => opened.get(uri)?.version,
    spelled,
  });
}

/** Returns the workspace for those who may write the name of a file in any way. */
function inOneSpelling(workspace: Workspace): Workspace {
  const { spelled } = workspace;
  return {
    ...workspace,
    setText: (uri, text) => {
      workspace.setText(spelled(uri), text);
    },
    close: (uri) => {
      workspace.close(spelled(uri));
    },
    filesChanged: (uris) => {
      workspace.filesChanged(uris.map(spelled));
    },
    filesDeleted: (uris) => {
      workspace.filesDeleted(uris.map(spelled));
    },
    isOpen: (uri) => workspace.isOpen(spelled(uri)),
    isOwn: (uri) => workspace.isOwn(spelled(uri)),
    version: (uri) => workspace.version(spelled(uri)),
  };
}

interface MembershipParts extends Required<Pick<WorkspaceParts, 'files' | 'onChanged' | 'selection'>> {
  readonly folders: ReadonlySet<string>;
  readonly opened: ReadonlyMap<string, OpenText>;
  readonly spelled: Spelled;
}

/** Knows which documents are the user's own: the open ones, and the chosen ones in folders. */
function createMembership({ files, onChanged, selection, folders, opened, spelled }: MembershipParts) {
  /** The documents in folders that are no models of the workspace. */
  const excluded = new Set<string>();
  const foldersOf = (uri: string): readonly string[] => [...folders].filter((folder) => isBelow(uri, folder));
  return {
    isOwn: (uri: string): boolean => opened.has(uri) || (!excluded.has(uri) && foldersOf(uri).length > 0),
    /** Finds out whether a document is chosen; its findings then appear, or disappear. */
    choose: async (uri: string): Promise<void> => {
      const kept = await Promise.all(foldersOf(uri).map((folder) => selection.takes(uri, folder)));
      const isExcluded = kept.length > 0 && !kept.includes(true);
      if (isExcluded === excluded.has(uri)) return;
      if (isExcluded) excluded.add(uri);
      else excluded.delete(uri);
      onChanged(uri);
    },
    /** Returns the chosen models below a folder, after handing them on. */
    read: async (folder: string, take: (uris: readonly string[]) => void): Promise<readonly string[]> => {
      const root = foldersOf(folder)[0] ?? folder;
      const keeps: Keeps = (entry) => selection.keeps({ ...entry, uri: normalized(entry.uri) }, root);
      const models: string[] = [];
      for (const uri of (await files.list(folder, keeps)).map((each) => spelled(normalized(each))))
        if (await selection.takes(uri, root)) models.push(uri);
      take(models);
      return models;
    },
  };
}

/** Returns a function that adds a document to a waiting set and reports it. */
const marking = (waiting: Set<string>, tell: (uri: string) => void) => (uri: string) => {
  waiting.add(uri);
  tell(uri);
};

/** Forgets documents that are neither open, nor in a folder, nor imported by such, and the spellings of their names. */
function dropUnneeded(trees: DocumentTrees, isOwn: (uri: string) => boolean, forget: Spellings['forget']): void {
  const needed = trees.uris().filter(isOwn);
  const known = new Set(needed);
  for (const uri of needed) {
    for (const imported of trees.importsOf(uri)) {
      if (known.has(imported)) continue;
      known.add(imported);
      needed.push(imported);
    }
  }
  for (const uri of trees.uris()) if (!known.has(uri)) trees.drop(uri);
  forget((uri) => trees.find(uri) !== undefined || trees.isImported(uri));
}

function dropTree(
  uri: string,
  trees: DocumentTrees,
  onChanged: (uri: string) => void,
  read: string | Unreadable | undefined,
): void {
  if (trees.drop(uri, typeof read === 'object' ? read : undefined)) onChanged(uri);
}

/**
 * Returns a function that updates everything in these sets, one set and one call at a time, and one that tells whether
 * an update is under way.
 */
function createSettle(
  waiting: readonly Set<string>[],
  update: (uri: string, from: Set<string>) => Promise<void>,
): { readonly settle: () => Promise<void>; readonly isUnderWay: () => boolean } {
  let settling = Promise.resolve();
  let isUnderWay = false;
  const settleNow = async (): Promise<void> => {
    // Documents added meanwhile are visited too.
    for (const uris of waiting) {
      for (const uri of uris) {
        uris.delete(uri);
        isUnderWay = true;
        await update(uri, uris).finally(() => (isUnderWay = false));
      }
    }
  };
  const settle = async (): Promise<void> => {
    if (waiting.every(({ size }) => size === 0)) {
      await settling;
      return;
    }
    const next = settling.then(settleNow);
    // A failure is reported to those who wait for it; later calls start again.
    settling = next.catch(() => undefined);
    await next;
  };
  return { settle, isUnderWay: () => isUnderWay };
}

/** A text opened or changed while its file was read is newer than the file. */
async function newestText(
  uri: string,
  opened: ReadonlyMap<string, OpenText>,
  files: Files,
): Promise<string | Unreadable | undefined> {
  const read = opened.get(uri)?.text ?? (await readText(files, uri));
  return opened.get(uri)?.text ?? read;
}

async function readText(files: Files, uri: string): Promise<string | Unreadable | undefined> {
  const { scheme, path } = URI.parse(uri);
  return scheme === standardScheme ? standardLibrary.get(path) : await files.read(uri);
}

/** Returns true if a URI is that of a folder or of something in it. */
const isBelow = (uri: string, folder: string): boolean =>
  uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
