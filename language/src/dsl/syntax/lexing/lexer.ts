/**
 * Cuts a text into tokens and prepares them for the parser: unclosed texts and names end at their line, texts with
 * `${…}` are split, and braces are balanced. One typing error costs one message and not the rest of the file.
 */
import type { ILexingError, IToken, TokenType } from 'chevrotain';
import { DefaultLexer, type LangiumCoreServices, type LexerResult, type TokenizeOptions } from 'langium';
import { balanceBraces } from './brace-balance.ts';
import { isShort, type MeasuredText, measureText, tooLong } from './length-limit.ts';
import { mayHaveConflicts, type MergeConflict, mergeConflictsIn, withoutLeftOut } from './merge-conflicts.ts';
import { lexInSteps } from './lex-in-steps.ts';
import { isOpenComment, type LexedText, relex } from './relex.ts';
import { makeSmallTokens, type TokenMaker } from './small-tokens.ts';
import { errorAt } from './made-tokens.ts';
import { part, splitTemplate } from './template-tokens.ts';
import { laterRelationStarts, operandStarts, relationStarts } from './tokens.ts';
import { allSteps } from '../../../model/all-steps.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { entityKinds } from '../../../model/entity-kind.ts';
import { predicates } from '../../../model/machines/expression.ts';
import { t } from '../../../model/common/translation.ts';
import { adviceOnSign } from './advice.ts';

/** The lexer of the language; its errors already have the final messages. */
export class AftermathLexer extends DefaultLexer {
  #prepared: LexerResult | undefined;
  #before: LexedText | undefined;
  #lastFile: { readonly text: string; readonly result: LexerResult } | undefined;
  #replaceable: ReadonlySet<TokenType> | undefined;
  #measured: MeasuredText = { text: '', most: 0, past: undefined };

  constructor(services: LangiumCoreServices) {
    super(services);
    makeSmallTokens(this.chevrotainLexer as unknown as TokenMaker);
  }

  /** Makes the next call of `tokenize` return this result, so that the parser can be given repaired tokens. */
  prepare(result: LexerResult): void {
    this.#prepared = result;
  }

  override tokenize(text: string, options?: TokenizeOptions): LexerResult {
    if (this.#prepared !== undefined) {
      const prepared = this.#prepared;
      this.#prepared = undefined;
      return prepared;
    }
    return allSteps(this.#finish(text, allSteps(this.#cut(text, options))));
  }

  /** Cuts the text of a file and keeps the tokens, since the next text will be similar. */
  tokenizeFile(text: string): LexerResult {
    return allSteps(this.tokenizeFileInSteps(text));
  }

  /** Does the same in steps, between which others may use the lexer. */
  *tokenizeFileInSteps(text: string): Generator<undefined, LexerResult> {
    if (this.#lastFile?.text === text) return this.#lastFile.result;
    const result = yield* this.#cut(text);
    yield;
    const { tokens, hidden, errors } = result;
    const isWhole = errors.length === 0 && !hidden.some(isOpenComment) && !mayHaveConflicts(text);
    // Neither list changes any more: what replaces tokens makes a list of its own.
    this.#before = isWhole ? { text, tokens, hidden } : undefined;
    const finished = yield* this.#finish(text, result);
    this.#lastFile = isWhole ? { text, result: finished } : undefined;
    return finished;
  }

  *#finish(text: string, result: LexerResult): Generator<undefined, LexerResult> {
    const errors = mergeNeighbours(result.errors, text);
    const closed = this.#close(this.#mark(result.tokens), errors);
    yield;
    const split = this.#splitTemplates(closed, errors);
    yield;
    const separate = this.#separateNames(this.#separateTimers(split));
    yield;
    const tokens = balanceBraces(separate.tokens, this.#type('{'), this.#type('}'), errors);
    for (const comment of result.hidden) {
      if (isOpenComment(comment)) {
        errors.push(errorAt(comment, t`This comment is never closed. End it with "*/".`));
      }
    }
    for (const conflict of mergeConflictsIn(text)) errors.push(conflictError(conflict, text));
    const past = this.pastLimit(text);
    if (past !== undefined)
      errors.push({ offset: past, length: 1, line: undefined, column: undefined, message: tooLong });
    return { ...result, tokens, errors };
  }

  /** Cuts a text into tokens, reusing those of a similar file cut before. */
  *#cut(text: string, options?: TokenizeOptions): Generator<undefined, LexerResult> {
    const lex = (piece: string) => lexInSteps(piece, (lines) => super.tokenize(lines, options));
    if (this.pastLimit(text) !== undefined) return { tokens: [], hidden: [], errors: [] };
    const conflicts = mergeConflictsIn(text);
    if (conflicts.length > 0) return yield* lex(withoutLeftOut(text, conflicts));
    const again = this.#before && (yield* relex(this.#before, text, lex));
    if (again === undefined) return yield* lex(text);
    return { ...again, errors: [] };
  }

  /** Returns the offset from which on a text is too long. Measures a long text once, not each time it is cut. */
  pastLimit(text: string): number | undefined {
    if (isShort(text)) return undefined;
    if (this.#measured.text !== text) this.#measured = measureText(text, this.#measured);
    return this.#measured.past;
  }

  #type(name: string): TokenType {
    const type = this.tokenTypes[name];
    if (type === undefined) throw new Error(`The grammar has no token "${name}".`);
    return type;
  }

  /** Separates a guard `when a destroyed` from a timer `after 5s -> B` on the next line: they are not one relation. */
  #separateTimers(marked: Marked): Marked {
    const [after, destroyed] = [this.#type('after'), this.#type('destroyed')];
    return this.#replaceSome(
      marked,
      ({ tokenType, startLine }, before) =>
        tokenType === after && before?.tokenType === destroyed && before.endLine !== startLine,
      (token) => [this.#retyped(token, 'LINE_AFTER', token.image)],
    );
  }

  /** Takes `is` for a name before a keyword, as in `is alive`, but where a value ends and a class may follow. */
  #separateNames(marked: Marked): Marked {
    const is = this.#type('is');
    return this.#replaceSome(
      marked,
      (token, before, after, earlier) =>
        token.tokenType === is &&
        after !== undefined &&
        isKeyword(after) &&
        !mayNameClass(token, before, after, earlier),
      (token) => [this.#retyped(token, 'ID', token.image)],
    );
  }

