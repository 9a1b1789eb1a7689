/**
 * Hints for what a nested entity inherits from the enclosing one: an object its owner, a resource the label of its
 * space.
 */
import type { AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { code } from '../hover/markdown.ts';
import { qualifiedName } from '../../../language/src/dsl/types/symbols.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { endOfName, type Hint } from './hint.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns a function that makes the hints of a node. */
export function inheritedHints(workspace: Workspace, document: ModelDocument): (node: AstNode) => readonly Hint[] {
  const model = workspace.models.of(document);
  return (node) => {
    if (!ast.isEntity(node) || !ast.isEntity(node.$container)) return [];
    const [span, position] = [declarationSpan(workspace, node), endOfName(node)];
    const [id] = span === undefined ? [] : model.entitiesAt(span);
    const around = node.$container;
    if (position === undefined || id === undefined) return [];
    if (node.kind === 'object' && around.kind === 'object') {
      const reason = t`${code(qualifiedName(node))} is nested in ${code(qualifiedName(around))}, so it is owned by it.`;
      return [{ position, label: `owned by ${around.name}`, reason }];
    }
    const type = model.model.entities[id]?.type;
    if (node.kind !== 'resource' || node.type !== undefined || type === undefined) return [];
    const reason = t`A resource without a type label has that of its space ${code(around.name)}.`;
    return [{ position, label: `: ${type}`, reason, isType: true }];
  };
}
