/**
 * All declarations of the models of the workspace, by qualified name.
 */
import type { Span } from '../../../language/src/model/span.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fitsTyped } from '../workspace/fits-typed.ts';
import { documentOutline, type OutlineEntry, type SymbolKind } from './symbols.ts';

/** A declaration with its location. */
export interface FoundSymbol {
  /** Qualified: `environment.app.net`, `Worker.Idle`. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly span: Span;
}

/** A longer list helps nobody; the client asks again after more letters. */
const mostSymbols = 500;

/** Finds the declarations whose qualified names contain the letters of a query in order, one file per step. */
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
    collect(document.uri.toString(), yield* documentOutline(document), '');
    if (found.length >= mostSymbols) break;
  }
  return found;
}
