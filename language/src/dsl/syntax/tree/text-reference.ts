/**
 * A reference as Langium makes it, except that it finds its place in the text when that is asked for.
 */
import {
  type AstNode,
  type AstNodeDescription,
  type CstNode,
  isLinkingError,
  type Linker,
  type LinkingError,
  type Reference,
} from 'langium';
import { findPropertyNode } from './property-node.ts';

/** The part of Langium's linker that resolves references. */
interface Resolver {
  readonly resolveReference: (reference: TextReference, node: AstNode, property: string) => AstNode | undefined;
}

/** A reference in a text that was read quickly; no list of the language has references. */
export class TextReference implements Pick<Reference, '$refText'> {
  readonly $refText: string;
  /** What Langium's linker has found. */
  _ref: AstNode | LinkingError | undefined = undefined;
  _nodeDescription: AstNodeDescription | undefined = undefined;
  readonly #linker: Resolver;
  readonly #node: AstNode;
  readonly #property: string;

  constructor(linker: Linker, node: AstNode, property: string, text: string) {
    // Every linker here is derived from Langium's.
    this.#linker = linker as unknown as Resolver;
    this.#node = node;
    this.#property = property;
    this.$refText = text;
  }

  get $refNode(): CstNode | undefined {
    return findPropertyNode(this.#node, this.#property);
  }

  get ref(): AstNode | undefined {
    return this.#linker.resolveReference(this, this.#node, this.#property);
  }

  get $nodeDescription(): AstNodeDescription | undefined {
    return this._nodeDescription;
  }

  get error(): LinkingError | undefined {
    return isLinkingError(this._ref) ? this._ref : undefined;
  }
}
