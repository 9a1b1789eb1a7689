/**
 * Langium's parser with error repair: where the text does not follow the grammar, the smallest faulty part is repaired
 * or omitted, with one error each, and the rest is parsed normally. The tree is always complete, and one typing error
 * costs one finding.
 */
import { EOF, type IRecognitionException, type IToken, type TokenType } from 'chevrotain';
import {
  type AstNode,
  createParser,
  type CstNodeBuilder,
  LangiumParser,
  LangiumParserErrorMessageProvider,
  type LangiumCoreServices,
  type LexerResult,
  type Linker,
  type ParseResult,
  type ParserOptions,
} from 'langium';
import { parseChange } from './changed-item.ts';
import { closerFailure } from './messages/closer-failure.ts';
import { MovableCstBuilder } from './tree/cst.ts';
import { type Decider, decideByFirstToken, type Decisions } from './first-token.ts';
import type * as ast from '../generated/ast.ts';
import { AftermathLexer } from './lexing/lexer.ts';
import { isShallow, tokenPastLimit, tooDeep } from './nesting-limit.ts';
import type { ParseFailure } from './messages/parse-failure.ts';
import { type ItemParser, parseFile } from './parsed-items.ts';
import { type ErrorRaiser, quickenErrors, type Recovering, stopAtFirstError } from './parser-errors.ts';
import { createQuickParser, type ParseQuickly } from './quick-parser.ts';
import type { MendedFault } from './repair.ts';
import { allSteps } from '../../model/all-steps.ts';

/** Makes the parser from the grammar. */
export function createAftermathParser(services: LangiumCoreServices): AftermathParser {
  const parser = new AftermathParser(services);
  createParser(services.Grammar, parser, services.parser.Lexer.definition);
  parser.finalize();
  return parser;
}

/** The part of the parser that this language uses. */
export interface TextParser extends Pick<AftermathParser, 'parse' | 'parseInSteps' | 'reuse'> {
  /** Parses a text in steps for the next call of `parse`, if that is with the same text. */
  readonly parseAhead: (text: string) => Generator<undefined, undefined>;
}

/**
 * Shares a parser with other services: what it parses for them is linked by their linker. Making a parser from the
 * grammar takes longer than parsing most files.
 */
export function lendParser(parser: AftermathParser, linker: Linker): TextParser {
  function* parseInSteps<T extends AstNode>(
    input: string,
    options?: ParserOptions,
  ): Generator<undefined, ParseResult<T>> {
    const steps = parser.parseInSteps<T>(input, options);
    for (;;) {
      // Another borrower may have used it since the last step.
      (parser as unknown as LinkerOwner).linker = linker;
      const next = steps.next();
      if (next.done === true) return next.value;
      yield;
    }
  }
  let ahead: { readonly text: string; readonly result: ParseResult } | undefined;
  return {
    reuse: (previous) => {
      parser.reuse(previous);
    },
    parse: <T extends AstNode>(input: string, options?: ParserOptions) => {
      const made = ahead;
      ahead = undefined;
      if (made?.text === input && options === undefined) return made.result as ParseResult<T>;
      return allSteps(parseInSteps<T>(input, options));
    },
    parseInSteps,
    *parseAhead(text) {
      ahead = { text, result: yield* parseInSteps(text) };
      return undefined;
    },
  };
}

const mismatch = 'mismatch ';
const redundant = 'redundant';

/** Encodes the expected token in an error's message, for the final message to be written later. */
export class FaultEncoder extends LangiumParserErrorMessageProvider {
  override buildMismatchTokenMessage({ expected }: { expected: TokenType }): string {
    return mismatch + expected.name;
  }

  override buildNotAllInputParsedMessage(): string {
    return redundant;
  }

  override buildNoViableAltMessage(): string {
    return 'alternatives';
  }

  override buildEarlyExitMessage(): string {
    return 'alternatives';
  }
}

/** The parser of the language. */
export class AftermathParser extends LangiumParser {
  readonly #lexer: AftermathLexer;
  readonly #services: LangiumCoreServices;
  readonly #decisions: Decisions;
  #quick: ParseQuickly | undefined;
  #previous: ast.Document | undefined;

  constructor(services: LangiumCoreServices) {
    super(services);
    if (!(services.parser.Lexer instanceof AftermathLexer))
      throw new Error('The parser needs the lexer of the language.');
    this.#lexer = services.parser.Lexer;
    this.#services = services;
    useBuilder(this as unknown as BuilderOwner);
    quickenErrors(this.wrapper as unknown as ErrorRaiser);
    this.#decisions = decideByFirstToken(this.wrapper as unknown as Decider);
    stopAtFirstError(this.wrapper as unknown as Recovering);
  }

  /** Lets the next call of `parse` take unchanged parts from the tree of an earlier version of the text. */
  reuse(previous: ast.Document): void {
    this.#previous = previous;
  }

  override parse<T extends AstNode = AstNode>(input: string, options?: ParserOptions): ParseResult<T> {
    return allSteps(this.parseInSteps<T>(input, options));
  }

