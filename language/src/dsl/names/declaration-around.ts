/**
 * Finds the declaration of a file that contains a node: the unit of parsing, linking and checking.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';

/** Returns the outermost declaration around a node, or the node itself if it is one; undefined if it is in no file. */
export function declarationAround(node: AstNode): ast.Declaration | undefined {
  let outermost = node;
  while (outermost.$container !== undefined && outermost.$container.$type !== 'Document')
    outermost = outermost.$container;
  return outermost.$container !== undefined && ast.isDeclaration(outermost) ? outermost : undefined;
}
