/**
 * Langium's parser with repairs: where the text does not follow the grammar, the least part that is
 * at fault is mended or left out, one fault each, and the rest is parsed as if nothing had been.
 * So the tree is always whole, and one slip of the hand costs one finding.
 */
import { EOF, type IRecognitionException, type IToken, NoViableAltException, type TokenType } from 'chevrotain';
import {
  type AstNode,
  createParser,
  LangiumParser,
  LangiumParserErrorMessageProvider,
  type LangiumCoreServices,
  type LexerResult,
  type ParseResult,
  type ParserOptions,
} from 'langium';
import { AftermathLexer } from './lexer.ts';
import type { ParseFailure } from './parse-failure.ts';
import { type MendedFault, repair } from './repair.ts';

/** Makes the parser from the grammar. */
export function createAftermathParser(services: LangiumCoreServices): LangiumParser {
  const parser = new AftermathParser(services);
  createParser(services.Grammar, parser, services.parser.Lexer.definition);
  parser.finalize();
  return parser;
}

const mismatch = 'mismatch ';

/** Says in an error's message which token was expected, for the words to be found later. */
export class FaultEncoder extends LangiumParserErrorMessageProvider {
  override buildMismatchTokenMessage({ expected }: { expected: TokenType }): string {
    return mismatch + expected.name;
  }

  override buildNotAllInputParsedMessage(): string {
    return 'redundant';
  }

  override buildNoViableAltMessage(): string {
    return 'alternatives';
  }

  override buildEarlyExitMessage(): string {
    return 'alternatives';
  }
}

class AftermathParser extends LangiumParser {
  readonly #lexer: AftermathLexer;

  constructor(services: LangiumCoreServices) {
    super(services);
    if (!(services.parser.Lexer instanceof AftermathLexer))
      throw new Error('The parser needs the lexer of the language.');
    this.#lexer = services.parser.Lexer;
    quickenErrors(this.wrapper as unknown as ErrorRaiser);
  }

  override parse<T extends AstNode = AstNode>(input: string, options?: ParserOptions): ParseResult<T> {
    const lexed = this.#lexer.tokenize(input);
    const whole = this.#parseTokens<T>(input, lexed, options);
    if (whole.parserErrors.length === 0 || options?.rule !== undefined) return whole;
    const types = (name: string) => this.#lexer.definition[name];
    const failureOf = (tokens: readonly IToken[]) => this.#failureOf(input, tokens);
    const { tokens, faults } = repair(lexed.tokens, failureOf, types);
    const mended = this.#parseTokens<T>(input, { ...lexed, tokens: [...tokens] }, options);
    return { ...mended, parserErrors: faults.map(asException) };
  }

  #parseTokens<T extends AstNode>(input: string, lexed: LexerResult, options?: ParserOptions): ParseResult<T> {
    this.#lexer.prepare({ ...lexed, errors: [...lexed.errors] });
    return super.parse<T>(input, options);
  }

  #failureOf(input: string, tokens: readonly IToken[]): ParseFailure | undefined {
    const lexed: LexerResult = { tokens: [...tokens], hidden: [], errors: [] };
    const [first] = this.#parseTokens(input, lexed).parserErrors;
    if (first === undefined) return undefined;
    const at = first.token.tokenType === EOF ? tokens.length : tokens.indexOf(first.token);
    return {
      at: at < 0 ? tokens.length : at,
      expected: first.message.startsWith(mismatch) ? first.message.slice(mismatch.length) : undefined,
      rules: first.context.ruleStack.map((rule) => rule.replace(/\u200B$/, '')),
    };
  }
}

/** The part of Chevrotain's parser that raises an error where no alternative fits. */
interface ErrorRaiser {
  raiseNoAltException: () => never;
  SAVE_ERROR: (error: NoViableAltException) => NoViableAltException;
  LA: (howMany: number) => IToken;
}

/** Chevrotain lists all token sequences that would fit, for a message that is not used here; that takes 100 ms. */
function quickenErrors(wrapper: ErrorRaiser): void {
  wrapper.raiseNoAltException = () => {
    throw wrapper.SAVE_ERROR(new NoViableAltException('alternatives', wrapper.LA(1), wrapper.LA(0)));
  };
}

/** A fault in the form in which Langium keeps parser errors. */
function asException({ token, message, leftOut }: MendedFault): IRecognitionException {
  return {
    name: 'SyntaxFault',
    message,
    token,
    resyncedTokens: [...leftOut],
    context: { ruleStack: [], ruleOccurrenceStack: [] },
  };
}
