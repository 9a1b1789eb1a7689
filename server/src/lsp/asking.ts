/**
 * Resolves the document of a request, and the position in it.
 */
import type { Position, ResponseError, TextDocumentPositionParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Guarded, Server } from './guard.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { normalized } from '../workspace/workspace.ts';

/** A position with its document. */
export interface AskedPosition {
  readonly document: ModelDocument;
  readonly offset: number;
}

/** Finds the subjects of requests, with their names resolved. */
export interface Asking {
  readonly documentOf: (uri: string) => ModelDocument | undefined;
  readonly asked: (parameters: TextDocumentPositionParams) => AskedPosition | undefined;
  /** Creates a handler for a request about a position. */
  readonly at: <P extends TextDocumentPositionParams, R>(
    name: string,
    answer: (asked: AskedPosition, parameters: P) => R | ResponseError | null,
  ) => Guarded<P, R | null>;
  /** The same for answers that may take long. */
  readonly inSteps: <P extends TextDocumentPositionParams, R>(
    name: string,
    answer: (asked: AskedPosition, parameters: P) => Generator<undefined, R | ResponseError | null>,
  ) => Guarded<P, R | null>;
}

/** Creates the resolver for a server. */
export function createResolver({ guarded, ofTrees, workspace }: Server): Asking {
  const documentOf = (uri: string): ModelDocument | undefined => {
    const document = workspace.find(normalized(uri));
    if (document !== undefined) workspace.models.link(document);
    return document;
  };
  const asked = ({ textDocument, position }: TextDocumentPositionParams): AskedPosition | undefined => {
    const document = documentOf(textDocument.uri);
    return document === undefined ? undefined : { document, offset: offsetAt(document.textDocument, position) };
  };
  return {
    documentOf,
    asked,
    at: (name, answer) =>
      guarded(name, null, (parameters) => {
        const place = asked(parameters);
        return place === undefined ? null : answer(place, parameters);
      }),
    inSteps: (name, answer) =>
      ofTrees(name, null, function* (parameters) {
        const place = asked(parameters);
        yield;
        return place === undefined ? null : yield* answer(place, parameters);
      }),
  };
}

/**
 * Returns the offset of a position in a text. The text itself would first note where each of its lines begins, after each
 * edit again.
 */
export function offsetAt(document: TextDocument, { line, character }: Position): number {
  const text = document.getText();
  if (text.includes('\r')) return document.offsetAt({ line, character });
  let start = 0;
  for (let above = 0; above < line; above++) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return text.length;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + Math.max(character, 0), end < 0 ? text.length : end);
}
