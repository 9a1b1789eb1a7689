/**
 * The requests about the structure of a text: colours, folds, selections, links.
 */
import {
  type DocumentLinkParams,
  type FoldingRangeParams,
  LSPErrorCodes,
  ResponseError,
  type SelectionRangeParams,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SemanticTokensDeltaParams,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
} from 'vscode-languageserver';
import { lexerOf } from '../../../language/src/dsl/services.ts';
import type { Asking } from './asking.ts';
import { toDocumentLink, toFoldingRange, toSelectionRange } from './convert/convert-structure.ts';
import { importLinks, originLinks } from '../features/document-links.ts';
import { foldsOf } from '../features/folding.ts';
import { selectionRanges } from '../features/selection-ranges.ts';
import { semanticTokens, tokensEdits } from '../features/semantic-tokens.ts';
import type { Guarded, Server } from './guard.ts';
import { normalized, type Workspace } from '../workspace/workspace.ts';

/** Registers the handlers. */
export function answerStructure(server: Server, asking: Asking): void {
  const { connection, guarded, ofTrees, workspace } = server;
  const documentAt = (uri: string) => workspace.find(normalized(uri));
  connection.onFoldingRanges(
    ofTrees('foldingRange', null, function* ({ textDocument }: FoldingRangeParams) {
      const document = documentAt(textDocument.uri);
      if (document === undefined) return null;
      const folds = yield* foldsOf(document, lexerOf(workspace.services.aftermath));
      return folds.map(toFoldingRange);
    }),
  );
  connection.onSelectionRanges(
    guarded('selectionRange', null, ({ textDocument, positions }: SelectionRangeParams) => {
      const document = documentAt(textDocument.uri);
      return document === undefined
        ? null
        : positions.map((position) => toSelectionRange(selectionRanges(document, position)));
    }),
  );
  connection.onDocumentLinks(
    guarded('documentLink', null, ({ textDocument }: DocumentLinkParams) => {
      const document = documentAt(textDocument.uri);
      const conversion = server.conversion();
      if (document === undefined) return null;
      const imports = importLinks(workspace, document).filter(
        (link) => link.isStandard !== true || conversion.hasOwnDocuments,
      );
      return [...imports, ...originLinks(document)].map((link) => toDocumentLink(link, conversion));
    }),
  );
  answerTokens(server, asking);
}

/** The tokens that a client already has for a document. */
interface KnownTokens {
  readonly resultId: string;
  readonly data: readonly number[];
}

/**
 * Makes a handler answer about the requested version of the text, or not at all: an editor keeps a request for colours
 * while the user types, and itself moves the colours it receives.
 */
function ofAskedText<P extends { readonly textDocument: { readonly uri: string } }, R>(
  { version }: Pick<Workspace, 'version'>,
  answer: Guarded<P, R>,
): Guarded<P, R> {
  return async (parameters, token) => {
    const uri = normalized(parameters.textDocument.uri);
    const asked = version(uri);
    const answered = await answer(parameters, token);
    return version(uri) === asked
      ? answered
      : new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile.');
  };
}

function answerTokens({ connection, sliced, workspace }: Server, { documentOf }: Asking): void {
  const known = new Map<string, KnownTokens>();
  let count = 0;
  const keep = (uri: string, data: readonly number[]): string => {
    const resultId = String(++count);
    // Only open documents are requested again.
    for (const each of known.keys()) if (!workspace.isOpen(each)) known.delete(each);
    known.set(normalized(uri), { resultId, data });
    return resultId;
  };
  const all = sliced<SemanticTokensParams, SemanticTokens>(
    'semanticTokens',
    { data: [] },
    function* ({ textDocument: { uri } }) {
      const document = documentOf(uri);
      const data = document === undefined ? [] : yield* semanticTokens(workspace, document);
      return { resultId: keep(uri, data), data };
    },
  );
  const changed = sliced<SemanticTokensDeltaParams, SemanticTokens | SemanticTokensDelta>(
    'semanticTokensDelta',
    { data: [] },
    function* ({ textDocument: { uri }, previousResultId }) {
      const document = documentOf(uri);
      const data = document === undefined ? [] : yield* semanticTokens(workspace, document);
      const before = known.get(normalized(uri));
      const resultId = keep(uri, data);
      if (before?.resultId !== previousResultId) return { resultId, data };
      return { resultId, edits: tokensEdits(before.data, data).map((edit) => ({ ...edit, data: [...edit.data] })) };
    },
  );
  const ofRange = sliced<SemanticTokensRangeParams, SemanticTokens>(
    'semanticTokensRange',
    { data: [] },
    function* ({ textDocument, range }) {
      const document = documentOf(textDocument.uri);
      return { data: document === undefined ? [] : yield* semanticTokens(workspace, document, range) };
    },
  );
  const { semanticTokens: requests } = connection.languages;
  requests.on(ofAskedText(workspace, all));
  requests.onDelta(ofAskedText(workspace, changed));
  requests.onRange(ofAskedText(workspace, ofRange));
}
