/**
 * Finds the text of a node's property: like Langium's own search, but without building lists.
 */
import {
  AstUtils,
  type AstNode,
  type CstNode,
  GrammarAST,
  type GrammarAST as Grammar,
  isCompositeCstNode,
} from 'langium';

type Element = Grammar.AbstractElement;

const features = new WeakMap<Element, string | null>();

/** Returns the first part of a node's text that a property was read from; undefined if it is not written. */
export function findPropertyNode({ $cstNode }: AstNode, property: string): CstNode | undefined {
  return $cstNode && findWithin($cstNode, property, $cstNode.astNode);
}

function findWithin(cst: CstNode, property: string, node: AstNode): CstNode | undefined {
  if (!isCompositeCstNode(cst)) return undefined;
  for (const part of cst.content) {
    const element = part.grammarSource;
    if (element !== undefined && featureOf(element) === property) return part;
    if (!isCompositeCstNode(part) || part.astNode !== node) continue;
    const found = findWithin(part, property, node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the property that a grammar element is assigned to; null if there is none. */
export function featureOf(element: Element): string | null {
  let feature = features.get(element);
  if (feature === undefined) {
    feature = AstUtils.getContainerOfType(element, GrammarAST.isAssignment)?.feature ?? null;
    features.set(element, feature);
  }
  return feature;
}
