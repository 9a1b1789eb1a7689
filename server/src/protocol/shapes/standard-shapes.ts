/**
 * The shapes of the parameters of the language server protocol, in the parts that the server reads.
 */
import {
  address,
  countShape,
  flag,
  listShape,
  recordShape,
  type ParameterShape,
  textShape,
  wholeShape,
} from './shapes.ts';

/** Accepts absent values, and null, which some clients send instead. */
const perhaps =
  (shape: ParameterShape<unknown>): ParameterShape<unknown> =>
  (value, path) =>
    value === undefined || value === null ? undefined : shape(value, path);

/** Accepts what all shapes accept. */
const all =
  (...shapes: readonly ParameterShape<unknown>[]): ParameterShape<unknown> =>
  (value, path) => {
    for (const shape of shapes) {
      const wrong = shape(value, path);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const object: ParameterShape<object> = recordShape({});
const place = recordShape({ line: countShape, character: countShape });
const range = recordShape({ start: place, end: place });
const uri = recordShape({ uri: address });
const folders = listShape(recordShape({ uri: address, name: textShape }));

const ofText = recordShape({ textDocument: uri });
const ofVersion = recordShape({
  textDocument: recordShape({ uri: address, version: wholeShape(Number.MIN_SAFE_INTEGER) }),
});
const ofPlace = all(ofText, recordShape({ position: place }));
const ofRange = all(ofText, recordShape({ range }));
const ofFiles = recordShape({ files: listShape(uri) });
const ofLayout = all(ofText, recordShape({ options: recordShape({ tabSize: countShape, insertSpaces: flag }) }));
const ofCall = recordShape({ item: recordShape({ name: textShape, uri: address, range, selectionRange: range }) });
const diagnostic = recordShape({ range, message: perhaps(textShape), code: perhaps(codeOfDiagnostic) });

function codeOfDiagnostic(value: unknown, path: string): string | undefined {
  return typeof value === 'number' ? undefined : textShape(value, path);
}

const requests: readonly (readonly [method: string, shape: ParameterShape<unknown>])[] = [
  ['initialize', all(recordShape({ capabilities: object }), recordShape({ workspaceFolders: perhaps(folders) }))],
  ...['hover', 'definition', 'declaration', 'typeDefinition', 'implementation', 'documentHighlight'].map(
    (name) => [`textDocument/${name}`, ofPlace] as const,
  ),
  ...['prepareRename', 'prepareCallHierarchy', 'prepareTypeHierarchy'].map(
    (name) => [`textDocument/${name}`, ofPlace] as const,
  ),
  ['textDocument/signatureHelp', all(ofPlace, recordShape({ context: perhaps(object) }))],
  ['textDocument/completion', all(ofPlace, recordShape({ context: perhaps(object) }))],
  ['textDocument/references', all(ofPlace, recordShape({ context: recordShape({ includeDeclaration: flag }) }))],
  ['textDocument/rename', all(ofPlace, recordShape({ newName: textShape }))],
  ...['documentSymbol', 'codeLens', 'documentLink', 'foldingRange', 'semanticTokens/full'].map(
    (name) => [`textDocument/${name}`, ofText] as const,
  ),
  ['textDocument/semanticTokens/full/delta', all(ofText, recordShape({ previousResultId: textShape }))],
  ['textDocument/semanticTokens/range', ofRange],
  ['textDocument/inlayHint', ofRange],
  ['textDocument/selectionRange', all(ofText, recordShape({ positions: listShape(place) }))],
  [
    'textDocument/codeAction',
    all(
      ofRange,
      recordShape({
        context: recordShape({ diagnostics: listShape(diagnostic), only: perhaps(listShape(textShape)) }),
      }),
    ),
  ],
  ['textDocument/formatting', ofLayout],
  ['textDocument/rangeFormatting', all(ofLayout, ofRange)],
  ['textDocument/onTypeFormatting', all(ofLayout, ofPlace, recordShape({ ch: textShape }))],
  ['completionItem/resolve', recordShape({ label: textShape })],
  ['codeLens/resolve', recordShape({ range })],
  ['workspace/textDocumentContent', uri],
  ['workspace/symbol', recordShape({ query: textShape })],
  ['callHierarchy/incomingCalls', ofCall],
  ['callHierarchy/outgoingCalls', ofCall],
  ['typeHierarchy/supertypes', ofCall],
  ['typeHierarchy/subtypes', ofCall],
  ['workspace/willRenameFiles', recordShape({ files: listShape(recordShape({ oldUri: address, newUri: address })) })],
  ['textDocument/willSaveWaitUntil', ofText],
];

const notifications: readonly (readonly [method: string, shape: ParameterShape<unknown>])[] = [
  [
    'textDocument/didOpen',
    recordShape({
      textDocument: recordShape({ uri: address, version: wholeShape(Number.MIN_SAFE_INTEGER), text: textShape }),
    }),
  ],
  [
    'textDocument/didChange',
    all(
      ofVersion,
      recordShape({
        contentChanges: listShape(all(recordShape({ text: textShape }), recordShape({ range: perhaps(range) }))),
      }),
    ),
  ],
  ['textDocument/didClose', ofText],
  ['textDocument/didSave', ofText],
  ['textDocument/willSave', ofText],
  ['workspace/didChangeConfiguration', object],
  [
    'workspace/didChangeWatchedFiles',
    recordShape({ changes: listShape(recordShape({ uri: address, type: wholeShape(1, 3) })) }),
  ],
  ['workspace/didChangeWorkspaceFolders', recordShape({ event: recordShape({ added: folders, removed: folders }) })],
  ['workspace/didCreateFiles', ofFiles],
  ['workspace/didDeleteFiles', ofFiles],
  ['workspace/didRenameFiles', recordShape({ files: listShape(recordShape({ oldUri: address, newUri: address })) })],
  ['$/setTrace', recordShape({ value: textShape })],
];

/** The shapes of the parameters, by method. */
export const standardShapes: ReadonlyMap<string, ParameterShape<unknown>> = new Map([...requests, ...notifications]);
