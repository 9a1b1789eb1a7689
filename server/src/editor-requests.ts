/**
 * The requests of the protocol itself, each answered by its feature.
 */
import type {
  CodeActionParams,
  CompletionItem,
  CompletionParams,
  DocumentSymbolParams,
  ReferenceParams,
  TextDocumentContentParams,
  TextDocumentPositionParams,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { standardLibrary } from '../../language/src/dsl/standard-library.ts';
import {
  toCodeAction,
  toCompletionItem,
  toDefinition,
  toHighlight,
  toHover,
  toLocation,
  toMarkup,
  toSymbols,
} from './convert.ts';
import { completionList, documentOffer, isOfferSource } from './features/completion-list.ts';
import { definitionAt } from './features/definition.ts';
import { hoverAt } from './features/hover.ts';
import { quickFixesAt } from './features/quick-fixes.ts';
import { occurrencesAt, type Occurrence } from './features/references.ts';
import { outlineOf } from './features/symbols.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Server } from './guard.ts';
import { normalized } from './workspace.ts';

/** A position with its document. */
interface Asked {
  readonly document: ModelDocument;
  readonly offset: number;
}

/** Registers the handlers. */
export function answerEditorRequests(server: Server): void {
  const { connection, guarded, workspace } = server;
  const documentOf = (uri: string): ModelDocument | undefined => {
    const document = workspace.find(normalized(uri));
    if (document !== undefined) workspace.models.link(document);
    return document;
  };
  const asked = ({ textDocument, position }: TextDocumentPositionParams): Asked | undefined => {
    const document = documentOf(textDocument.uri);
    return document === undefined ? undefined : { document, offset: document.textDocument.offsetAt(position) };
  };
  const at = <P extends TextDocumentPositionParams, R>(
    name: string,
    answer: (asked: Asked, parameters: P) => R | null,
  ) =>
    guarded<P, R | null>(name, null, (parameters) => {
      const place = asked(parameters);
      return place === undefined ? null : answer(place, parameters);
    });

  connection.onHover(
    at('hover', ({ document, offset }) => {
      const text = hoverAt(workspace, document, offset);
      return text === undefined ? null : toHover(text, server.conversion());
    }),
  );
  connection.onDefinition(
    at('definition', ({ document, offset }) => {
      const definition = definitionAt(workspace, document, offset);
      return definition === undefined ? null : toDefinition(definition, server.conversion());
    }),
  );
  connection.onReferences(
    at('references', ({ document, offset }, { context }: ReferenceParams) =>
      occurrencesAt(workspace, document, offset, workspace.all())
        .filter((occurrence) => context.includeDeclaration || !occurrence.isDeclaration)
        .map((occurrence) => toLocation(occurrence, server.conversion())),
    ),
  );
  connection.onDocumentHighlight(
    at('documentHighlight', ({ document, offset }) =>
      occurrencesAt(workspace, document, offset, [document]).map((occurrence: Occurrence) => toHighlight(occurrence)),
    ),
  );
  connection.onDocumentSymbol(
    guarded('documentSymbol', null, ({ textDocument: { uri } }: DocumentSymbolParams) => {
      const document = workspace.find(normalized(uri));
      return document === undefined ? null : toSymbols(outlineOf(document), uri, server.conversion());
    }),
  );
  connection.workspace.textDocumentContent.on(
    guarded('textDocumentContent', null, ({ uri }: TextDocumentContentParams) => {
      const text = standardLibrary.get(URI.parse(uri).path);
      return text === undefined ? null : { text };
    }),
  );
  answerQuickFixes(server, documentOf);
  answerCompletion(server, asked);
}

function answerQuickFixes(server: Server, documentOf: (uri: string) => ModelDocument | undefined): void {
  const { connection, guarded, workspace } = server;
  connection.onCodeAction(
    guarded('codeAction', null, ({ textDocument: { uri }, range }: CodeActionParams) => {
      const document = documentOf(uri);
      if (document === undefined) return null;
      return quickFixesAt(workspace, document, range).map((each) => toCodeAction(each, server.conversion()));
    }),
  );
}

function answerCompletion(server: Server, asked: (parameters: TextDocumentPositionParams) => Asked | undefined): void {
  const { connection, guarded, workspace, completer } = server;
  connection.onCompletion(
    guarded('completion', null, (parameters: CompletionParams) => {
      const place = asked(parameters);
      const list = place && completionList(workspace, completer, place.document, place.offset);
      if (list === undefined) return null;
      const range = { start: list.start, end: list.end };
      const conversion = server.conversion();
      return {
        isIncomplete: list.isCut,
        items: list.entries.map(({ offer, source }, index) =>
          toCompletionItem(offer, { range, index, data: source }, conversion),
        ),
      };
    }),
  );
  connection.onCompletionResolve(async (item: CompletionItem, token) => {
    const documented = guarded('completionResolve', item, (given: CompletionItem): CompletionItem => {
      const data: unknown = given.data;
      const text = isOfferSource(data) ? documentOffer(workspace, data) : undefined;
      if (text === undefined) return given;
      return { ...given, documentation: toMarkup(text, server.conversion().hasCompletionMarkdown) };
    });
    return documented(item, token);
  });
}
