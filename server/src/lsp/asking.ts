/**
 * Resolves the document of a request, and the position in it.
 */
import type { ResponseError, TextDocumentPositionParams } from 'vscode-languageserver';
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
    return document === undefined ? undefined : { document, offset: document.textDocument.offsetAt(position) };
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
