/**
 * The trees of a text while it is parsed quickly: that of the language, and the concrete one as `MovableCstBuilder`
 * leaves it. A rule that only passes on what another one reads has no node in either, so that one is made for what is
 * written, and not for each of a dozen rules about it.
 */
import type { IToken } from 'chevrotain';
import {
  type AstNode,
  type CompositeCstNode,
  type CstNode,
  CstNodeBuilder,
  type GrammarAST,
  type LeafCstNode,
  type LexerResult,
  type Mutable,
  type RootCstNode,
} from 'langium';
import { Branch, leafOf, type Moved } from './cst.ts';

/** A node that grows: its properties are assigned in the order of the text. */
export type GrowingNode = Record<string, unknown>;

/** The properties that a node of a type has even if nothing is written, with the values they have then. */
export type Defaults = readonly (readonly [property: string, value: unknown])[];

/** What a rule leaves undone while it calls another one that makes a node of its own. */
export interface Caller {
  readonly node: GrowingNode | undefined;
  readonly isFinished: boolean;
  readonly text: string;
  readonly branch: CompositeCstNode;
  readonly source: GrammarAST.AbstractElement | undefined;
}

/** The trees so far, and the place in the text; also what Langium's decisions read tokens from. */
export class QuickTree {
  /** The index of the next token. */
  index = 0;
  /** The text of a value that is read from several tokens. */
  text = '';
  /** The root of the concrete tree. */
  readonly root: RootCstNode;
  #node: GrowingNode | undefined;
  #isFinished = false;
  /** The part of the concrete tree that is being read. */
  branch: CompositeCstNode;
  /** What the branch would be made for, if the rule that is being read did not share the one of its caller. */
  #source: GrammarAST.AbstractElement | undefined;
  #hiddenAt = 0;
  readonly #tokens: readonly IToken[];
  readonly #hidden: readonly IToken[];
  readonly #end: IToken;
  readonly #defaultsOf: (type: string) => Defaults;
  readonly #moved: Moved = { characters: 0, lines: 0 };

