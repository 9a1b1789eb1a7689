/**
 * Writes the numbers of a concrete tree while a text is read: a part when it ends, since only then it is known what it
 * was; at the end each branch is put before what it consists of.
 */
import type { IToken } from 'chevrotain';
import type { AstNode } from 'langium';
import { at, itemAt } from '../../../model/common/lookup.ts';
import { lengthOf, type LongEnd } from './cst.ts';
import { kindOfBranch, kindOfLeaf, width } from './flat-kinds.ts';
import { FlatTree, setPlace } from './flat-tree.ts';

/** Used by one builder after the other. */
let data = new Int32Array(width * 1024);
let places = new Int32Array(1024);

/** The parts so far. */
export class FlatBuilder {
  /** The number of parts so far. */
  count = 0;
  readonly #nodes: AstNode[] = [];
  readonly #parts: number[] = [];
  #long: Map<number, LongEnd> | undefined;

  /** Adds a token, read by an element of the grammar; a comment by none, which is 0. */
  addLeaf(token: IToken, element: number): void {
    const { startOffset, startLine = 1, startColumn = 1, endLine = 1, endColumn = 0 } = token;
    const length = lengthOf(token);
    const first = this.#room();
    data[first] = kindOfLeaf(token, element);
    data[first + 1] = startOffset;
    data[first + 2] = length;
    data[first + 3] = startLine - 1;
    data[first + 4] = startColumn - 1;
    if (startLine !== endLine || endColumn !== startColumn + length - 1) {
      this.#long ??= new Map();
      // The last column of a token is our end.
      this.#long.set(this.count, { lines: endLine - startLine, column: endColumn });
    }
    this.count++;
  }

  /** Makes all parts from a number on the parts of a branch, which may be that of a node. */
  addBranch(from: number, element: number, node: AstNode | undefined): void {
    const first = this.#room();
    data[first] = kindOfBranch(element);
    data[first + 1] = this.count - from + 1;
    data[first + 2] = node === undefined ? 0 : 1;
    if (node !== undefined) {
      this.#nodes.push(node);
      this.#parts.push(this.count);
    }
    this.count++;
  }

  /** Returns the tree of all parts, whose root is that of a node. */
  build(text: string, root: AstNode): FlatTree {
    const ordered = this.#ordered();
    let long: Map<number, LongEnd> | undefined;
    if (this.#long !== undefined) {
      long = new Map();
      for (const [part, end] of this.#long) long.set(at(places, part), end);
    }
    const tree = new FlatTree(text, ordered, long, root);
    for (const [index, node] of this.#nodes.entries()) setPlace(node, tree, at(places, itemAt(this.#parts, index)));
    setPlace(root, tree, -1);
    return tree;
  }

  /** Returns the numbers with each branch before its parts, and keeps the new place of each. */
  #ordered(): Int32Array {
    const ordered = new Int32Array(this.count * width);
    if (places.length < this.count) places = new Int32Array(this.count * 2);
    /** Where the branches around a part begin. */
    const around: number[] = [];
    for (let part = this.count - 1; part >= 0; part--) {
      const from = part * width;
      const isBranch = at(data, from) < 0;
      while (around.length > 0 && part < itemAt(around, around.length - 1)) around.pop();
      const first = isBranch ? part - at(data, from + 1) + 1 : part;
      const place = first + around.length;
      places[part] = place;
      const to = place * width;
      for (let field = 0; field < width; field++) ordered[to + field] = at(data, from + field);
      if (isBranch) around.push(first);
    }
    return ordered;
  }

  #room(): number {
    const end = this.count * width;
    if (end === data.length) {
      const more = new Int32Array(data.length * 2);
      more.set(data);
      data = more;
    }
    return end;
  }
}
