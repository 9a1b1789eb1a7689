/**
 * The concrete syntax tree: Langium's own, except that text parsed together can be moved to other lines at once, and so
 * be reused in the tree of a later version of the text. Columns never change.
 */
import type { IToken, TokenType } from 'chevrotain';
import {
  AbstractCstNode,
  type AstNode,
  CompositeCstNodeImpl,
  type CompositeCstNode,
  CstNodeBuilder,
  type CstNode,
  type GrammarAST,
  isCompositeCstNode,
  type LeafCstNode,
  type LeafCstNodeImpl,
  type Mutable,
  type RootCstNode,
} from 'langium';
import { featureOf } from './property-node.ts';

/** A piece of a text. */
export interface Piece {
  readonly offset: number;
  readonly end: number;
  readonly range: CstNode['range'];
  readonly text: string;
}

/** The distance by which a text has moved. */
export interface TextShift {
  readonly characters: number;
  readonly lines: number;
}

/** The distance by which all leaves built together have moved since. */
export interface Moved {
  characters: number;
  lines: number;
}

/** Builds Langium's tree with movable leaves. */
export class MovableCstBuilder extends CstNodeBuilder {
  #moved: Moved = { characters: 0, lines: 0 };

  override buildRootNode(input: string): RootCstNode {
    this.#moved = { characters: 0, lines: 0 };
    return super.buildRootNode(input);
  }

  override buildCompositeNode(feature: GrammarAST.AbstractElement): CompositeCstNode {
    const node = new Branch();
    node.grammarSource = feature;
    // Every node except the root gets a container at once.
    const branch = node as CompositeCstNode;
    this.appendChild(this.current as CompositeCstNode, branch);
    (this as unknown as { readonly nodeStack: CompositeCstNode[] }).nodeStack.push(branch);
    return branch;
  }

  /**
   * Removes the node of a rule that only passes on what another rule reads: there would be more such nodes than words.
   */
  override construct(item: Parameters<CstNodeBuilder['construct']>[0]): void {
    const node = this.current;
    super.construct(item);
    trimLists(item);
    const [only, second] = node.content;
    if (!(only instanceof Branch) || second !== undefined || !only.isPassedOn) return;
    node.content = only.content;
    for (const part of node.content as Mutable<CstNode>[]) part.container = node as CompositeCstNode;
  }

  /** Appends children one by one; Langium would pass them all as arguments, whose number is limited. */
  override appendChildren(parent: CompositeCstNode, children: CstNode[]): void {
    for (const child of children) this.appendChild(parent, child);
  }

  override insertChildren(parent: CompositeCstNode, index: number, children: CstNode[]): void {
    const content = parent.content as CstNode[];
    const after = content.splice(index);
    this.appendChildren(parent, children);
    for (const child of after) content.push(child);
  }

  protected override createLeafNode(token: IToken): LeafCstNodeImpl {
    // The class has private fields, so no other class has its type; only its public fields are used elsewhere.
    return leafOf(token, this.#moved) as unknown as LeafCstNodeImpl;
  }
}

/** Trims spare capacity: a list grown item by item has room for many more, most of the memory of a short one. */
function trimLists(node: object): void {
  for (const property in node) {
    const value: unknown = Reflect.get(node, property);
    if (Array.isArray(value)) Reflect.set(node, property, value.slice());
  }
}

/** Parts of a tree that may get another root, and move with their text. */
export interface Parts {
  readonly content: readonly CstNode[];
  /** Makes these parts those of another root. */
  readonly moveInto: (root: RootCstNode, nodes: readonly AstNode[]) => void;
  readonly move: (shift: TextShift) => void;
}

/** Returns parts that Langium's parser has made. */
export const partsMade = (content: readonly CstNode[]): Parts => ({
  content,
  moveInto: (root) => {
    for (const part of content as Mutable<CstNode>[]) part.container = root;
  },
  move: ({ characters, lines }) => {
    const leaf = firstLeaf(content[0]);
    if (leaf === undefined) return;
    leaf.moved.characters += characters;
    leaf.moved.lines += lines;
  },
});

/** Inserts parts of trees into a root, in the order of the text, before its own content: when that is asked for. */
export function adopt(root: RootCstNode, parts: readonly Parts[]): void {
  const own = root.content;
  let content: CstNode[] | undefined;
  Object.defineProperty(root, 'content', {
    get: () => (content ??= [...parts.flatMap((each) => each.content), ...own]),
    enumerable: true,
    configurable: true,
  });
}

function firstLeaf(part: CstNode | undefined): Leaf | undefined {
  let first = part;
  while (first !== undefined && isCompositeCstNode(first)) first = first.content[0];
  return first instanceof Leaf ? first : undefined;
}

/** An inner node. Its range is not cached, because the leaves may move. */
export class Branch extends CompositeCstNodeImpl {
  /** True if it represents no node of its own and no property of one. */
  get isPassedOn(): boolean {
    const { _astNode: own } = this as unknown as { readonly _astNode: AstNode | undefined };
    return own === undefined && (this.grammarSource === undefined || featureOf(this.grammarSource) === null);
  }

