/**
 * The short texts in a picture beside the names of nodes.
 */
import type { GraphNode } from './graph.ts';
import { t } from '../model/common/translation.ts';

/** Returns the description of a node without its name: `space : block`, `pd runs Latch`, `root object, absent`. */
export function nodeDetail(node: GraphNode): string {
  if (node.kind === 'gate') return '';
  const type = node.type === undefined ? '' : ` : ${node.type}`;
  const machine = node.machine === undefined ? '' : ` runs ${node.machine}`;
  const inside = node.inside === undefined ? '' : t`, ${node.inside.length.toString()} in it`;
  return `${node.root ? 'root ' : ''}${node.protected === true ? 'protected ' : ''}${node.kind}${type}${machine}${node.absent ? t`, absent` : ''}${node.doomed === true ? t`, doomed` : ''}${inside}`;
}
