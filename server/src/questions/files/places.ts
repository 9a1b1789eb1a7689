/**
 * The names of files and locations for users and programs: a file as it was given, any other by its path from the
 * working directory; lines and columns from 1.
 */
import { posix, win32 } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { URI } from 'vscode-uri';
import { standardScheme } from '../../../../language/src/dsl/names/visible.ts';
import type { Span } from '../../../../language/src/model/span.ts';

/** The operand for the standard input. */
export const standardInput = '-';

const standardInputName = '<stdin>';

/** Returns the displayed name of a file that is no model, as the user gave it. */
export const shownName = (name: string): string => (name === standardInput ? standardInputName : name);

/** The folder that file names are relative to, and the platform whose rules they follow. */
export interface Folder {
  /** The working directory: an absolute path. */
  readonly folder: string;
  /** Default: the current platform. */
  readonly platform?: NodeJS.Platform;
}

/**
 * Returns the URI of a file given by its path; the standard input is in the working directory. The URI ends in `.aft`
 * even if the path does not, because the language recognizes its files by that.
 */
export function uriOf(name: string, { folder, platform = process.platform }: Folder): string {
  const path = pathsOf(platform).resolve(folder, shownName(name));
  const url = pathToFileURL(path.endsWith('.aft') ? path : `${path}.aft`, { windows: platform === 'win32' });
  // The language's URIs are escaped differently from Node's.
  return URI.parse(url.href).toString();
}

/** Returns the path of a file URI. */
export const pathOf = (uri: string, platform: NodeJS.Platform = process.platform): string =>
  fileURLToPath(uri, { windows: platform === 'win32' });

const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

/** Returns the displayed name of a file, by its URI. */
export type FileName = (uri: string) => string;

/** Returns a function that names files, where the user gave these. */
export function fileNames(given: readonly string[], folder: Folder): FileName {
  const names = new Map<string, string>();
  for (const name of given.toReversed()) {
    names.set(uriOf(name, folder), shownName(name));
  }
  return (uri) => names.get(uri) ?? otherName(uri, folder);
}

function otherName(text: string, { folder, platform = process.platform }: Folder): string {
  const uri = URI.parse(text);
  if (uri.scheme === standardScheme) return uri.path.slice(1);
  return pathsOf(platform).relative(folder, pathOf(text, platform));
}

/** Returns a reference to a file for use in a URI: relative if below the working directory, otherwise absolute. */
export function referenceTo(uri: string, nameOf: FileName, { folder, platform = process.platform }: Folder): string {
  if (URI.parse(uri).scheme === standardScheme) return uri;
  const name = nameOf(uri);
  const paths = pathsOf(platform);
  const path = paths.relative(folder, paths.resolve(folder, name));
  const isBelow = path !== '' && !path.startsWith('..') && !paths.isAbsolute(path);
  if (!isBelow) return pathToFileURL(paths.resolve(folder, name), { windows: platform === 'win32' }).href;
  return path.split(paths.sep).map(encodeURIComponent).join('/');
}

/** A location for programs: from 1, the end exclusive, columns in UTF-16 units. */
export interface FilePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Returns the location where a span begins. */
export const positionIn = ({ uri, start }: Span, nameOf: FileName): FilePosition => ({
  file: nameOf(uri),
  line: start.line + 1,
  column: start.character + 1,
});

/** Returns `file:line:column`, which editors and terminals can open. */
export function placeText(span: Span, nameOf: FileName): string {
  const { file, line, column } = positionIn(span, nameOf);
  return `${file}:${String(line)}:${String(column)}`;
}

/** Returns a text without line ends and other control characters, which could change the terminal's display. */
export const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
