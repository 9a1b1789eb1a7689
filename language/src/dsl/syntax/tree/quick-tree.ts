/**
 * The trees of a text while it is parsed quickly: that of the language, and the concrete one as `MovableCstBuilder`
 * would leave it, as numbers. A rule that only passes on what another one reads has no node in either, so that one is
 * made for what is written, and not for each of a dozen rules about it.
 */
import type { IToken } from 'chevrotain';
import type { AstNode, GrammarAST, LexerResult } from 'langium';
import { FlatBuilder } from './flat-builder.ts';
import { numberOf } from './flat-kinds.ts';
import { quickNode } from './flat-tree.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** A node that grows: its properties are assigned in the order of the text. */
export type GrowingNode = Record<string, unknown>;

/** The properties that a node of a type has even if nothing is written, with the values they have then. */
export type Defaults = readonly (readonly [property: string, value: unknown])[];

/** What a rule leaves undone while it calls another one that makes a node of its own. */
export interface Caller {
  readonly node: GrowingNode | undefined;
  readonly isFinished: boolean;
  readonly text: string;
  readonly element: number;
  readonly source: number;
}

/** The trees so far, and the place in the text; also what Langium's decisions read tokens from. */
export class QuickTree {
  /** The index of the next token. */
  index = 0;
  /** The text of a value that is read from several tokens. */
  text = '';
  #node: GrowingNode | undefined;
  #isFinished = false;
  /** What the branch that is being read is made for, by number; 0 at the root. */
  #element = 0;
  /** What the branch would be made for, if the rule that is being read did not share the one of its caller; or 0. */
  #source = 0;
  readonly #parts = new FlatBuilder();
  /** The numbers of the first parts of the branch that is being read, and those around it. */
  readonly #starts = [0];
  #hiddenAt = 0;
  readonly #fullText: string;
  readonly #tokens: readonly IToken[];
  readonly #hidden: readonly IToken[];
  readonly #end: IToken;
  readonly #defaultsOf: (type: string) => Defaults;

  constructor(
    text: string,
    { tokens, hidden }: LexerResult,
    { end, defaultsOf }: { readonly end: IToken; readonly defaultsOf: (type: string) => Defaults },
  ) {
    this.#fullText = text;
    this.#tokens = tokens;
    this.#hidden = hidden;
    this.#end = end;
    this.#defaultsOf = defaultsOf;
  }

  /** Returns a token that follows. */
  LA(howMany: number): IToken {
    return this.#tokens[this.index + howMany - 1] ?? this.#end;
  }

  /** The same, by the name under which it is never read past the end. */
  LA_FAST(howMany: number): IToken {
    return this.#tokens[this.index + howMany - 1] ?? this.#end;
  }

  get isAtEnd(): boolean {
    return this.index === this.#tokens.length;
  }

  /** Returns the node that is being read, new if nothing of it was read yet. */
  begin(type: string): GrowingNode {
    return (this.#node ??= newNode(type));
  }

  /** Reads the next token for an element of the grammar, given by number, with the comments before it. */
  read(token: IToken, element: number): void {
    this.index++;
    if (this.#hiddenAt < this.#hidden.length) this.#addComments(token.startOffset);
    this.#parts.addLeaf(token, element);
  }

  /** Begins a rule with a node of its own; returns what `leave` needs. */
  enter(element: number): Caller {
    const caller: Caller = {
      node: this.#node,
      isFinished: this.#isFinished,
      text: this.text,
      element: this.#element,
      source: this.#source,
    };
    this.#starts.push(this.#parts.count);
    this.#element = element;
    this.#node = undefined;
    this.#isFinished = false;
    this.#source = 0;
    this.text = '';
    return caller;
  }

  /** Goes back to the caller of a rule. */
  leave({ node, isFinished, text, element, source }: Caller): void {
    this.#endBranch(this.#element);
    this.#starts.pop();
    this.#node = node;
    this.#isFinished = isFinished;
    this.text = text;
    this.#element = element;
    this.#source = source;
  }

  /** Goes back from the first rule; returns its node. */
  leaveRoot(): AstNode {
    const node = this.finished;
    if (this.#hiddenAt < this.#hidden.length) this.#addComments(Infinity);
    this.#parts.build(this.#fullText, node);
    return node;
  }

  /** The node of the rule that was read to its end. */
  get finished(): AstNode {
    if (this.#node === undefined) throw new Error('A rule that was read to its end has a node.');
    return this.#node as unknown as AstNode;
  }

  /** Begins a rule that makes the node of its caller; returns what `unshare` needs. */
  share(element: number): number {
    const source = this.#source;
    this.#source = element;
    return source;
  }

  unshare(source: number): void {
    this.#source = source;
  }

  /** Finishes the node that is being read. */
  finish(type: string): void {
    const node = this.begin(type);
    if (this.#isFinished) return;
    this.#isFinished = true;
    for (const [property, value] of this.#defaultsOf(node.$type as string)) {
      const own = node[property];
      if (own === undefined) node[property] = Array.isArray(value) ? [] : value;
      else if (Array.isArray(own) && own.length > 1) node[property] = own.slice();
    }
  }

  /** Makes what was read so far a part of a new node; returns it. */
  wrap(action: GrammarAST.Action, type: string, ruleType: string): AstNode {
    this.finish(ruleType);
    const last = this.finished;
    const number = numberOf(action);
    if (this.#source === 0) {
      if (this.#element === 0) throw new Error('The root is no part of anything.');
      // A new branch takes the place of this one, which becomes its part.
      this.#endBranch(this.#element);
      this.#element = number;
    } else {
      // The rule would have had a branch of its own.
      this.#endBranch(this.#source);
      this.#source = number;
    }
    this.#node = newNode(type);
    this.#isFinished = false;
    return last;
  }

  /** Ends a branch that consists of everything read since the branch began that is being read. */
  #endBranch(element: number): void {
    const from = itemAt(this.#starts, this.#starts.length - 1);
    this.#parts.addBranch(from, element, this.#node as AstNode | undefined);
  }

  /** Adds the comments up to an offset where Langium does: before what has no tokens yet. */
  #addComments(offset: number): void {
    const before = this.#parts.count;
    for (; this.#hiddenAt < this.#hidden.length; this.#hiddenAt++) {
      const token = this.#hidden[this.#hiddenAt];
      if (token === undefined || token.startOffset > offset) break;
      this.#parts.addLeaf(token, 0);
    }
    for (let depth = this.#starts.length - 1; depth > 0 && this.#starts[depth] === before; depth--)
      this.#starts[depth] = this.#parts.count;
  }
}

/** The makers of nodes, one for each type: V8 learns from the first few how much room one needs. */
const makers = new Map<string, new () => GrowingNode>();

function newNode(type: string): GrowingNode {
  let maker = makers.get(type);
  if (maker === undefined) {
    const own = function (this: GrowingNode): void {
      this.$type = type;
    };
    own.prototype = quickNode;
    makers.set(type, (maker = own as unknown as new () => GrowingNode));
  }
  return new maker();
}
