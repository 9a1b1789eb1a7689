/**
 * Converts our records to those of the language server protocol: findings, hovers, locations, symbols, offers. Only
 * this file and the others named `convert-…` know both sides.
 */
import {
  CompletionItemKind,
  type CompletionItem,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentSymbol,
  type Hover,
  InsertTextFormat,
  type Location,
  type LocationLink,
  MarkupKind,
  type MarkupContent,
  type Range,
  type SymbolInformation,
  SymbolKind as ProtocolSymbolKind,
} from 'vscode-languageserver';
import { isUnneeded } from '../../../../language/src/model/finding-codes.ts';
import type { Finding, Severity } from '../../../../language/src/model/finding.ts';
import type { OfferKind } from '../../completion/offer.ts';
import { type Conversion, locationOf, rangeOf } from './conversion.ts';
import type { CompletionEntry } from '../../features/completion-list.ts';
import type { Definition } from '../../features/definition.ts';
import type { HoverText } from '../../features/hover.ts';
import type { NameOccurrence } from '../../features/references.ts';
import type { OutlineEntry, SymbolKind } from '../../features/symbols.ts';
import type { FoundSymbol } from '../../features/workspace-symbols.ts';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Converts a finding. */
export function toDiagnostic(finding: Finding, conversion: Conversion): Diagnostic {
  const href = conversion.hasCodeDescription ? conversion.page(finding.code) : undefined;
  const related = conversion.hasRelated ? finding.related : [];
  return {
    range: rangeOf(finding.span),
    severity: severities[finding.severity],
    source: 'aftermath',
    code: finding.code,
    message: finding.message,
    ...(href !== undefined && { codeDescription: { href } }),
    ...(conversion.fadesUnneeded && isUnneeded(finding.code) && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && {
      relatedInformation: related.map(({ span, message }) => ({ location: locationOf(span, conversion), message })),
    }),
  };
}

/** Converts a hover text. */
export function toHover({ span, markdown }: HoverText, { hasHoverMarkdown }: Conversion): Hover {
  return { contents: toMarkup(markdown, hasHoverMarkdown), range: rangeOf(span) };
}

/** Converts Markdown for a client that renders it, or strips its markup otherwise. */
export function toMarkup(markdown: string, hasMarkdown: boolean): MarkupContent {
  if (hasMarkdown) return { kind: MarkupKind.Markdown, value: markdown };
  const value = markdown
    .replace(/\*\*|(?<!\\)`/g, '')
    .replace(/ {2}\n/g, '\n')
    .replace(/\\([\\`*_[\]<>#~|&@!$:.+=)-])/g, '$1');
  return { kind: MarkupKind.PlainText, value };
}

/** Converts a definition. */
export function toDefinition({ origin, target }: Definition, conversion: Conversion): Location | LocationLink[] {
  if (!conversion.hasLinks) return locationOf(target, conversion);
  const range = rangeOf(target);
  return [
    {
      originSelectionRange: rangeOf(origin),
      targetUri: conversion.uri(target.uri),
      targetRange: range,
      targetSelectionRange: range,
    },
  ];
}

/** Converts the location of an occurrence. */
export const toLocation = ({ span }: NameOccurrence, conversion: Conversion): Location => locationOf(span, conversion);

/** Converts an occurrence in the same document. */
export function toHighlight({ span, access }: NameOccurrence): DocumentHighlight {
  return {
    range: rangeOf(span),
    kind: access === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  };
}

/** The kinds of symbols in the protocol. */
export const symbolKinds: Readonly<Record<SymbolKind, ProtocolSymbolKind>> = {
  pd: ProtocolSymbolKind.Class,
  space: ProtocolSymbolKind.Namespace,
  resource: ProtocolSymbolKind.Field,
  object: ProtocolSymbolKind.Object,
  node: ProtocolSymbolKind.Package,
  region: ProtocolSymbolKind.Module,
  class: ProtocolSymbolKind.TypeParameter,
  machine: ProtocolSymbolKind.Interface,
  state: ProtocolSymbolKind.EnumMember,
  event: ProtocolSymbolKind.Event,
  parameter: ProtocolSymbolKind.Property,
  variable: ProtocolSymbolKind.Variable,
  let: ProtocolSymbolKind.Constant,
  action: ProtocolSymbolKind.Method,
  policy: ProtocolSymbolKind.Struct,
  channel: ProtocolSymbolKind.Operator,
  collector: ProtocolSymbolKind.Operator,
  scenario: ProtocolSymbolKind.Function,
  check: ProtocolSymbolKind.Boolean,
};

/** Converts an outline, as a tree if the client supports that. */
export function toSymbols(
  entries: readonly OutlineEntry[],
  uri: string,
  conversion: Conversion,
): DocumentSymbol[] | SymbolInformation[] {
  return conversion.hasOutlineTree ? entries.map(toSymbol) : entries.flatMap((entry) => flat(entry, uri, undefined));
}

function toSymbol({ name, kind, detail, span, nameSpan, children }: OutlineEntry): DocumentSymbol {
  return {
    name,
    detail,
    kind: symbolKinds[kind],
    range: rangeOf(span),
    selectionRange: rangeOf(nameSpan),
    children: children.map(toSymbol),
  };
}

function flat(entry: OutlineEntry, uri: string, around: string | undefined): SymbolInformation[] {
  const { name, kind, span, children } = entry;
  const own: SymbolInformation = {
    name,
    kind: symbolKinds[kind],
    location: { uri, range: rangeOf(span) },
    ...(around !== undefined && { containerName: around }),
  };
  return [own, ...children.flatMap((child) => flat(child, uri, name))];
}

/** Converts a declaration in the workspace. */
export const toWorkspaceSymbol = ({ name, kind, span }: FoundSymbol, conversion: Conversion): SymbolInformation => ({
  name,
  kind: symbolKinds[kind],
  location: locationOf(span, conversion),
});

const offerKinds: Readonly<Record<OfferKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  entity: CompletionItemKind.Class,
  class: CompletionItemKind.TypeParameter,
  machine: CompletionItemKind.Interface,
  state: CompletionItemKind.EnumMember,
  event: CompletionItemKind.Event,
  value: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
  'enum value': CompletionItemKind.EnumMember,
  policy: CompletionItemKind.Struct,
  setting: CompletionItemKind.Property,
  function: CompletionItemKind.Function,
  action: CompletionItemKind.Method,
  label: CompletionItemKind.TypeParameter,
  file: CompletionItemKind.File,
};

/** Converts an offer that replaces a range; its source comes back when the entry is selected. */
export function toCompletionItem(
  { offer, source, edits }: CompletionEntry,
  place: { readonly range: Range; readonly index: number },
  conversion: Conversion,
): CompletionItem {
  const isSnippet = conversion.hasSnippets && offer.snippet !== undefined;
  const newText = isSnippet ? (offer.snippet ?? offer.label) : (offer.insert ?? offer.label);
  return {
    label: offer.label,
    kind: isSnippet && offer.kind === 'keyword' ? CompletionItemKind.Snippet : offerKinds[offer.kind],
    sortText: String(place.index).padStart(5, '0'),
    textEdit: { range: place.range, newText },
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    ...(offer.detail !== undefined && { detail: offer.detail }),
    ...(offer.filter !== undefined && { filterText: offer.filter }),
    ...(offer.documentation !== undefined && {
      documentation: toMarkup(offer.documentation, conversion.hasCompletionMarkdown),
    }),
    ...(edits.length > 0 && {
      additionalTextEdits: edits.map(({ span, text }) => ({ range: rangeOf(span), newText: text })),
    }),
    ...(source !== undefined && { data: source }),
  };
}
