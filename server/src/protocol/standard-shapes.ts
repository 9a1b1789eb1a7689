/**
 * The shapes of the parameters of the language server protocol, in the parts that the server reads.
 */
import { address, count, flag, listOf, record, type Shape, text, whole } from './shapes.ts';

/** Accepts absent values, and null, which some clients send instead. */
const perhaps =
  (shape: Shape<unknown>): Shape<unknown> =>
  (value, path) =>
    value === undefined || value === null ? undefined : shape(value, path);

/** Accepts what all shapes accept. */
const all =
  (...shapes: readonly Shape<unknown>[]): Shape<unknown> =>
  (value, path) => {
    for (const shape of shapes) {
      const wrong = shape(value, path);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const object: Shape<object> = record({});
const place = record({ line: count, character: count });
const range = record({ start: place, end: place });
const uri = record({ uri: address });
const folders = listOf(record({ uri: address, name: text }));

const ofText = record({ textDocument: uri });
const ofVersion = record({ textDocument: record({ uri: address, version: whole(Number.MIN_SAFE_INTEGER) }) });
const ofPlace = all(ofText, record({ position: place }));
const ofRange = all(ofText, record({ range }));
const ofFiles = record({ files: listOf(uri) });
const ofLayout = all(ofText, record({ options: record({ tabSize: count, insertSpaces: flag }) }));
const ofCall = record({ item: record({ name: text, uri: address, range, selectionRange: range }) });
const diagnostic = record({ range, message: perhaps(text), code: perhaps(codeOfDiagnostic) });

function codeOfDiagnostic(value: unknown, path: string): string | undefined {
  return typeof value === 'number' ? undefined : text(value, path);
}

const requests: readonly (readonly [method: string, shape: Shape<unknown>])[] = [
  ['initialize', all(record({ capabilities: object }), record({ workspaceFolders: perhaps(folders) }))],
  ...['hover', 'definition', 'declaration', 'typeDefinition', 'implementation', 'documentHighlight'].map(
    (name) => [`textDocument/${name}`, ofPlace] as const,
  ),
  ...['prepareRename', 'prepareCallHierarchy', 'prepareTypeHierarchy'].map(
    (name) => [`textDocument/${name}`, ofPlace] as const,
  ),
  ['textDocument/signatureHelp', all(ofPlace, record({ context: perhaps(object) }))],
  ['textDocument/completion', all(ofPlace, record({ context: perhaps(object) }))],
  ['textDocument/references', all(ofPlace, record({ context: record({ includeDeclaration: flag }) }))],
  ['textDocument/rename', all(ofPlace, record({ newName: text }))],
  ...['documentSymbol', 'codeLens', 'documentLink', 'foldingRange', 'semanticTokens/full'].map(
    (name) => [`textDocument/${name}`, ofText] as const,
  ),
  ['textDocument/semanticTokens/full/delta', all(ofText, record({ previousResultId: text }))],
  ['textDocument/semanticTokens/range', ofRange],
  ['textDocument/inlayHint', ofRange],
  ['textDocument/selectionRange', all(ofText, record({ positions: listOf(place) }))],
  [
    'textDocument/codeAction',
    all(ofRange, record({ context: record({ diagnostics: listOf(diagnostic), only: perhaps(listOf(text)) }) })),
  ],
  ['textDocument/formatting', ofLayout],
  ['textDocument/rangeFormatting', all(ofLayout, ofRange)],
  ['textDocument/onTypeFormatting', all(ofLayout, ofPlace, record({ ch: text }))],
  ['completionItem/resolve', record({ label: text })],
  ['codeLens/resolve', record({ range })],
  ['workspace/textDocumentContent', uri],
  ['workspace/symbol', record({ query: text })],
  ['callHierarchy/incomingCalls', ofCall],
  ['callHierarchy/outgoingCalls', ofCall],
  ['typeHierarchy/supertypes', ofCall],
  ['typeHierarchy/subtypes', ofCall],
  ['workspace/willRenameFiles', record({ files: listOf(record({ oldUri: address, newUri: address })) })],
  ['textDocument/willSaveWaitUntil', ofText],
];

const notifications: readonly (readonly [method: string, shape: Shape<unknown>])[] = [
  [
    'textDocument/didOpen',
    record({ textDocument: record({ uri: address, version: whole(Number.MIN_SAFE_INTEGER), text }) }),
  ],
  [
    'textDocument/didChange',
    all(ofVersion, record({ contentChanges: listOf(all(record({ text }), record({ range: perhaps(range) }))) })),
  ],
  ['textDocument/didClose', ofText],
  ['textDocument/didSave', ofText],
  ['textDocument/willSave', ofText],
  ['workspace/didChangeConfiguration', object],
  ['workspace/didChangeWatchedFiles', record({ changes: listOf(record({ uri: address, type: whole(1, 3) })) })],
  ['workspace/didChangeWorkspaceFolders', record({ event: record({ added: folders, removed: folders }) })],
  ['workspace/didCreateFiles', ofFiles],
  ['workspace/didDeleteFiles', ofFiles],
  ['workspace/didRenameFiles', record({ files: listOf(record({ oldUri: address, newUri: address })) })],
  ['$/setTrace', record({ value: text })],
];

/** The shapes of the parameters, by method. */
export const standardShapes: ReadonlyMap<string, Shape<unknown>> = new Map([...requests, ...notifications]);
