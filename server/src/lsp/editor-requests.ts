/**
 * The requests of the protocol itself, each answered by its feature.
 */
import type {
  CompletionItem,
  CompletionParams,
  DocumentSymbolParams,
  ReferenceParams,
  TextDocumentContentParams,
  WorkspaceSymbolParams,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { standardLibrary } from '../../../language/src/dsl/library/standard-library.ts';
import {
  toCompletionItem,
  toDefinition,
  toHighlight,
  toHover,
  toLocation,
  toMarkup,
  toSymbols,
  toWorkspaceSymbol,
} from './convert/convert.ts';
import { completionList, documentOffer, isOfferSource } from '../features/completion-list.ts';
import { declarationAt, definitionAt } from '../features/definition.ts';
import { hoverAt } from '../features/hover.ts';
import { occurrencesAt, type NameOccurrence } from '../features/references.ts';
import { documentOutline } from '../features/symbols.ts';
import { typeDefinitionAt } from '../features/type-definition.ts';
import { findSymbols } from '../features/workspace-symbols.ts';
import { answerActions } from './action-requests.ts';
import { type Asking, createResolver } from './asking.ts';
import type { Server } from './guard.ts';
import { answerFormatting } from './formatting-requests.ts';
import { answerHelp } from './help-requests.ts';
import { answerHints } from './hint-requests.ts';
import { answerRenaming } from './rename-requests.ts';
import { answerStructure } from './structure-requests.ts';
import { answerTypes } from './type-requests.ts';
import { normalized } from '../workspace/workspace.ts';

/** Registers the handlers. */
export function answerEditorRequests(server: Server): void {
  const { connection, guarded, workspace } = server;
  const asking = createResolver(server);
  const { at, inSteps } = asking;
  connection.onHover(
    inSteps('hover', function* ({ document, offset }) {
      // The model is kept, so the next request has it even if this one is cancelled.
      workspace.models.of(document);
      yield;
      const text = hoverAt(workspace, document, offset);
      return text === undefined ? null : toHover(text, server.conversion());
    }),
  );
  const leadingTo = (name: string, find: typeof definitionAt) =>
    at(name, ({ document, offset }) => {
      const definition = find(workspace, document, offset);
      return definition === undefined ? null : toDefinition(definition, server.conversion());
    });
  connection.onDefinition(leadingTo('definition', definitionAt));
  connection.onDeclaration(leadingTo('declaration', declarationAt));
  connection.onTypeDefinition(leadingTo('typeDefinition', typeDefinitionAt));
  connection.onReferences(
    inSteps('references', function* ({ document, offset }, { context }: ReferenceParams) {
      const occurrences = yield* occurrencesAt(workspace, document, offset, workspace.all());
      return occurrences
        .filter((occurrence) => context.includeDeclaration || !occurrence.isDeclaration)
        .map((occurrence) => toLocation(occurrence, server.conversion()));
    }),
  );
  connection.onDocumentHighlight(
    inSteps('documentHighlight', function* ({ document, offset }) {
      const occurrences = yield* occurrencesAt(workspace, document, offset, [document]);
      return occurrences.map((occurrence: NameOccurrence) => toHighlight(occurrence));
    }),
  );
  connection.workspace.textDocumentContent.on(
    guarded('textDocumentContent', null, ({ uri }: TextDocumentContentParams) => {
      const text = standardLibrary.get(URI.parse(uri).path);
      return text === undefined ? null : { text };
    }),
  );
  answerSymbols(server);
  answerActions(server, asking);
  answerCompletion(server, asking);
  answerFormatting(server);
  answerRenaming(server, asking);
  answerStructure(server, asking);
  answerTypes(server, asking);
  answerHelp(server, asking);
  answerHints(server, asking);
}

function answerSymbols(server: Server): void {
  const { connection, ofTrees, workspace } = server;
  connection.onDocumentSymbol(
    ofTrees('documentSymbol', null, function* ({ textDocument: { uri } }: DocumentSymbolParams) {
      const document = workspace.find(normalized(uri));
      return document === undefined ? null : toSymbols(yield* documentOutline(document), uri, server.conversion());
    }),
  );
  connection.onWorkspaceSymbol(
    ofTrees('workspaceSymbol', null, function* ({ query }: WorkspaceSymbolParams) {
      const symbols = yield* findSymbols(workspace, query);
      return symbols.map((each) => toWorkspaceSymbol(each, server.conversion()));
    }),
  );
}

function answerCompletion(server: Server, { asked }: Asking): void {
  const { connection, guarded, sliced, workspace, completer } = server;
  connection.onCompletion(
    sliced('completion', null, function* (parameters: CompletionParams) {
      asked(parameters);
      yield;
      // Typing narrows the list, so it is made for the newest text.
      const place = asked(parameters);
      const list = place && completionList(workspace, completer, place.document, place.offset);
      if (list === undefined) return null;
      const range = { start: list.start, end: list.end };
      const conversion = server.conversion();
      return {
        isIncomplete: list.isCut,
        items: list.entries.map((entry, index) => toCompletionItem(entry, { range, index }, conversion)),
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
