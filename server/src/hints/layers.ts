/**
 * Hints for the layer in which an entity is destroyed when everything is.
 */
import type { AstNode } from 'langium';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import { placeInTeardown } from '../hover/plan-hover.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { endOfName, type Hint } from './hint.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns a function that makes the hint of a node. Copies in different layers have none. */
export function layerHints(workspace: Workspace, document: ModelDocument): (node: AstNode) => readonly Hint[] {
  const model = workspace.models.of(document);
  return (node) => {
    if (!ast.isEntity(node)) return [];
    const [span, position] = [declarationSpan(workspace, node), endOfName(node)];
    if (span === undefined || position === undefined) return [];
    const [place, ...others] = model.entitiesAt(span).map((id) => placeInTeardown(model, id));
    if (place === undefined || others.some((other) => other?.layer !== place.layer)) return [];
    const label = t`layer ${String(place.layer)} of ${String(place.layers)}`;
    return [{ position, label, ...(place.reason !== undefined && { reason: place.reason }) }];
  };
}
