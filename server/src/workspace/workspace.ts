/**
 * The documents of a workspace: what is open, what lies in its folders and what these import. Keeps
 * the trees up to date with the texts. Reads files through `Files` and knows nothing of the protocol.
 */
import { URI } from 'langium';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import type { Unreadable } from '../../../language/src/dsl/loaded.ts';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import { createDocumentTrees, type DocumentTrees, type DocumentTreesParts } from './document-trees.ts';
import type { OptionsByDocument } from './document-options.ts';
import type { Files } from './files.ts';
import type { At } from './whereabouts.ts';

export interface WorkspaceParts extends Omit<DocumentTreesParts, 'options'> {
  readonly files: Files;
  /** What is looked for in each document; what the language itself says by default. */
  readonly options?: OptionsByDocument;
  /** Is told before a document is parsed. */
  readonly at?: At;
}

/** All URIs that go in and out are in the form that `normalized` gives them. */
export interface Workspace extends Pick<DocumentTrees, 'services' | 'models' | 'find' | 'all' | 'leaveOut'> {
  /** Takes a text that an editor has open, now and after each change. */
  readonly setText: (uri: string, text: OpenText) => void;
  readonly close: (uri: string) => void;
  /** Files that were created or changed by others. */
  readonly filesChanged: (uris: readonly string[]) => void;
  /** Files, or folders with all that is in them, that are gone. */
  readonly filesDeleted: (uris: readonly string[]) => void;
  /** What is looked for may have changed: all is checked anew, without being parsed anew. */
  readonly optionsChanged: () => void;
  /** Takes the models of a folder of the workspace; returns them. */
  readonly addFolder: (folder: string) => Promise<readonly string[]>;
  /** The same for a folder in one of these that others have made. */
  readonly folderChanged: (folder: string) => Promise<readonly string[]>;
  readonly removeFolder: (folder: string) => void;
  /** Brings every tree up to date, reading what is imported for the first time. */
  readonly settle: () => Promise<void>;
  /** Whether no text has changed since. */
  readonly isSettled: () => boolean;
  /** How often a tree was replaced or lost its links; what was read of trees before is of no use then. */
  readonly revision: () => number;
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
export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { files, onChanged, options = usualOptions, at = () => Promise.resolve() } = parts;
  const trees = createDocumentTrees({ ...parts, options: options.of });
  const opened = new Map<string, OpenText>();
  const folders = new Set<string>();
  /** Documents whose text is newer than their tree, and those of which it is not known what to look for. */
  const [outdated, unlearnt] = [new Set<string>(), new Set<string>()];
  let revision = 0;
  const isOwn = (uri: string): boolean => opened.has(uri) || [...folders].some((folder) => isBelow(uri, folder));
  const isNeeded = (uri: string): boolean => isOwn(uri) || trees.isImported(uri);
  const [outdate, unlearn] = [marking(outdated, onChanged), marking(unlearnt, onChanged)];
  const outdateClosed = (uris: readonly string[]): void => {
    uris.filter((uri) => isNeeded(uri) && !opened.has(uri)).forEach(outdate);
  };
  const update = async (uri: string): Promise<void> => {
    await at(uri);
    const text = await newestText(uri, opened, files);
    if (typeof text !== 'string' || !isNeeded(uri)) dropTree(uri, trees, onChanged, text);
    // A file that was not there is looked for again whenever a text that imports it changes.
    else for (const missing of trees.replace(uri, text)) outdated.add(missing);
  };
  return {
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
      trees.uris().forEach(unlearn);
    },
    addFolder: (folder) => {
      folders.add(folder);
      return readFolder(folder, files, outdateClosed);
    },
    folderChanged: (folder) => readFolder(folder, files, outdateClosed),
    removeFolder: (folder) => {
      folders.delete(folder);
      for (const uri of trees.uris()) if (isBelow(uri, folder)) onChanged(uri);
    },
    settle: createSettle([unlearnt, outdated], async (uri, from) => {
      const holds = await options.load(uri);
      revision += 1;
      if (from === outdated) await update(uri);
      else trees.recheck(uri);
      // It had no tree yet when the options changed.
      if (!holds() && trees.find(uri) !== undefined) unlearn(uri);
      if (outdated.size === 0) dropUnneeded(trees, isOwn);
    }),
    isSettled: () => outdated.size + unlearnt.size === 0,
    revision: () => revision,
    isOpen: (uri) => opened.has(uri),
    isOwn,
    version: (uri) => opened.get(uri)?.version,
  };
}

/** Returns the models below a folder, once others know of them. */
async function readFolder(
  folder: string,
  files: Files,
  take: (uris: readonly string[]) => void,
): Promise<readonly string[]> {
  const models = (await files.list(folder)).map(normalized);
  take(models);
  return models;
}

/** Returns what lets a document wait, and tells so. */
const marking = (waiting: Set<string>, tell: (uri: string) => void) => (uri: string) => {
  waiting.add(uri);
  tell(uri);
};

/** Forgets what nobody has open or in a folder, and what none of these imports any more, directly or not. */
function dropUnneeded(trees: DocumentTrees, isOwn: (uri: string) => boolean): void {
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
}

function dropTree(
  uri: string,
  trees: DocumentTrees,
  onChanged: (uri: string) => void,
  read: string | Unreadable | undefined,
): void {
  if (trees.drop(uri, typeof read === 'object' ? read : undefined)) onChanged(uri);
}

const usualOptions: OptionsByDocument = {
  load: () => Promise.resolve(() => true),
  of: () => ({}),
  clear: () => undefined,
};

/** Returns what brings all that waits in these sets up to date, one set and one call after the other. */
function createSettle(
  waiting: readonly Set<string>[],
  update: (uri: string, from: Set<string>) => Promise<void>,
): () => Promise<void> {
  let settling = Promise.resolve();
  const settleNow = async (): Promise<void> => {
    // What is added meanwhile is visited too.
    for (const uris of waiting) {
      for (const uri of uris) {
        uris.delete(uri);
        await update(uri, uris);
      }
    }
  };
  return async () => {
    if (waiting.every(({ size }) => size === 0)) {
      await settling;
      return;
    }
    const next = settling.then(settleNow);
    // What fails is told to whoever waits for it; those who come later start anew.
    settling = next.catch(() => undefined);
    await next;
  };
}

/** What was opened or changed while a file was read is newer than what was read. */
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

/** Whether a URI is that of a folder, or of something in it. */
const isBelow = (uri: string, folder: string): boolean =>
  uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
