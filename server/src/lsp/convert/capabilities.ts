/**
 * The capabilities that the server announces to a client. Those that the protocol makes conditional depend on the
 * client.
 */
import {
  CodeActionKind,
  type InitializeParams,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { standardScheme } from '../../../../language/src/dsl/names/visible.ts';
import { tokenModifiers, tokenTypes } from '../../features/semantic-tokens.ts';

const ourFiles = {
  filters: [{ pattern: { glob: '**/*.aft' } }, { pattern: { glob: '**', matches: 'folder' as const } }],
};

/** The kind of the action that applies all preferred fixes at once. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.aftermath`;

/** Returns the capabilities announced to a client. */
export function capabilitiesFor({ capabilities: { textDocument } }: InitializeParams): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    hoverProvider: true,
    definitionProvider: true,
    declarationProvider: true,
    typeDefinitionProvider: true,
    implementationProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    renameProvider: textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: { delta: true },
      range: true,
    },
    signatureHelpProvider: { triggerCharacters: ['(', ',', ':'] },
    callHierarchyProvider: true,
    typeHierarchyProvider: true,
    codeLensProvider: { resolveProvider: true },
    inlayHintProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: {},
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: { firstTriggerCharacter: '}', moreTriggerCharacter: ['\n'] },
    codeActionProvider: {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        fixAllKind,
        CodeActionKind.RefactorMove,
        CodeActionKind.RefactorRewrite,
        CodeActionKind.RefactorExtract,
        CodeActionKind.RefactorInline,
      ],
    },
    completionProvider: { triggerCharacters: ['.', ':', '"', '>'], resolveProvider: true },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didCreate: ourFiles, didDelete: ourFiles, didRename: ourFiles, willRename: ourFiles },
      textDocumentContent: { schemes: [standardScheme] },
    },
  };
}