  /** Gives unclosed texts and names their closed type, reporting one error each. */
  #close(marked: Marked, errors: ILexingError[]): Marked {
    const [text, name, quoted] = [this.#type('OPEN_STRING'), this.#type('OPEN_QUOTED'), this.#type('QUOTED')];
    const isUnclosedOrEmpty = ({ tokenType, image }: IToken): boolean =>
      tokenType === text || tokenType === name || (tokenType === quoted && image === "''");
    return this.#replaceSome(marked, isUnclosedOrEmpty, (token) => {
      if (token.tokenType.name === 'OPEN_STRING') {
        errors.push(errorAt(token, t`This text is never closed. End it with a double quote (") on the same line.`));
        return this.#closeText(token);
      }
      if (token.tokenType.name === 'OPEN_QUOTED') {
        errors.push(
          errorAt(token, t`This quoted name is never closed. End it with a single quote (') on the same line.`),
        );
        return [this.#retyped(token, 'QUOTED', `${token.image}'`)];
      }
      if (token.image === "''")
        errors.push(errorAt(token, t`A quoted name cannot be empty. Write it between the quotes.`));
      return [token];
    });
  }

  /** Takes a brace at the end of an unclosed text for the one that begins or ends the block. */
  #closeText(token: IToken): IToken[] {
    const brace = /\s*([{}])\s*$/.exec(token.image);
    const name = brace?.[1];
    if (brace === null || name === undefined) return [this.#retyped(token, 'STRING', `${token.image}"`)];
    const text = part(token, 0, brace.index);
    const at = token.image.lastIndexOf(name);
    return [this.#retyped(text, 'STRING', `${text.image}"`), this.#retyped(part(token, at, at + 1), name, name)];
  }

  #retyped(token: IToken, name: string, image: string): IToken {
    const tokenType = this.#type(name);
    // Chevrotain compares `tokenTypeIdx`, which its lexer has assigned to every type.
    return { ...token, image, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx ?? 0 };
  }

  #splitTemplates(marked: Marked, errors: ILexingError[]): Marked {
    const text = this.#type('STRING');
    return this.#replaceSome(
      marked,
      ({ tokenType, image }) => tokenType === text && image.includes('${'),
      (token) =>
        splitTemplate(token, {
          typeOf: (name) => this.#type(name),
          tokenize: (inner) => super.tokenize(inner),
          report: (at, message) => errors.push(errorAt(at, message)),
        }),
    );
  }

  /** Finds the tokens that may be replaced, in one pass: an edit of a long file reads all of its tokens. */
  #mark(tokens: IToken[]): Marked {
    this.#replaceable ??= new Set(replaceable.map((name) => this.#type(name)));
    const at: number[] = [];
    for (let index = 0; index < tokens.length; index++)
      if (this.#replaceable.has(itemAt(tokens, index).tokenType)) at.push(index);
    return { tokens, at };
  }

  /** Replaces the marked tokens that a test selects; returns the same if there are none. */
  #replaceSome(marked: Marked, isOne: TokenTest, replace: (token: IToken) => IToken[]): Marked {
    const { tokens } = marked;
    const isFound = (index: number): boolean =>
      isOne(itemAt(tokens, index), tokens[index - 1], tokens[index + 1], tokens[index - 2]);
    const found = new Set(marked.at.filter(isFound));
    if (found.size === 0) return marked;
    return this.#mark(tokens.flatMap((token, index) => (found.has(index) ? replace(token) : [token])));
  }
}

