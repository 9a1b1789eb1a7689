/** Trees with all their source locations, as plain data, for exact comparison. */
import { type AstNode, type CstNode, isCompositeCstNode, isLeafCstNode } from 'langium';

/** Returns a tree with all details: nodes, their containers, and the text range of each part. */
export function writtenTree(root: AstNode): unknown {
  return { nodes: writtenNode(root), parts: root.$cstNode && writtenPart(root.$cstNode) };
}

function writtenNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writtenNode);
  if (typeof value !== 'object' || value === null) return value;
  if ('$refText' in value && '$refNode' in value) {
    const { $refText, $refNode } = value as { $refText: string; $refNode: CstNode };
    return ['reference', $refText, nodeFields($refNode)];
  }
  const { $container, $cstNode, ...rest } = value as AstNode;
  const named = Object.entries(rest).filter(([name]) => name !== '$document');
  const properties = named.map(([name, property]) => [name, writtenNode(property)] as const);
  return { in: $container?.$type, place: $cstNode && nodeFields($cstNode), ...Object.fromEntries(properties) };
}

const nodeFields = ({ offset, length, end, range, text }: CstNode): unknown => ({ offset, length, end, range, text });

const numbers = new WeakMap<object, number>();
let known = 0;

/** Returns the number of an element of the grammar, which has no name of its own. */
function numberOf(element: object): number {
  let number = numbers.get(element);
  if (number === undefined) numbers.set(element, (number = known++));
  return number;
}

function writtenPart(part: CstNode): unknown {
  const { hidden, astNode, grammarSource, container } = part;
  return {
    ...(nodeFields(part) as object),
    hidden,
    of: astNode.$type,
    read: grammarSource && numberOf(grammarSource),
    in: container && nodeFields(container),
    token: isLeafCstNode(part) ? part.tokenType.name : undefined,
    parts: isCompositeCstNode(part) ? part.content.map(writtenPart) : undefined,
  };
}