  /** Parses in steps, between which the parser may parse other texts. */
  *parseInSteps<T extends AstNode = AstNode>(
    input: string,
    options?: ParserOptions,
  ): Generator<undefined, ParseResult<T>> {
    const previous = this.#previous;
    this.#previous = undefined;
    const changed = options?.rule === undefined && previous && this.#parseChange(input, previous);
    if (changed) return { value: changed as AstNode as T, lexerErrors: [], parserErrors: [] };
    const lexed =
      options?.rule === undefined ? yield* this.#lexer.tokenizeFileInSteps(input) : this.#lexer.tokenize(input);
    yield;
    const isFlat = isShallow(lexed.tokens);
    const past = isFlat ? undefined : tokenPastLimit(lexed.tokens);
    if (past !== undefined) return this.#parseNothing<T>(input, lexed, past, options);
    if (options?.rule !== undefined) return this.#parseTokens<T>(input, lexed, options);
    const parser: ItemParser = {
      parse: (part) => this.#parseTokens<ast.Document>(input, part),
      failureOf: (tokens) => this.#failureOf(input, tokens),
      lengthOfFirst: (tokens) => this.#lengthOfFirst(input, tokens),
      typeOf: (name) => this.#lexer.definition[name],
    };
    const { document, faults } = yield* parseFile({ text: input, lexed, isShallow: isFlat }, parser, previous);
    return {
      // Without another rule a text is parsed as a file.
      value: document as AstNode as T,
      lexerErrors: lexed.errors,
      ...(lexed.report !== undefined && { lexerReport: lexed.report }),
      parserErrors: faults.map(asException),
    };
  }

  /** Parses a text that differs from an earlier one in one declaration; returns undefined if it takes more. */
  #parseChange(input: string, previous: ast.Document): ast.Document | undefined {
    if (this.#lexer.pastLimit(input) !== undefined) return undefined;
    return parseChange(input, previous, {
      cut: (piece) => this.#lexer.tokenize(piece),
      parse: (lexed) => this.#parseTokens<ast.Document>(input, lexed),
    });
  }

  #parseNothing<T extends AstNode>(
    input: string,
    lexed: LexerResult,
    token: IToken,
    options?: ParserOptions,
  ): ParseResult<T> {
    const empty = this.#parseTokens<T>(input, { ...lexed, tokens: [], hidden: [] }, options);
    return { ...empty, parserErrors: [asException({ token, message: tooDeep, leftOut: lexed.tokens })] };
  }

  /** Parses quickly what has no errors, and with Langium what has. */
  #parseTokens<T extends AstNode>(input: string, lexed: LexerResult, options?: ParserOptions): ParseResult<T> {
    // A rule of its own is only asked for by services that read few tokens.
    const value = options?.rule === undefined ? this.parseQuickly(input, lexed) : undefined;
    // The first rule of the grammar makes this node.
    if (value !== undefined) return { value: value as T, lexerErrors: lexed.errors, parserErrors: [] };
    this.#lexer.prepare({ ...lexed, errors: [...lexed.errors] });
    return super.parse<T>(input, options);
  }

  /** Parses the tokens of a file without Langium's parser; returns undefined if they do not fit the grammar. */
  parseQuickly(input: string, lexed: LexerResult): AstNode | undefined {
    this.#quick ??= createQuickParser(this.#services, this.#decisions, () => (this as unknown as LinkerOwner).linker);
    return this.#quick(input, lexed);
  }

  /**
   * Returns the number of tokens of the first declaration, one more than there are if it continues; undefined if there
   * is none.
   */
  #lengthOfFirst(input: string, tokens: readonly IToken[]): number | undefined {
    const failure = this.#failureOf(input, tokens, { rule: 'Declaration' });
    if (failure === undefined) return tokens.length;
    if (failure.isRedundant) return failure.at;
    return failure.at === tokens.length ? tokens.length + 1 : undefined;
  }

  #failureOf(
    input: string,
    tokens: readonly IToken[],
    options?: ParserOptions,
  ): (ParseFailure & { readonly isRedundant: boolean }) | undefined {
    const lexed: LexerResult = { tokens: [...tokens], hidden: [], errors: [] };
    const [first] = this.#parseTokens(input, lexed, options).parserErrors;
    if (first === undefined) return undefined;
    const at = first.token.tokenType === EOF ? tokens.length : tokens.indexOf(first.token);
    const failure = {
      at: at < 0 ? tokens.length : at,
      expected: first.message.startsWith(mismatch) ? first.message.slice(mismatch.length) : undefined,
      isRedundant: first.message === redundant,
      rules: first.context.ruleStack.map((rule) => rule.replace(/\u200B$/, '')),
    };
    const closer = closerFailure(tokens, failure, this.#lexer.definition.not);
    const again = closer && this.#failureOf(input, closer.tokens, options);
    return closer && again ? { ...again, at: closer.original(again.at) } : failure;
  }
}

/** The part of Langium's parser that makes references. */
interface LinkerOwner {
  linker: Linker;
}

/** The part of Langium's parser that builds the concrete syntax tree. */
interface BuilderOwner {
  nodeBuilder: CstNodeBuilder;
}

function useBuilder(parser: BuilderOwner): void {
  parser.nodeBuilder = new MovableCstBuilder();
}

/** Returns an error in the form in which Langium keeps parser errors. */
function asException({ token, message, leftOut }: MendedFault): IRecognitionException {
  return {
    name: 'SyntaxFault',
    message,
    token,
    resyncedTokens: [...leftOut],
    context: { ruleStack: [], ruleOccurrenceStack: [] },
  };
}
