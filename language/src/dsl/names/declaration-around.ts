/**
 * The declaration of a file that a node is part of: what is parsed, linked and checked by itself.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';

/** Returns the outermost declaration around a node, or the node itself if it is one; nothing for what is in no file. */
export function declarationAround(node: AstNode): ast.Declaration | undefined {
  let outermost = node;
  while (outermost.$container !== undefined && outermost.$container.$type !== 'Document')
    outermost = outermost.$container;
  return outermost.$container !== undefined && ast.isDeclaration(outermost) ? outermost : undefined;
}
