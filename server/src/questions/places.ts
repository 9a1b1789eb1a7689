/**
 * How files and places are called for people and programs: a file as it was given, any other by its
 * path from the working directory; lines and columns from 1.
 */
import { posix, win32 } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { URI } from 'vscode-uri';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { Span } from '../../../language/src/model/span.ts';

/** The operand that stands for the standard input. */
export const standardInput = '-';

const standardInputName = '<stdin>';

/** Where file names are looked up, and by whose rules. */
export interface Folder {
  /** The working directory: an absolute path. */
  readonly folder: string;
  /** Default: the system that this runs on. */
  readonly platform?: NodeJS.Platform;
}

/**
 * Returns the URI under which a file given by its path is known; the standard input lies in the working
 * directory. It ends in `.aft` even where the path does not: the language knows its files by that.
 */
export function uriOf(name: string, { folder, platform = process.platform }: Folder): string {
  const path = pathsOf(platform).resolve(folder, name === standardInput ? standardInputName : name);
  const url = pathToFileURL(path.endsWith('.aft') ? path : `${path}.aft`, { windows: platform === 'win32' });
  // The language spells its URIs in one way, which differs from Node's in what is escaped.
  return URI.parse(url.href).toString();
}

/** Returns the path of a file given by its URI. */
export const pathOf = (uri: string, platform: NodeJS.Platform = process.platform): string =>
  fileURLToPath(uri, { windows: platform === 'win32' });

const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

/** What a file is called, by its URI. */
export type FileName = (uri: string) => string;

/** Returns what files are called, where these were given by the user. */
export function fileNames(given: readonly string[], folder: Folder): FileName {
  const names = new Map<string, string>();
  for (const name of given.toReversed()) {
    names.set(uriOf(name, folder), name === standardInput ? standardInputName : name);
  }
  return (uri) => names.get(uri) ?? otherName(uri, folder);
}

function otherName(text: string, { folder, platform = process.platform }: Folder): string {
  const uri = URI.parse(text);
  if (uri.scheme === standardScheme) return uri.path.slice(1);
  return pathsOf(platform).relative(folder, pathOf(text, platform));
}

/** Returns what a file is called as a reference in a URI: by its path below the working directory, else in full. */
export function referenceTo(uri: string, nameOf: FileName, { folder, platform = process.platform }: Folder): string {
  if (URI.parse(uri).scheme === standardScheme) return uri;
  const name = nameOf(uri);
  const paths = pathsOf(platform);
  const path = paths.relative(folder, paths.resolve(folder, name));
  const isBelow = path !== '' && !path.startsWith('..') && !paths.isAbsolute(path);
  if (!isBelow) return pathToFileURL(paths.resolve(folder, name), { windows: platform === 'win32' }).href;
  return path.split(paths.sep).map(encodeURIComponent).join('/');
}

/** A place as programs get it: from 1, the end exclusive, columns in UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the place where a span begins. */
export const placeOf = ({ uri, start }: Span, nameOf: FileName): Place => ({
  file: nameOf(uri),
  line: start.line + 1,
  column: start.character + 1,
});

/** Returns `file:line:column`, as editors and terminals can open it. */
export function placeText(span: Span, nameOf: FileName): string {
  const { file, line, column } = placeOf(span, nameOf);
  return `${file}:${String(line)}:${String(column)}`;
}

/** Returns a text without line ends and other control characters, which could change what a terminal shows. */
export const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
