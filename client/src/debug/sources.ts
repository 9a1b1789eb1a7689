/**
 * Source locations as a debugger and its editor exchange them: paths, and lines that may count from one.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Position, Span } from '../../../language/src/model/span.ts';

/** Converts between URIs and the editor's paths. */
export interface EditorPaths {
  readonly pathOf: (uri: string) => string;
  readonly uriOf: (path: string) => string;
}

/**
 * Creates converters between our locations and those of a client; `base` is the number of its first line and column.
 */
export function createSources(
  { pathOf, uriOf }: EditorPaths,
  base: { readonly line: number; readonly column: number },
) {
  return {
    uriOf,
    /** Returns the beginning and end of a span. */
    rangeOf: ({ start, end }: Span) => ({
      line: start.line + base.line,
      column: start.character + base.column,
      endLine: end.line + base.line,
      endColumn: end.character + base.column,
    }),
    sourceOf: (uri: string): DebugProtocol.Source => ({ name: uri.slice(uri.lastIndexOf('/') + 1), path: pathOf(uri) }),
    positionOf: (line: number, column = base.column): Position => ({
      line: Math.max(0, line - base.line),
      character: Math.max(0, column - base.column),
    }),
  };
}

/** The converters of `createSources`. */
export type SourceConverters = ReturnType<typeof createSources>;
