/**
 * Everything that the models of the workspace declare, by qualified name.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fitsTyped } from '../workspace/fits-typed.ts';
import { outlineOf, type OutlineEntry, type SymbolKind } from './symbols.ts';

/** A declaration with its file. */
export interface FoundSymbol {
  /** With the names around it: `environment.app.net`, `Worker.Idle`. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly span: Span;
}

/** A list of more is of no use to anybody; the client asks again with more letters. */
const mostSymbols = 500;

/** Finds the declarations whose qualified names have the letters of a query in their order, one file after the other. */
export function* findSymbols(workspace: Workspace, query: string): Generator<undefined, readonly FoundSymbol[]> {
  const found: FoundSymbol[] = [];
  const documents = workspace.all().filter(({ uri }) => workspace.isOwn(uri.toString()));
  const collect = (uri: string, entries: readonly OutlineEntry[], around: string): void => {
    for (const { name: own, kind, nameSpan, children } of entries) {
      if (found.length >= mostSymbols) return;
      const name = around === '' ? own : `${around}.${own}`;
      if (fitsTyped(name, query)) found.push({ name, kind, span: { uri, ...nameSpan } });
      collect(uri, children, name);
    }
  };
  for (const document of documents) {
    collect(document.uri.toString(), yield* outlineOf(document), '');
    if (found.length >= mostSymbols) break;
  }
  return found;
}
