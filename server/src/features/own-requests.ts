/**
 * The answers to our own clients, as plain records: the graph of a model, the crashable entities, and the
 * entity at the cursor.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import type { AstNode } from 'langium';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Entity } from '../../../language/src/model/entity.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import { graphInSteps } from '../../../language/src/view/graph.ts';
import { withNamedViews } from '../../../language/src/view/named/named-views.ts';
import type { CheckedModel, ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan } from '../workspace/name-at.ts';
import type { ListChoice, GraphAnswer } from '../protocol/protocol.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AskedModel } from './suppositions.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Returns the graph of a document, with findings at its nodes and edges; in steps. */
export function* documentGraph({ model, supposed }: AskedModel, version: number): Generator<undefined, GraphAnswer> {
  const graph = yield* graphInSteps(model.model, model.sources, { findings: model.findings });
  const named = withNamedViews(graph, model.model, model.sources);
  return { version, graph: named, ...(supposed !== undefined && { supposed }) };
}

/** Returns the PDs and nodes that exist at the start, and the policies, in declaration order. */
export function crashChoices({ model }: CheckedModel): {
  readonly pds: readonly ListChoice[];
  readonly policies: readonly ListChoice[];
} {
  return {
    pds: startOf(model)
      .model.entities.filter(canCrash)
      .map((entity) => ({ name: entity.name, detail: entityDetail(model, entity) })),
    policies: policiesOf(model).map((policy) => ({ name: policy.name, detail: policyDetail(policy) })),
  };
}

const canCrash = ({ kind, absent }: Entity): boolean => (kind === 'pd' || kind === 'node') && !absent;

/** Returns what distinguishes an entity from others of its name. */
export function entityDetail({ machines }: CheckedModel['model'], { kind, type, machine }: Entity): string {
  const runs = machine === undefined ? undefined : machines[machine]?.name;
  return `${kind}${type === undefined ? '' : ` : ${type}`}${runs === undefined ? '' : ` runs ${runs}`}`;
}

/** Returns the depths of a policy in words. */
export const policyDetail = ({ pdDepth, spaceDepth }: Policy): string =>
  t`PD depth ${String(pdDepth)}, space depth ${String(spaceDepth)}`;

/** Returns the qualified name of the innermost entity declared around an offset; of copies, the first. */
export function entityAt(
  workspace: Workspace,
  document: ModelDocument,
  offset: number,
): { readonly name: string } | null {
  const entity = innermost(document.parseResult.value.declarations, offset);
  const span = entity && declarationSpan(workspace, entity);
  const model = workspace.models.of(document);
  const [id] = span === undefined ? [] : model.entitiesAt(span);
  const name = id === undefined ? undefined : model.model.entities[id]?.name;
  return name === undefined ? null : { name };
}

function innermost(nodes: readonly AstNode[], offset: number): ast.Entity | undefined {
  for (const node of nodes) {
    const { offset: start = 0, end = -1 } = node.$cstNode ?? {};
    if (!ast.isEntity(node) || offset < start || offset > end) continue;
    return innermost(node.members, offset) ?? node;
  }
  return undefined;
}
