/**
 * The concrete syntax tree of a few declarations as a list of numbers. Most texts are only checked, which needs places
 * in the text and no objects; Langium's objects, ten times as large, are made when somebody asks for one.
 */
import {
  type AstNode,
  AstUtils,
  type CompositeCstNode,
  CstNodeBuilder,
  type CstNode,
  type Mutable,
  type RootCstNode,
} from 'langium';
import { at as numberAt, itemAt } from '../../../model/common/lookup.ts';
import { Branch, leafAt, type LongEnd, type Moved, type Piece, type TextShift } from './cst.ts';
import { elementOf, featureOfKind, isComment, keywordOf, tokenTypeOf, width } from './flat-kinds.ts';

type Range = CstNode['range'];

/** A tree of parts, each known by its number in the order of the text, a branch before what it consists of. */
export class FlatTree {
  readonly #moved: Moved = { characters: 0, lines: 0 };
  readonly #data: Int32Array;
  readonly #long: ReadonlyMap<number, LongEnd> | undefined;
  /** The nodes at the top. */
  #nodes: readonly AstNode[];
  #text: string;
  #root: RootCstNode | undefined;
  #made: CstNode[] | undefined;

  constructor(text: string, data: Int32Array, long: ReadonlyMap<number, LongEnd> | undefined, node: AstNode) {
    this.#text = text;
    this.#data = data;
    this.#long = long;
    this.#nodes = [node];
  }