  constructor(
    text: string,
    { tokens, hidden }: LexerResult,
    { end, defaultsOf }: { readonly end: IToken; readonly defaultsOf: (type: string) => Defaults },
  ) {
    this.root = new CstNodeBuilder().buildRootNode(text);
    this.branch = this.root;
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

  /** Reads the next token, with the comments before it. */
  read(token: IToken, element: GrammarAST.AbstractElement): LeafCstNode {
    this.index++;
    if (this.#hiddenAt < this.#hidden.length) this.#addComments(token.startOffset);
    const leaf = leafOf(token, this.#moved);
    leaf.grammarSource = element;
    append(this.branch, leaf as CstNode);
    return leaf as LeafCstNode;
  }

  /** Begins a rule with a node of its own; returns what `leave` needs. */
  enter(element: GrammarAST.AbstractElement): Caller {
    const caller: Caller = {
      node: this.#node,
      isFinished: this.#isFinished,
      text: this.text,
      branch: this.branch,
      source: this.#source,
    };
    this.branch = newBranch(element, this.branch);
    this.#node = undefined;
    this.#isFinished = false;
    this.#source = undefined;
    this.text = '';
    return caller;
  }

  /** Goes back to the caller of a rule. */
  leave({ node, isFinished, text, branch, source }: Caller): void {
    trim(this.branch);
    this.#node = node;
    this.#isFinished = isFinished;
    this.text = text;
    this.branch = branch;
    this.#source = source;
  }

  /** Goes back from the first rule; returns its node. */
  leaveRoot(): AstNode {
    trim(this.branch);
    const node = this.finished;
    (this.root as Mutable<CompositeCstNode>).astNode = node;
    if (this.#hiddenAt < this.#hidden.length) this.#addComments(Infinity);
    return node;
  }

  /** The node of the rule that was read to its end. */
  get finished(): AstNode {
    if (this.#node === undefined) throw new Error('A rule that was read to its end has a node.');
    return this.#node as unknown as AstNode;
  }

  /** Begins a rule that makes the node of its caller; returns what `unshare` needs. */
  share(element: GrammarAST.AbstractElement): GrammarAST.AbstractElement | undefined {
    const source = this.#source;
    this.#source = element;
    return source;
  }

  unshare(source: GrammarAST.AbstractElement | undefined): void {
    this.#source = source;
  }

  /** Finishes the node that is being read. */
  finish(type: string): void {
    const node = this.begin(type);
    if (this.#isFinished) return;
    this.#isFinished = true;
    node.$cstNode = this.branch;
    for (const [property, value] of this.#defaultsOf(node.$type as string)) {
      const own = node[property];
      if (own === undefined) node[property] = Array.isArray(value) ? [] : value;
      else if (Array.isArray(own) && own.length > 1) node[property] = own.slice();
    }
  }

  /** Makes what was read so far a part of a new node; returns it. */
  wrap(action: GrammarAST.Action, type: string, ruleType: string): AstNode {
    this.finish(ruleType);
    const last = this.#node as unknown as Mutable<AstNode>;
    const part = this.#source === undefined ? this.#wrapBranch(action) : this.#pushDown(action, this.#source);
    last.$cstNode = part;
    this.#node = newNode(type);
    this.#isFinished = false;
    return last;
  }

  /** Puts a new branch in the place of this one, which becomes its part. */
  #wrapBranch(action: GrammarAST.Action): CompositeCstNode {
    const part = this.branch;
    const parent = part.container;
    if (parent === undefined) throw new Error('The root is no part of anything.');
    trim(part);
    contentOf(parent).pop();
    const whole = newBranch(action, parent);
    append(whole, part);
    this.branch = whole;
    return part;
  }

  /** Puts all parts of this branch into a new part, because the rule would have had a branch of its own. */
  #pushDown(action: GrammarAST.Action, source: GrammarAST.AbstractElement): CompositeCstNode {
    const whole = this.branch;
    const parts = contentOf(whole);
    setContent(whole, []);
    const part = newBranch(source, whole);
    setContent(part, parts.length > 1 ? parts.slice() : parts);
    for (const each of parts as Mutable<CstNode>[]) each.container = part;
    this.#source = action;
    return part;
  }

  /** Adds the comments up to an offset where Langium does: before what has no tokens yet. */
  #addComments(offset: number): void {
    let [at, after]: [CompositeCstNode, number | undefined] = [this.branch, undefined];
    while (at.content.length === 0 || after === 0) {
      const parent: CompositeCstNode | undefined = at.container;
      if (parent === undefined) break;
      at = parent;
      after = at.content.length - 1;
    }
    // What has no tokens yet comes after the comments.
    const last = after === undefined ? undefined : contentOf(at).pop();
    for (; this.#hiddenAt < this.#hidden.length; this.#hiddenAt++) {
      const token = this.#hidden[this.#hiddenAt];
      if (token === undefined || token.startOffset > offset) break;
      append(at, leafOf(token, this.#moved) as CstNode);
    }
    if (last !== undefined) contentOf(at).push(last);
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
    // The nodes are plain objects, as those of Langium.
    own.prototype = Object.prototype;
    makers.set(type, (maker = own as unknown as new () => GrowingNode));
  }
  return new maker();
}

function newBranch(element: GrammarAST.AbstractElement, parent: CompositeCstNode): CompositeCstNode {
  const branch = new Branch();
  branch.grammarSource = element;
  append(parent, branch as CompositeCstNode);
  return branch as CompositeCstNode;
}

function append(parent: CompositeCstNode, child: CstNode): void {
  (child as Mutable<CstNode>).container = parent;
  // A list that begins with its only item has room for no more.
  if (parent.content.length === 0) setContent(parent, [child]);
  else contentOf(parent).push(child);
}

function trim(branch: CompositeCstNode): void {
  if (branch.content.length > 1) setContent(branch, branch.content.slice());
}

/** A branch that still grows; what reads it later must not change it. */
const contentOf = ({ content }: CompositeCstNode): CstNode[] => content as CstNode[];

function setContent(branch: CompositeCstNode, content: CstNode[]): void {
  (branch as Mutable<CompositeCstNode>).content = content;
}
