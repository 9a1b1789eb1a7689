/**
 * The server that Langium makes of Aftermath's grammar by default: its own parser, scopes, linker and index. Only the
 * tokens are Aftermath's, because the grammar depends on them. It exports everything that has a name, as in Langium's
 * guide, so that names resolve across declarations, and also diagnoses files that are not open.
 */
import { AstUtils, type AstNodeDescription, DefaultScopeComputation, inject, type LangiumDocument } from 'langium';
import { createDefaultModule, createDefaultSharedModule, startLanguageServer } from 'langium/lsp';
import { NodeFileSystem } from 'langium/node';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import {
  AftermathGeneratedModule,
  AftermathGeneratedSharedModule,
} from '../../../language/src/dsl/generated/module.ts';
import { AftermathLexer } from '../../../language/src/dsl/syntax/lexing/lexer.ts';
import { AftermathTokenBuilder } from '../../../language/src/dsl/syntax/lexing/tokens.ts';
import { AftermathValueConverter } from '../../../language/src/dsl/syntax/lexing/value-converter.ts';

class ExportingScopes extends DefaultScopeComputation {
  override collectExportedSymbols(document: LangiumDocument): Promise<AstNodeDescription[]> {
    const found: AstNodeDescription[] = [];
    for (const node of AstUtils.streamAllContents(document.parseResult.value)) {
      const name = this.nameProvider.getName(node);
      if (name !== undefined) found.push(this.descriptions.createDescription(node, name, document));
    }
    return Promise.resolve(found);
  }
}

const connection = createConnection(ProposedFeatures.all);
const shared = inject(createDefaultSharedModule({ connection, ...NodeFileSystem }), AftermathGeneratedSharedModule);
const services = inject(createDefaultModule({ shared }), AftermathGeneratedModule, {
  parser: {
    TokenBuilder: () => new AftermathTokenBuilder(),
    Lexer: (all) => new AftermathLexer(all),
    ValueConverter: () => new AftermathValueConverter(),
  },
  references: { ScopeComputation: (all) => new ExportingScopes(all) },
});
shared.ServiceRegistry.register(services);
shared.workspace.WorkspaceManager.initialBuildOptions = { validation: true };
startLanguageServer(shared);
