/**
 * The tree of entities with the effects of a plan, read one node at a time. The last tree and the last plan of a model
 * are kept, because one view reads many nodes of them.
 */
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import { entityName, entitySpan, pieceSpan } from '../../../language/src/model/model.ts';
import { type PlanEffect, planEffects } from '../../../language/src/view/report/plan-overlay.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import { entityTree, type EntityTree, type TreeNode } from '../../../language/src/view/tree/entity-tree.ts';
import type { ModelOutline, OfTree, TreeEntry, TreePage, TreeStatus } from '../protocol/tree-protocol.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { overlayOf } from './plans.ts';

/** The effect of a plan on an entity. */
interface Status {
  readonly status: TreeStatus;
  readonly step?: number;
}

type Statuses = ReadonlyMap<string, Status>;

interface Kept<T> {
  readonly key: string;
  readonly value: T;
}

const trees = new WeakMap<CheckedModel, Kept<EntityTree>>();
const plans = new WeakMap<CheckedModel, Kept<Statuses>>();

/** Returns what was kept last for a model, if it has the same key; otherwise makes it. */
function last<T>(kept: WeakMap<CheckedModel, Kept<T>>, model: CheckedModel, key: string, make: () => T): T {
  const known = kept.get(model);
  if (known?.key === key) return known.value;
  const value = make();
  kept.set(model, { key, value });
  return value;
}

const treeOf = (model: CheckedModel, { by, filter = '' }: Omit<OfTree, 'uri'>): EntityTree =>
  last(trees, model, JSON.stringify([by, filter]), () => entityTree(model.model, by, filter));

/** Returns the children of a node, or the top of the tree, each with what the plan does to it. */
export function treePage(
  model: CheckedModel,
  asked: Omit<OfTree, 'uri'> & { readonly of?: string; readonly plan?: PlanQuestion },
): TreePage {
  const { of, plan } = asked;
  const tree = treeOf(model, asked);
  const statuses = plan && last(plans, model, JSON.stringify(plan), () => statusesOf(model, plan));
  const { found, total } = tree;
  return { entries: tree.children(of).map((node) => entryOf(model, node, statuses)), found, total };
}

/** Returns the way to an entity and the place of its name; nothing if there is none of that name. */
export function treeWay(model: CheckedModel, asked: Omit<OfTree, 'uri'> & { readonly name: string }) {
  const entity = model.model.entities.find(({ name }) => name === asked.name);
  if (entity === undefined) return null;
  return { way: treeOf(model, asked).way(asked.name) ?? [], span: entitySpan(model.sources, entity.id) };
}

/** Returns the declared views, in the order of the text, and whether there are machines. */
export function declaredViews({ model, sources }: CheckedModel): ModelOutline {
  return {
    views: model.views.map(({ title, documentation, place }) => ({
      title,
      ...(documentation !== undefined && { documentation }),
      span: pieceSpan(sources, place),
    })),
    hasMachines: model.machines.length > 0,
  };
}

/** A plan that is refused, because its entity is gone, does nothing. */
function statusesOf(model: CheckedModel, plan: PlanQuestion): Statuses {
  const overlay = overlayOf(model, plan);
  if ('refusal' in overlay) return new Map();
  return new Map(
    overlay.marks.flatMap(({ name, effects }) => {
      // The most severe comes first.
      const [status] = effects.flatMap(statusOf);
      return status === undefined ? [] : [[name, status] as const];
    }),
  );
}

function statusOf({ kind, step }: PlanEffect): Status[] {
  const status = planEffects.find((each) => each === kind);
  if (status === undefined || status === 'notified' || status === 'notifiedFirst') return [];
  return [{ status, ...(step !== undefined && { step }) }];
}

function entryOf({ model }: CheckedModel, { entities, ...node }: TreeNode, statuses: Statuses | undefined): TreeEntry {
  if (statuses === undefined) return node;
  const statusAt = (id: EntityId): Status | undefined => statuses.get(entityName(model, id));
  const hit = entities.flatMap((id) => statusAt(id)?.status ?? []);
  const destroyed = hit.filter((status) => status === 'destroyed').length;
  const harmed = hit.filter((status) => status !== 'destroyed' && status !== 'spared' && status !== 'started').length;
  return {
    ...node,
    ...(node.name !== undefined && statuses.get(node.name)),
    ...(destroyed > 0 && { destroyed }),
    ...(harmed > 0 && { harmed }),
  };
}