  /** Makes it a part of another tree, whose root is given. */
  moveInto(root: RootCstNode, nodes: readonly AstNode[]): void {
    this.#root = root;
    this.#text = '';
    this.#nodes = nodes;
    for (const part of this.#top(this.#made ?? [])) part.container = root;
  }

  /** Moves it with its text. */
  move({ characters, lines }: TextShift): void {
    this.#moved.characters += characters;
    this.#moved.lines += lines;
  }

  /** Langium's tree of all parts. */
  get root(): RootCstNode {
    if (this.#root !== undefined) return this.#root;
    const root = new CstNodeBuilder().buildRootNode(this.#text);
    this.#root = root;
    (root as Mutable<CompositeCstNode>).astNode = itemAt(this.#nodes, 0);
    (root as Mutable<CompositeCstNode>).content = this.content;
    return root;
  }

  /** The parts at the top, as Langium's. */
  get content(): CstNode[] {
    return this.#top(this.#all());
  }

  /** Returns a part as Langium's. */
  part(at: number): CstNode {
    return at < 0 ? this.root : itemAt(this.#all(), at);
  }

  /** Returns where a part is. */
  range(at: number): Range {
    const [first, last] = [this.#first(at), this.#last(at)];
    const start = this.#start(first);
    const end = this.#end(last);
    return { start, end: end.line < start.line ? start : end };
  }

  /** Returns where a part begins. */
  start(at: number): Range['start'] {
    return this.#start(this.#first(at));
  }

  /** Returns the text from an offset up to a part. */
  textBefore(at: number, offset: number): string {
    return this.#fullText.slice(offset, this.#at(this.#first(at), 1) + this.#moved.characters);
  }

  /** Returns the first part below another one that a property of its node was read from. */
  find(at: number, property: string): number | undefined {
    const end = at + this.#size(at);
    for (let index = at + 1; index < end; index += this.#size(index)) {
      const kind = this.#at(index, 0);
      if (featureOfKind(kind) === property) return index;
      if (kind >= 0 || this.#at(index, 2) === 1) continue;
      const found = this.find(index, property);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the keywords of a node that are written in its part. */
  keywords(at: number, keyword: string): number[] {
    const found: number[] = [];
    const end = at + this.#size(at);
    for (let index = at + 1; index < end; index += this.#size(index)) {
      const kind = this.#at(index, 0);
      if (keywordOf(kind) === keyword) found.push(index);
      else if (kind < 0 && this.#at(index, 2) === 0) found.push(...this.keywords(index, keyword));
    }
    return found;
  }

  /** Returns a part as a piece of the text. */
  piece(at: number): Piece {
    const [first, last] = [this.#first(at), this.#last(at)];
    const { characters } = this.#moved;
    const offset = this.#at(first, 1) + characters;
    const end = this.#at(last, 1) + this.#at(last, 2) + characters;
    return { offset, end, range: this.range(at), text: this.#fullText.substring(offset, end) };
  }

  /** Returns the comment directly before a part. No branch ends with one. */
  commentBefore(at: number): Piece | undefined {
    let before = at - 1;
    while (before >= 0 && this.#at(before, 0) < 0) before--;
    if (before < 0 || this.#isShown(before)) return undefined;
    const offset = this.#at(before, 1) + this.#moved.characters;
    const end = offset + this.#at(before, 2);
    const range = { start: this.#start(before), end: this.#end(before) };
    return { offset, end, range, text: this.#fullText.substring(offset, end) };
  }

  /** Returns the leaf at an offset. Cost: O(log n), as no long row of parts are branches. */
  leafAt(offset: number): number | undefined {
    const own = offset - this.#moved.characters;
    let [from, to] = [0, this.#data.length / width - 1];
    while (from <= to) {
      const middle = (from + to) >> 1;
      let leaf = middle;
      while (this.#at(leaf, 0) < 0) leaf++;
      if (this.#at(leaf, 1) > own) to = middle - 1;
      else if (this.#at(leaf, 1) + this.#at(leaf, 2) <= own) from = leaf + 1;
      else return leaf;
    }
    return undefined;
  }

  /** The offsets between which all parts are. */
  get extent(): { readonly start: number; readonly end: number } {
    let [first, last] = [0, this.#data.length / width - 1];
    while (this.#at(first, 0) < 0) first++;
    while (this.#at(last, 0) < 0) last--;
    const { characters } = this.#moved;
    return { start: this.#at(first, 1) + characters, end: this.#at(last, 1) + this.#at(last, 2) + characters };
  }

  get #fullText(): string {
    return this.#root?.fullText ?? this.#text;
  }

  #at(index: number, field: number): number {
    return numberAt(this.#data, index * width + field);
  }

  #size(index: number): number {
    return this.#at(index, 0) < 0 ? this.#at(index, 1) : 1;
  }

  /** Returns the first leaf of a part that is no comment. */
  #first(at: number): number {
    let index = at;
    while (!this.#isShown(index)) index++;
    return index;
  }

  #last(at: number): number {
    let index = at + this.#size(at) - 1;
    while (index > at && !this.#isShown(index)) index--;
    return index;
  }

  /** Returns true for a leaf that an element of the grammar has read. */
  #isShown(index: number): boolean {
    return this.#at(index, 0) > 0 && !isComment(this.#at(index, 0));
  }

  #start(leaf: number): Range['start'] {
    return { line: this.#at(leaf, 3) + this.#moved.lines, character: this.#at(leaf, 4) };
  }

  #end(leaf: number): Range['end'] {
    const line = this.#at(leaf, 3) + this.#moved.lines;
    const long = this.#long?.get(leaf);
    if (long !== undefined) return { line: line + long.lines, character: long.column };
    return { line, character: this.#at(leaf, 4) + this.#at(leaf, 2) };
  }

  #all(): CstNode[] {
    return (this.#made ??= this.#make());
  }

  /** Returns those of all parts that are at the top. */
  #top(made: readonly CstNode[]): Mutable<CstNode>[] {
    const top: CstNode[] = [];
    for (let index = 0; index < made.length; index += this.#size(index)) top.push(itemAt(made, index));
    return top;
  }

  #make(): CstNode[] {
    const made: CstNode[] = [];
    const around: { readonly branch: CompositeCstNode; readonly end: number }[] = [];
    const count = this.#data.length / width;
    for (let index = 0; index < count; index++) {
      while (index === around.at(-1)?.end) around.pop();
      const part = this.#makePart(index);
      made.push(part);
      const container = around.at(-1)?.branch;
      if (container !== undefined) {
        (part as Mutable<CstNode>).container = container;
        (container.content as CstNode[]).push(part);
      }
      if (part instanceof Branch) around.push({ branch: part as CompositeCstNode, end: index + this.#size(index) });
    }
    this.#made = made;
    for (const root of this.#nodes) for (const node of AstUtils.streamAst(root)) this.#own(node, made);
    const { root } = this;
    for (const part of this.#top(made)) part.container = root;
    return made;
  }

  #makePart(index: number): CstNode {
    const kind = this.#at(index, 0);
    const element = elementOf(kind);
    if (kind < 0) {
      const branch = new Branch();
      branch.grammarSource = element;
      return branch as CompositeCstNode;
    }
    const at = {
      offset: this.#at(index, 1),
      length: this.#at(index, 2),
      line: this.#at(index, 3),
      column: this.#at(index, 4),
    };
    const leaf = leafAt(tokenTypeOf(kind), at, this.#moved, this.#long?.get(index));
    leaf.grammarSource = element;
    return leaf as CstNode;
  }

  #own(node: AstNode, made: readonly CstNode[]): void {
    const place = placeOf(node);
    if (place?.tree === this && place.at >= 0) (itemAt(made, place.at) as Mutable<CstNode>).astNode = node;
  }
}

const inTree = Symbol('tree');
const atPart = Symbol('part');

/** A node of the language whose part of the concrete tree is a number. */
interface PlacedNode {
  [inTree]?: FlatTree;
  [atPart]?: number;
}

/** What nodes inherit that are read quickly. Otherwise they are plain objects, as those of Langium. */
export const quickNode: object = Object.create(Object.prototype, {
  $cstNode: {
    get(this: PlacedNode): CstNode | undefined {
      return this[inTree]?.part(this[atPart] ?? -1);
    },
  },
}) as object;

/** Says which part of a tree a node is; -1 is the root. */
export function setPlace(node: AstNode, tree: FlatTree, at: number): void {
  const placed = node as PlacedNode;
  placed[inTree] = tree;
  placed[atPart] = at;
}

/** The tree that a node is in, and the number of its part; the root has no number. */
export interface Place {
  readonly tree: FlatTree;
  readonly at: number;
}

/** Returns the tree of a node that was read quickly. */
export const treeOf = (node: AstNode): FlatTree | undefined => (node as PlacedNode)[inTree];

/** Returns the place of a node that was read quickly. */
export function placeOf(node: AstNode): Place | undefined {
  const { [inTree]: tree, [atPart]: at = -1 } = node as PlacedNode;
  return tree && { tree, at };
}
