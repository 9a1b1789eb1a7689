/**
 * The capabilities of a client, read once from its introduction (an absent capability is unsupported), and the
 * conversions that all others need.
 */
import {
  DiagnosticTag,
  type InitializeParams,
  type Location,
  MarkupKind,
  type Range,
  type TextDocumentClientCapabilities,
  type WorkspaceClientCapabilities,
} from 'vscode-languageserver';
import type { Span } from '../../../../language/src/model/span.ts';

/** The capabilities of a client, and how it writes URIs. */
export interface Conversion {
  readonly hasSnippets: boolean;
  readonly hasCompletionMarkdown: boolean;
  readonly hasHoverMarkdown: boolean;
  readonly hasLinks: boolean;
  readonly hasOutlineTree: boolean;
  readonly hasRelated: boolean;
  readonly hasCodeDescription: boolean;
  /** True if it fades what a finding marks as unneeded. */
  readonly fadesUnneeded: boolean;
  readonly hasParameterOffsets: boolean;
  readonly hasSignatureMarkdown: boolean;
  /** True if code actions may be more than names of commands. */
  readonly hasActionLiterals: boolean;
  readonly hasDisabledActions: boolean;
  /** True if edits may be bound to a version of each text. */
  readonly hasVersionedEdits: boolean;
  readonly canCreateFiles: boolean;
  readonly hasConfirmation: boolean;
  readonly foldsLinesOnly: boolean;
  /** True if it can show documents of the server's own, such as the standard library. */
  readonly hasOwnDocuments: boolean;
  /** The commands that it has announced it can run. */
  readonly commands: ReadonlySet<string>;
  /** Returns the URI of a document as the client writes it. */
  readonly uri: (uri: string) => string;
  /** Returns the page about a finding code, if there is one. */
  readonly page: (code: string) => string | undefined;
}

/** Reads the capabilities of a client. */
export function readCapabilities(
  { capabilities, initializationOptions }: Pick<InitializeParams, 'capabilities' | 'initializationOptions'>,
  { uri, page }: Pick<Conversion, 'uri' | 'page'>,
): Conversion {
  // Some clients send null for missing capabilities.
  const [textDocument, workspace] = [
    capabilities.textDocument as TextDocumentClientCapabilities | null | undefined,
    capabilities.workspace as WorkspaceClientCapabilities | null | undefined,
  ];
  const { completion, hover, definition, documentSymbol, publishDiagnostics, codeAction, foldingRange } =
    textDocument ?? {};
  const signature = textDocument?.signatureHelp?.signatureInformation;
  const edits = workspace?.workspaceEdit;
  return {
    hasSnippets: completion?.completionItem?.snippetSupport === true,
    hasCompletionMarkdown: lists(completion?.completionItem?.documentationFormat, MarkupKind.Markdown),
    hasHoverMarkdown: hover?.contentFormat === undefined || lists(hover.contentFormat, MarkupKind.Markdown),
    hasLinks: definition?.linkSupport === true,
    hasOutlineTree: documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    hasRelated: publishDiagnostics?.relatedInformation === true,
    hasCodeDescription: publishDiagnostics?.codeDescriptionSupport === true,
    fadesUnneeded: lists(publishDiagnostics?.tagSupport?.valueSet, DiagnosticTag.Unnecessary),
    hasParameterOffsets: signature?.parameterInformation?.labelOffsetSupport === true,
    hasSignatureMarkdown: lists(signature?.documentationFormat, MarkupKind.Markdown),
    hasActionLiterals: codeAction?.codeActionLiteralSupport !== undefined,
    hasDisabledActions: codeAction?.disabledSupport === true,
    hasVersionedEdits: edits?.documentChanges === true,
    canCreateFiles: edits?.documentChanges === true && lists(edits.resourceOperations, 'create'),
    hasConfirmation: edits?.documentChanges === true && edits.changeAnnotationSupport !== undefined,
    foldsLinesOnly: foldingRange?.lineFoldingOnly === true,
    hasOwnDocuments: workspace?.textDocumentContent !== undefined,
    commands: new Set(commandsOf(initializationOptions)),
    uri,
    page,
  };
}

const lists = (values: unknown, value: unknown): boolean => Array.isArray(values) && values.includes(value);

/** Returns the commands that a client lists as `initializationOptions.commands`. */
function commandsOf(options: unknown): readonly string[] {
  const commands: unknown =
    typeof options === 'object' && options !== null && 'commands' in options && options.commands;
  return Array.isArray(commands) ? commands.filter((each) => typeof each === 'string') : [];
}

/** Converts a span to a range. */
export const rangeOf = ({ start, end }: Pick<Span, 'start' | 'end'>): Range => ({ start, end });

/** Converts a span to a location. */
export const locationOf = (span: Span, { uri }: Conversion): Location => ({ uri: uri(span.uri), range: rangeOf(span) });
