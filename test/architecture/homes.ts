/** The outside packages that have a home: only some files may import them. */
import { debugProtocol, elk, json, protocol } from './zones.ts';

/** A package that only some files may import, whatever the row of their zone says. */
export interface Home {
  readonly packageName: RegExp;
  /** The most files that may import it; `undefined` for any number. */
  readonly most: number | undefined;
  readonly folders: readonly string[];
}

/** The outside packages with a single home. */
export const homes: readonly Home[] = [
  { packageName: /^vscode$/, most: undefined, folders: ['client/src/'] },
  { packageName: /^langium(?:\/|$)/, most: undefined, folders: ['language/src/dsl/', 'server/src/'] },
  { packageName: /^langium\/lsp$/, most: undefined, folders: ['server/src/'] },
  { packageName: protocol, most: undefined, folders: ['server/src/'] },
  { packageName: json, most: 1, folders: ['language/src/dsl/'] },
  // Once for the page, once for the command line and the language server.
  { packageName: elk, most: 2, folders: ['client/webview/', 'server/src/pictures/'] },
  { packageName: debugProtocol, most: undefined, folders: ['client/src/debug/'] },
  { packageName: /^yaml$/, most: 1, folders: ['language/src/interchange/'] },
  { packageName: /^saxes$/, most: 1, folders: ['language/src/interchange/xml/'] },
];