/** Tokens, and the indices of those that may be replaced. */
interface Marked {
  readonly tokens: IToken[];
  readonly at: readonly number[];
}

/** A test of a token with its neighbours, and the one before these. */
type TokenTest = (
  token: IToken,
  before: IToken | undefined,
  after: IToken | undefined,
  earlier: IToken | undefined,
) => boolean;

/** The types of tokens that may be replaced. */
const replaceable = ['OPEN_STRING', 'OPEN_QUOTED', 'QUOTED', 'STRING', 'after', 'is'];

const isKeyword = ({ tokenType }: IToken): boolean => /^[a-z]+$/.test(tokenType.name);

/** Keywords that may follow a value: after the name `is`, they are not the name of a class. */
const afterValues: ReadonlySet<string> = new Set([
  ...['and', 'or', 'in', 'is', 'before', 'notified', 'received', 'leads', 'then', 'else', 'runs', 'to', 'as', 'do'],
  ...[...predicates, ...relationStarts, ...laterRelationStarts],
]);

/**
 * Returns true if `is` comes after a name on its line, and the keyword after it can only be the name of a class; or is on
 * the next line, where the name of the class is still missing.
 */
function mayNameClass(is: IToken, before: IToken | undefined, after: IToken, earlier: IToken | undefined): boolean {
  if (before === undefined || before.endLine !== is.startLine) return false;
  const endsValue =
    ['ID', 'QUOTED', ']', ')', 'self'].includes(before.tokenType.name) || isKeywordAsName(before, earlier);
  return endsValue && (after.startLine !== is.startLine || !afterValues.has(after.image));
}

/** Returns true if a keyword is a name because of what is before it: `pd absent`, `a.absent`, `expect absent`. */
function isKeywordAsName(token: IToken, before: IToken | undefined): boolean {
  if (before === undefined || before.endLine !== token.startLine || !isKeyword(token)) return false;
  if (before.image === '.' || entityKinds.some((kind) => kind === before.image)) return true;
  return beforeOperands.has(before.image) && !beforeNames.has(token.image);
}

/** Words that an operand follows. */
const beforeOperands: ReadonlySet<string> = new Set([
  ...['expect', 'not', 'and', 'or', 'if', 'then', 'else', 'when', 'never', 'always', 'eventually', 'require'],
]);

/** Words with which an operand begins that are no names before a name. */
const beforeNames: ReadonlySet<string> = new Set([...operandStarts, 'only']);

/** Makes a lexing error on the first line of a conflict. */
function conflictError({ mark }: MergeConflict, text: string): ILexingError {
  return {
    offset: mark.start,
    length: mark.end - mark.start,
    line: text.slice(0, mark.start).split('\n').length,
    column: 1,
    message: t`This merge conflict is not resolved. Keep what is right on either side, and remove the marker lines.`,
  };
}

/** Writes the messages about unknown characters; adjacent ones become one error. */
function mergeNeighbours(errors: readonly ILexingError[], text: string): ILexingError[] {
  const merged: ILexingError[] = [];
  for (const error of errors) {
    const last = merged.at(-1);
    if (last !== undefined && last.offset + last.length === error.offset) last.length += error.length;
    else merged.push({ ...error });
  }
  for (const error of merged) {
    const characters = text.slice(error.offset, error.offset + error.length);
    const shown = characters.length > 20 ? `${characters.slice(0, 20)}…` : characters;
    const meant = adviceOnSign(characters, text, error.offset);
    error.message =
      meant === undefined
        ? t`Unexpected "${shown}". Remove it, or write a name with such characters in single quotes.`
        : t`Unexpected "${shown}". ${meant}`;
  }
  return merged;
}
