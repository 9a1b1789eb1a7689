/**
 * Puts the language's own parts into Langium's services.
 */
import {
  createDefaultCoreModule,
  createDefaultSharedCoreModule,
  type DefaultSharedCoreModuleContext,
  EmptyFileSystem,
  inject,
  type LangiumCoreServices,
  type LangiumDocument,
  type LangiumParser,
  type LangiumSharedCoreServices,
  type Module,
  type PartialLangiumCoreServices,
} from 'langium';
import type * as ast from './generated/ast.ts';
import { AftermathGeneratedModule, AftermathGeneratedSharedModule } from './generated/module.ts';
import { AftermathLexer } from './syntax/lexer.ts';
import {
  type AftermathParser,
  createAftermathParser,
  FaultEncoder,
  lendParser,
  type TextParser,
} from './syntax/parser.ts';
import { AftermathLinker, AftermathScopeComputation, AftermathScopeProvider } from './names/scope.ts';
import { AftermathTokenBuilder } from './syntax/tokens.ts';
import { AftermathValueConverter } from './syntax/value-converter.ts';

/** What this language has in place of Langium's defaults; the language server adds its features to it. */
const aftermathModule: Module<LangiumCoreServices, PartialLangiumCoreServices> = {
  parser: {
    TokenBuilder: () => new AftermathTokenBuilder(),
    Lexer: (services) => new AftermathLexer(services),
    ParserErrorMessageProvider: () => new FaultEncoder(),
    LangiumParser: (services) => createAftermathParser(services),
    ValueConverter: () => new AftermathValueConverter(),
  },
  references: {
    ScopeComputation: (services) => new AftermathScopeComputation(services),
    ScopeProvider: (services) => new AftermathScopeProvider(services),
    Linker: (services) => new AftermathLinker(services),
  },
};

/**
 * Has the next text that is parsed take from the tree of a document what has not changed. The document must not be
 * used any more; what leads out of its parts is for `kept-links.ts` to decide.
 */
export function reuseTree({ parser }: LangiumCoreServices, { parseResult }: LangiumDocument): void {
  // Every document of these services is one of this language, and so is their parser.
  (parser.LangiumParser as unknown as TextParser).reuse(parseResult.value as ast.Document);
}

/** Returns the lexer of these services, which knows what it has cut last. */
export function lexerOf({ parser }: LangiumCoreServices): AftermathLexer {
  if (!(parser.Lexer instanceof AftermathLexer)) throw new Error('These are not the services of this language.');
  return parser.Lexer;
}

interface AftermathServices {
  readonly shared: LangiumSharedCoreServices;
  readonly aftermath: LangiumCoreServices;
}

/** Makes the services for parsing and linking outside an editor. */
export const createAftermathServices = (context: DefaultSharedCoreModuleContext): AftermathServices =>
  servicesWith(context, {});

let lender: LangiumCoreServices | undefined;

/** Makes services that read no files themselves, with the one lexer and parser that all of these share. */
export function createLightServices(): AftermathServices {
  const {
    TokenBuilder,
    Lexer,
    LangiumParser: own,
  } = (lender ??= createAftermathServices(EmptyFileSystem).aftermath).parser;
  // What the services above were given, under the name by which Langium knows it.
  const parser = own as AftermathParser;
  return servicesWith(EmptyFileSystem, {
    parser: {
      TokenBuilder: () => TokenBuilder,
      Lexer: () => Lexer,
      // Langium calls nothing but "parse".
      LangiumParser: ({ references }) => lendParser(parser, references.Linker) as unknown as LangiumParser,
    },
  });
}

function servicesWith(
  context: DefaultSharedCoreModuleContext,
  more: Module<LangiumCoreServices, PartialLangiumCoreServices>,
): AftermathServices {
  const shared = inject(createDefaultSharedCoreModule(context), AftermathGeneratedSharedModule);
  const aftermath = inject(createDefaultCoreModule({ shared }), AftermathGeneratedModule, aftermathModule, more);
  shared.ServiceRegistry.register(aftermath);
  // There is one language, whatever a file is called: one that is not saved yet has no ending.
  shared.ServiceRegistry.getServices = () => aftermath;
  return { shared, aftermath };
}
