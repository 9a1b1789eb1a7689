/**
 * The declared views of a model with the entities that each shows. Their sets are computed as they are at the start.
 */
import { itemAt } from '../../model/common/lookup.ts';
import { entityName, type Model, type Sources } from '../../model/model.ts';
import { initial } from '../../simulation/kernel/kernel.ts';
import { compileExpression } from '../../simulation/program/expressions.ts';
import { compileModel, scenarioScope } from '../../simulation/program/program.ts';
import { RunError } from '../../simulation/values/run-error.ts';
import { isKind, itemsOf } from '../../simulation/values/values.ts';
import { withinOneBudget } from '../../simulation/values/work.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { ViewSubject } from '../../model/view.ts';
import { graphView, type GraphView, type NamedView } from '../graph.ts';
import { inFocus } from '../shown/focus.ts';

/** Returns the graph of a model with the views that its file declares. */
export function withNamedViews(graph: GraphView, model: Model, sources: Sources): GraphView {
  const views = namedViews(model, sources);
  return views.length === 0 ? graph : { ...graph, views };
}

/** Returns the views in the order of the text. */
export function namedViews(model: Model, sources: Sources): readonly NamedView[] {
  if (model.views.length === 0) return [];
  const whole = graphView(model, sources);
  const entitiesOf = createReader(model);
  const inside = insideOf(model);
  const near = (subjects: readonly ViewSubject[]): ReadonlySet<EntityId> => {
    const found = new Set<EntityId>();
    for (const { set, distance } of subjects) {
      for (const id of entitiesOf(set)) {
        found.add(id);
        if (distance === undefined) continue;
        for (const each of neighbours(model, whole, id, distance)) found.add(each);
      }
    }
    return found;
  };
  const namesOf = (ids: Iterable<EntityId>): string[] =>
    [...ids].sort((a, b) => a - b).map((id) => entityName(model, id));
  return model.views.map(({ title, include, exclude, collapse, relations, direction }) => {
    const included = include.length === 0 ? new Set(model.entities.map(({ id }) => id)) : near(include);
    const left = new Set([...near(exclude)].flatMap(inside));
    return {
      title,
      shown: namesOf([...included].filter((id) => !left.has(id))),
      closed: namesOf(near(collapse)),
      ...(relations !== undefined && { relations }),
      ...(direction !== undefined && { direction }),
    };
  });
}

/** Returns a function that evaluates a set of entities at the start; what has no value there is empty. */
function createReader(model: Model): (set: ViewSubject['set']) => readonly EntityId[] {
  const program = compileModel(model);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const scope = scenarioScope(program);
  return (set) => {
    try {
      const value = withinOneBudget(() => compileExpression(set, scope)({ run, self: -1, locals: [] }));
      return itemsOf(value).flatMap((each) => (isKind(each, 'entity') ? [each.id] : []));
    } catch (error) {
      if (error instanceof RunError) return [];
      throw error;
    }
  };
}

/** Returns the entities at most so many steps away from one, in the whole graph. */
function neighbours(model: Model, whole: GraphView, id: EntityId, hops: number): readonly EntityId[] {
  const of = entityName(model, id);
  const names = new Map(model.entities.map((entity) => [entity.name, entity.id]));
  return [...inFocus(whole, { kind: 'near', of, hops })].flatMap((name) => names.get(name) ?? []);
}

/** Returns a function for an entity with all that is nested in it, at any depth. */
function insideOf({ entities }: Model): (id: EntityId) => readonly EntityId[] {
  const nested: EntityId[][] = entities.map(() => []);
  for (const { id, parent } of entities) if (parent !== undefined) nested[parent]?.push(id);
  const all = (id: EntityId): readonly EntityId[] => [id, ...itemAt(nested, id).flatMap(all)];
  return all;
}
