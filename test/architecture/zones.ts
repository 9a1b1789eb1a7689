/**
 * The table of who may import whom, as data: one row per folder of sources. What a violation is and how
 * files are read is not said here.
 */

/** A part of the sources with what its files may import; they may always import each other. */
export interface Zone {
  readonly name: string;
  /** Folder, relative to the root, with a slash at the end. */
  readonly folder: string;
  /** Names of other zones. */
  readonly zones: readonly string[];
  /** Single files of other zones. */
  readonly files: readonly string[];
  /** Patterns of outside packages; `node:` stands for all that Node brings. */
  readonly packages: readonly RegExp[];
}

/** A package that only some files may import, whatever their zone's row says. */
export interface Home {
  readonly packageName: RegExp;
  /** How many files may import it; `undefined` for any number. */
  readonly most: number | undefined;
  readonly folders: readonly string[];
}

const node = /^node:/;
// Chevrotain is the parser library under Langium; tokens and the lexer are made of its parts.
const langium = /^langium$|^langium\/(?!lsp|node)|^chevrotain$/;
const json = /^jsonc-parser$/;
const protocol = /^vscode-languageserver(?:-|\/|$)/;
const address = /^vscode-uri$/;
const debugProtocol = /^@vscode\/debugprotocol$/;
const messages = ['', 'machine/', 'report/', 'trace/'].map((folder) => `client/webview/${folder}messages.ts`);
const core = ['model', 'analysis', 'simulation', 'view', 'interchange'];
const elk = /^elkjs(?:\/|$)/;
const painter = /^@resvg\/resvg-js$/;
const graphviz = /^@hpcc-js\/wasm-graphviz$/;
/** What the page writes as files for other tools. */
const writers = ['drawing-lines', 'export-dot', 'export-mermaid'].map((name) => `language/src/interchange/${name}.ts`);

/** The rows of the table; of two folders that hold a file, the longer one counts. */
export const zones: readonly Zone[] = [
  { name: 'model', folder: 'language/src/model/', zones: [], files: [], packages: [] },
  { name: 'graph', folder: 'language/src/graph/', zones: [], files: [], packages: [] },
  { name: 'analysis', folder: 'language/src/analysis/', zones: ['model', 'graph'], files: [], packages: [] },
  {
    name: 'simulation',
    folder: 'language/src/simulation/',
    zones: ['model', 'graph', 'analysis'],
    files: [],
    packages: [/^pure-rand\//],
  },
  {
    name: 'view',
    folder: 'language/src/view/',
    zones: ['model', 'analysis', 'simulation'],
    files: [],
    packages: [],
  },
  {
    name: 'drawing',
    folder: 'language/src/drawing/',
    zones: ['model', 'view'],
    files: [],
    packages: [/^preact(?:\/|$)/, /^preact-render-to-string$/],
  },
  {
    name: 'interchange',
    folder: 'language/src/interchange/',
    zones: ['model', 'analysis', 'simulation'],
    files: [],
    packages: [/^yaml$/],
  },
  { name: 'library', folder: 'language/std/', zones: [], files: [], packages: [] },
  { name: 'dsl', folder: 'language/src/dsl/', zones: [...core, 'library'], files: [], packages: [langium, json] },
  {
    name: 'server',
    folder: 'server/src/',
    zones: [...core, 'drawing', 'library', 'dsl'],
    files: [],
    packages: [node, /^langium(?:\/|$)/, protocol, address, elk, painter],
  },
  {
    name: 'client',
    folder: 'client/src/',
    zones: [...core, 'dsl', 'server'],
    files: messages,
    packages: [node, /^vscode$/, /^vscode-languageclient(?:\/|$)/, address, debugProtocol],
  },
  {
    name: 'page',
    folder: 'client/webview/',
    zones: ['model', 'view', 'drawing'],
    files: writers,
    packages: [/^preact(?:\/|$)/, /^d3-/, elk, graphviz],
  },
];

/** The outside types that have one home. */
export const homes: readonly Home[] = [
  { packageName: /^vscode$/, most: undefined, folders: ['client/src/'] },
  { packageName: /^langium(?:\/|$)/, most: undefined, folders: ['language/src/dsl/', 'server/src/'] },
  { packageName: /^langium\/lsp$/, most: undefined, folders: ['server/src/'] },
  { packageName: protocol, most: undefined, folders: ['server/src/'] },
  { packageName: json, most: 1, folders: ['language/src/dsl/'] },
  // Once for the page, once for the command line.
  { packageName: elk, most: 2, folders: ['client/webview/', 'server/src/cli/'] },
  { packageName: debugProtocol, most: undefined, folders: ['client/src/debug/'] },
  { packageName: graphviz, most: 1, folders: ['client/webview/'] },
  { packageName: /^yaml$/, most: 1, folders: ['language/src/interchange/'] },
];
