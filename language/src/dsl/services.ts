/**
 * Registers the parts of this language as Langium services.
 */
import {
  createDefaultCoreModule,
  createDefaultSharedCoreModule,
  DefaultLangiumDocuments,
  type DefaultSharedCoreModuleContext,
  EmptyFileSystem,
  inject,
  type LangiumCoreServices,
  type LangiumDocument,
  type LangiumSharedCoreServices,
  type Module,
  type ParseResult,
  type PartialLangiumCoreServices,
  type PartialLangiumSharedCoreServices,
  URI,
} from 'langium';
import type * as ast from './generated/ast.ts';
import { AftermathGeneratedModule, AftermathGeneratedSharedModule } from './generated/module.ts';
import { AftermathLexer } from './syntax/lexing/lexer.ts';
import { AftermathParser, createAftermathParser, FaultEncoder, lendParser, type TextParser } from './syntax/parser.ts';
import { asWritten, type Spelled } from './names/spellings.ts';
import { AftermathLinker, AftermathScopeComputation, AftermathScopeProvider } from './names/scope.ts';
import { AftermathTokenBuilder } from './syntax/lexing/tokens.ts';
import { AftermathValueConverter } from './syntax/lexing/value-converter.ts';

/** The replacements for Langium's defaults; the language server adds its features. */
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
 * Lets the next parse take the unchanged parts from the tree of a document. The document must not be used any more;
 * `kept-links.ts` decides about links that lead out of these parts.
 */
export function reuseTree({ parser }: LangiumCoreServices, { parseResult }: LangiumDocument): void {
  // All documents of these services are in this language, and so is their parser.
  (parser.LangiumParser as unknown as TextParser).reuse(parseResult.value as ast.Document);
}

/** Parses a text in steps, between which these services may be used. */
export const parseInSteps = (
  { parser }: LangiumCoreServices,
  text: string,
): Generator<undefined, ParseResult<ast.Document>> =>
  (parser.LangiumParser as unknown as TextParser).parseInSteps<ast.Document>(text);

/** Parses a text in steps, for the document that is made of it next. */
export const parseAhead = ({ parser }: LangiumCoreServices, text: string): Generator<undefined, undefined> =>
  (parser.LangiumParser as unknown as TextParser).parseAhead(text);

/** Returns the lexer of these services, which remembers its last text. */
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

/** The documents of a workspace, found by any spelling of their URI. */
class SpelledDocuments extends DefaultLangiumDocuments {
  readonly #spelled: Spelled;

  constructor(services: LangiumSharedCoreServices, spelled: Spelled) {
    super(services);
    this.#spelled = spelled;
  }

  override getDocument(uri: URI): LangiumDocument | undefined {
    return super.getDocument(URI.parse(this.#spelled(uri.toString())));
  }

  override hasDocument(uri: URI): boolean {
    return this.getDocument(uri) !== undefined;
  }
}

/**
 * Makes services that read no files themselves; all of them share one lexer and parser. `spelled` returns the URI under
 * which a file is known.
 */
export function createLightServices(spelled: Spelled = asWritten): AftermathServices {
  const {
    TokenBuilder,
    Lexer,
    LangiumParser: own,
  } = (lender ??= createAftermathServices(EmptyFileSystem).aftermath).parser;
  // The parser given to the services above, under Langium's type.
  const parser: unknown = own;
  if (!(parser instanceof AftermathParser)) throw new Error('The services have a parser of their own.');
  return servicesWith(
    EmptyFileSystem,
    {
      parser: {
        TokenBuilder: () => TokenBuilder,
        Lexer: () => Lexer,
        // Langium only calls `parse`.
        LangiumParser: ({ references }) => lendParser(parser, references.Linker),
      },
    },
    spelled,
  );
}

function servicesWith(
  context: DefaultSharedCoreModuleContext,
  more: Module<LangiumCoreServices, PartialLangiumCoreServices>,
  spelled: Spelled = asWritten,
): AftermathServices {
  const spelling: Module<LangiumSharedCoreServices, PartialLangiumSharedCoreServices> =
    spelled === asWritten
      ? {}
      : { workspace: { LangiumDocuments: (services) => new SpelledDocuments(services, spelled) } };
  const shared = inject(createDefaultSharedCoreModule(context), AftermathGeneratedSharedModule, spelling);
  const aftermath = inject(createDefaultCoreModule({ shared }), AftermathGeneratedModule, aftermathModule, more);
  shared.ServiceRegistry.register(aftermath);
  // There is one language, whatever the name of a file: an unsaved one has no extension.
  shared.ServiceRegistry.getServices = () => aftermath;
  return { shared, aftermath };
}