  override get range(): CstNode['range'] {
    const whole = this as CompositeCstNode;
    const start = edge(whole, 'first')?.range.start ?? nowhere;
    const end = edge(whole, 'last')?.range.end ?? nowhere;
    return { start, end: end.line < start.line ? start : end };
  }
}

/** Returns the start of a part of a text, excluding the comments before it. */
export const startOfPart = (part: CstNode): CstNode['range']['start'] =>
  startOfLeaf(isCompositeCstNode(part) ? edge(part, 'first') : part);

const startOfLeaf = (leaf: CstNode | undefined): CstNode['range']['start'] =>
  leaf instanceof Leaf ? leaf.start : (leaf?.range.start ?? nowhere);

/** The start of a part without tokens. */
const nowhere = { line: 0, character: 0 };

/** Returns the first or last leaf below a node that is not hidden. */
function edge(branch: CompositeCstNode, side: 'first' | 'last'): CstNode | undefined {
  let part: CstNode | undefined = branch;
  while (part !== undefined && isCompositeCstNode(part)) part = shownAt(part.content, side);
  return part;
}

function shownAt(content: readonly CstNode[], side: 'first' | 'last'): CstNode | undefined {
  const [start, step] = side === 'first' ? [0, 1] : [content.length - 1, -1];
  for (let index = start; index >= 0 && index < content.length; index += step) {
    if (content[index]?.hidden === false) return content[index];
  }
  return content[start];
}

/** The place of a leaf; lines and columns begin at 0. */
interface LeafPlace {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
}

/** The end of a leaf: lines below its start, and the column. */
export interface LongEnd {
  readonly lines: number;
  readonly column: number;
}

/** A leaf: a token, or a comment, which no element of the grammar reads. */
export class Leaf extends AbstractCstNode implements Pick<LeafCstNode, 'tokenType'> {
  readonly length: number;
  readonly tokenType: IToken['tokenType'];
  readonly moved: Moved;
  readonly #offset: number;
  readonly #line: number;
  readonly #column: number;

  constructor(type: TokenType, { offset, length, line, column }: LeafPlace, moved: Moved) {
    super();
    this.tokenType = type;
    this.moved = moved;
    // Whole numbers are stored inline.
    this.length = length | 0;
    this.#offset = offset | 0;
    this.#line = line | 0;
    this.#column = column | 0;
  }

  get hidden(): boolean {
    return this.grammarSource === undefined;
  }

  get offset(): number {
    return this.#offset + this.moved.characters;
  }

  get end(): number {
    return this.offset + this.length;
  }

  get range(): CstNode['range'] {
    const { start } = this;
    return { start, end: { line: start.line, character: start.character + this.length } };
  }

  get start(): CstNode['range']['start'] {
    return { line: this.#line + this.moved.lines, character: this.#column };
  }

  get astNode(): AstNode {
    if (this.container === undefined) throw new Error('A leaf is part of a tree.');
    return this.container.astNode;
  }
}

/** A leaf that does not end in its line, where its text would: a comment. */
class LongLeaf extends Leaf {
  readonly #lines: number;
  readonly #endColumn: number;

  constructor(type: TokenType, place: LeafPlace, moved: Moved, { lines, column }: LongEnd) {
    super(type, place, moved);
    this.#lines = lines | 0;
    this.#endColumn = column | 0;
  }

  override get range(): CstNode['range'] {
    const { start } = this;
    return { start, end: { line: start.line + this.#lines, character: this.#endColumn } };
  }
}

/** Returns the length of a token in the text; the image of one that was never closed is longer. */
export const lengthOf = ({ startOffset, endOffset = startOffset - 1 }: IToken): number => endOffset - startOffset + 1;

/** Makes the leaf of a token. */
function leafOf(token: IToken, moved: Moved): Leaf {
  const { startOffset, startLine = 1, endLine = 1, startColumn = 1, endColumn = 0 } = token;
  const length = lengthOf(token);
  const place = { offset: startOffset, length, line: startLine - 1, column: startColumn - 1 };
  const isPlain = startLine === endLine && endColumn === startColumn + length - 1;
  // Lines and columns of a token begin at 1; its last column is our end.
  return leafAt(token.tokenType, place, moved, isPlain ? undefined : { lines: endLine - startLine, column: endColumn });
}

/** Makes a leaf; `end` is of one that does not end in its line where its text would. */
export const leafAt = (type: TokenType, place: LeafPlace, moved: Moved, end: LongEnd | undefined): Leaf =>
  end === undefined ? new Leaf(type, place, moved) : new LongLeaf(type, place, moved, end);
