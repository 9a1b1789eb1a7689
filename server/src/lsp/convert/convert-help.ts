/**
 * Converts our signatures and dependency hierarchies to those of the language server protocol.
 */
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  SignatureHelp,
} from 'vscode-languageserver';
import { type Conversion, rangeOf } from './conversion.ts';
import { symbolKinds, toMarkup } from './convert.ts';
import type { HierarchyItem, HierarchySource, HierarchyStep } from '../../features/call-hierarchy.ts';
import type { Signature } from '../../features/signature-help.ts';

/** Converts a signature. */
export function toSignatureHelp(signature: Signature, conversion: Conversion): SignatureHelp {
  const { label, parameters, active, documentation } = signature;
  const markup = (text: string) => toMarkup(text, conversion.hasSignatureMarkdown);
  const shown = parameters.map(({ start, end, documentation: words }) => ({
    label: conversion.hasParameterOffsets ? ([start, end] satisfies [number, number]) : label.slice(start, end),
    ...(words !== undefined && { documentation: markup(words) }),
  }));
  return {
    signatures: [{ label, parameters: shown, ...(documentation !== '' && { documentation: markup(documentation) }) }],
    activeSignature: 0,
    // An excess argument belongs to the parameter after the last one, which no client marks.
    activeParameter: active,
  };
}

/** Converts an entity of a hierarchy. */
export function toHierarchyItem(
  { name, kind, detail, source }: HierarchyItem,
  conversion: Conversion,
): CallHierarchyItem {
  const range = rangeOf(source.span);
  const uri = conversion.uri(source.span.uri);
  return { name, kind: symbolKinds[kind], detail, uri, range, selectionRange: range, data: source };
}

/** Converts a dependent of an entity. */
export const toIncomingCall = ({ item, spans }: HierarchyStep, conversion: Conversion): CallHierarchyIncomingCall => ({
  from: toHierarchyItem(item, conversion),
  fromRanges: spans.map(rangeOf),
});

/** Converts a dependency of an entity. */
export const toOutgoingCall = ({ item, spans }: HierarchyStep, conversion: Conversion): CallHierarchyOutgoingCall => ({
  to: toHierarchyItem(item, conversion),
  fromRanges: spans.map(rangeOf),
});

/** Returns true if a value sent back by a client has the shape of a source. */
export function isHierarchySource(value: unknown): value is HierarchySource {
  if (typeof value !== 'object' || value === null) return false;
  const { document, span } = value as Partial<Record<keyof HierarchySource, unknown>>;
  return typeof document === 'string' && typeof span === 'object' && span !== null;
}
