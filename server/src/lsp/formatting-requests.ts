/**
 * The requests that format a document. The client is notified of parts that stay unformatted because of a syntax error,
 * or because the formatter could not prove the result equivalent.
 */
import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  TextEdit,
} from 'vscode-languageserver';
import type { Formatted } from '../../../language/src/dsl/formatting/format.ts';
import type { ChangeablePart } from '../../../language/src/dsl/formatting/parsed-text.ts';
import { formatDocument, leftAlone, linesBetween, typedPart } from '../features/formatting.ts';
import type { Server } from './guard.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { type NotFormatted, notFormattedNotification } from '../protocol/formatting-protocol.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Registers the handlers. */
export function answerFormatting({ connection, sliced, workspace }: Server): void {
  function* formatted(document: ModelDocument, part?: ChangeablePart): Generator<undefined, Formatted | null> {
    const steps = formatDocument(workspace, document, part);
    // Text typed meanwhile is in another tree, which may have taken over parts of this one.
    while (workspace.find(document.uri.toString()) === document) {
      const next = steps.next();
      if (next.done === true) return next.value;
      yield;
    }
    return null;
  }
  function* answer(uri: string, partOf: (document: ModelDocument) => ChangeablePart | undefined) {
    const document = workspace.find(normalized(uri));
    if (document === undefined) return null;
    const result = yield* formatted(document, partOf(document));
    if (result === null) return null;
    const left = leftAlone(document, result);
    if (left !== undefined) {
      connection.console.info(sentenceOf(uri, left));
      void connection.sendNotification(notFormattedNotification.method, { uri, ...left });
    }
    return toTextEdits(document, result);
  }
  connection.onDocumentFormatting(
    sliced('formatting', null, ({ textDocument: { uri } }: DocumentFormattingParams) => answer(uri, () => undefined)),
  );
  connection.onDocumentRangeFormatting(
    sliced('rangeFormatting', null, ({ textDocument: { uri }, range }: DocumentRangeFormattingParams) =>
      answer(uri, (document) => linesBetween(document, range.start, range.end)),
    ),
  );
  connection.onDocumentOnTypeFormatting(
    sliced('onTypeFormatting', null, function* ({ textDocument, position, ch }: DocumentOnTypeFormattingParams) {
      const document = workspace.find(normalized(textDocument.uri));
      const part = document && typedPart(document, position, ch);
      if (document === undefined || part === undefined) return null;
      // While typing, errors are not reported: the text is unfinished.
      const result = yield* formatted(document, part);
      return result && toTextEdits(document, result);
    }),
  );
}

const toTextEdits = ({ textDocument }: ModelDocument, { edits }: Formatted): TextEdit[] =>
  edits.map(({ start, end, text }) => ({
    range: { start: textDocument.positionAt(start), end: textDocument.positionAt(end) },
    newText: text,
  }));

/** Returns the sentence for the log, for clients that do not know our notification. */
function sentenceOf(uri: string, left: NotFormatted): string {
  if (left.reason === 'unsure') return t`${uri} was not formatted: formatting would have changed its meaning.`;
  return t`${uri} was formatted except for parts that do not follow the grammar, the first in line ${String(left.line + 1)}.`;
}
