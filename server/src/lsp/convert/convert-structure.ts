/**
 * Converts our folds, ranges, links and tokens to those of the language server protocol.
 */
import {
  type DocumentLink,
  type FoldingRange,
  FoldingRangeKind,
  type Range,
  type SelectionRange,
} from 'vscode-languageserver';
import { type Conversion, rangeOf } from './conversion.ts';
import type { ImportLink } from '../../features/document-links.ts';
import type { Fold } from '../../features/folding.ts';

const foldKinds: Readonly<Record<Fold['kind'], FoldingRangeKind | undefined>> = {
  body: undefined,
  comment: FoldingRangeKind.Comment,
  imports: FoldingRangeKind.Imports,
  region: FoldingRangeKind.Region,
};

/** Converts a fold. */
export function toFoldingRange({ startLine, endLine, kind }: Fold): FoldingRange {
  const of = foldKinds[kind];
  return { startLine, endLine, ...(of !== undefined && { kind: of }) };
}

/** Converts ranges, each within the next one. */
export function toSelectionRange(ranges: readonly Pick<Range, 'start' | 'end'>[]): SelectionRange {
  const start = { line: 0, character: 0 };
  const outermost: SelectionRange = { range: { start, end: start } };
  const [whole = outermost.range, ...inner] = ranges.toReversed();
  return inner.reduce<SelectionRange>((parent, range) => ({ range: rangeOf(range), parent }), {
    range: rangeOf(whole),
  });
}

/** Converts the link of an import. */
export const toDocumentLink = ({ span, target }: ImportLink, conversion: Conversion): DocumentLink => ({
  range: rangeOf(span),
  target: conversion.uri(target),
});
