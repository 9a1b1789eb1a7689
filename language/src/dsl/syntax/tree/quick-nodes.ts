/**
 * What the quick parser knows about nodes before it reads any: how a value gets into a property, and which rules only
 * pass on the node of another one.
 */
import { type AstNode, GrammarAST, isAstNode, type Mutable } from 'langium';
import type { GrowingNode } from './quick-tree.ts';

/** Returns what puts a value into a property. */
export function putting(
  feature: string,
  operator: GrammarAST.Assignment['operator'],
): (node: GrowingNode, value: unknown) => void {
  if (operator === '?=') {
    return (node) => {
      node[feature] = true;
    };
  }
  if (operator === '=') {
    return (node, value) => {
      node[feature] = value;
      contain(node, feature, value);
    };
  }
  return (node, value) => {
    const list = node[feature];
    if (Array.isArray(list)) list.push(value);
    // A list that begins with its only item has room for no more.
    else node[feature] = [value];
    contain(node, feature, value, Array.isArray(list) ? list.length - 1 : 0);
  };
}

/** Tells a node what it is contained in. */
function contain(container: GrowingNode, property: string, value: unknown, index?: number): void {
  if (!isAstNode(value)) return;
  const node: Mutable<AstNode> = value;
  node.$container = container as unknown as AstNode;
  node.$containerProperty = property;
  if (index !== undefined) node.$containerIndex = index;
}

/**
 * Returns true if the node of an unassigned call is that of the rule that calls, unless an action then makes it a part
 * of another node.
 */
export function isOnlyPassedOn(call: GrammarAST.RuleCall): boolean {
  let item: GrammarAST.AbstractElement = call;
  while (item.cardinality === undefined) {
    const around: AstNode | undefined = item.$container;
    if (GrammarAST.isParserRule(around)) return true;
    if (GrammarAST.isGroup(around)) {
      const [first, ...rest] = around.elements;
      if (first !== item || !rest.every((each) => isOptional(each) && beginsWithAction(each))) return false;
    } else if (!GrammarAST.isAlternatives(around)) return false;
    item = around;
  }
  return false;
}

const isOptional = ({ cardinality }: GrammarAST.AbstractElement): boolean => cardinality === '?' || cardinality === '*';

function beginsWithAction(element: GrammarAST.AbstractElement | undefined): boolean {
  if (GrammarAST.isGroup(element)) return beginsWithAction(element.elements[0]);
  if (GrammarAST.isAlternatives(element)) return element.elements.every(beginsWithAction);
  return GrammarAST.isAction(element) && element.feature !== undefined && element.cardinality === undefined;
}
