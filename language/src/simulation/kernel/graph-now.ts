/**
 * The graph in a state, in the shape that every analysis reads: the declared entities at their current places, and the
 * relations that hold between living incarnations or by name.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type Expression, isConstant } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { groupEntries, namingGroup } from './agenda-groups.ts';
import { entitiesIn } from './entities-in.ts';
import { lifeBits, type Link, type Program, type Run, type State } from './run.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { oncePer, oncePerText, type ResultsByText } from '../../model/common/once-per.ts';

/** Relations get new numbers; `links[id]` is the link that relation `id` was made from. */
export interface GraphNow {
  readonly model: Pick<Model, 'entities' | 'relations' | 'machines'>;
  readonly links: readonly Link[];
}

interface Known extends GraphNow {
  readonly places: State['places'];
  readonly lives: Int32Array;
}

/** The last graph of each list of links. */
const known = new WeakMap<State['links'], Known>();
/** A search goes from state to state, and comes back to the same graphs. */
const graphs = oncePer<State['links'], (places: State['places']) => ResultsByText<Known>>(() =>
  oncePer(() => oncePerText()),
);

/** Returns the graph of a state; it is built once for the same links, places and incarnations. Cost: O(V + E). */
export function graphNow({ program, state }: Pick<Run, 'program' | 'state'>): GraphNow {
  const before = known.get(state.links);
  if (before?.places === state.places && sameNumbers(before.lives, state.lives)) return before;
  const graph = graphs(state.links)(state.places)(state.lives.join(), () => {
    const links = state.links.filter((link) => isCurrent(state, link));
    const model = isAsDeclared(program, state, links) ? program.model : changedModel(program, state, links);
    return { model, links, places: state.places, lives: state.lives.slice() };
  });
  known.set(state.links, graph);
  return graph;
}

/** Returns true if an entity exists now. */
export const isAlive = (state: State, entity: EntityId): boolean => (itemAt(state.life, entity) & lifeBits.alive) !== 0;

/** Returns a text that is the same for states in which the same entities are alive. */
export const livingText = ({ life }: State): string => life.map((bits) => bits & lifeBits.alive).join('');

/** Returns a predicate for existing entities, in the shape that analyses expect. */
export const aliveIn =
  ({ state }: Pick<Run, 'state'>) =>
  (entity: EntityId): boolean =>
    isAlive(state, entity);

/** Returns true if a link holds by name, or joins the latest incarnations of both ends. */
export function isCurrent({ lives }: State, { source, target, sourceLife, targetLife }: Link): boolean {
  return sourceLife < 0 || (lives[source] === sourceLife && lives[target] === targetLife);
}

const keeping = oncePer<GraphNow, ResultsByText<GraphNow['model']>>(() => oncePerText());

/**
 * Returns the graph for collections on demand: the entities that a machine's variables, settings and deferred messages
 * name now appear in its entity's settings, and those that messages in flight name are roots. Before and after a
 * deployment that keeps nothing. It is the same object for the same names.
 */
export function keepingModel(run: Run): GraphNow['model'] {
  const graph = graphNow(run);
  run.step.asksUnderWay = true;
  const inFlight = [run.state, { agenda: run.state.held }]
    .flatMap((entries) => groupEntries(entries, namingGroup))
    .flatMap(({ due }) => ('message' in due ? due.message.arguments : []))
    .flatMap(entitiesIn)
    .sort((a, b) => a - b);
  const named = namersOf(run.program).map((entity) => namedBy(run, entity));
  return keeping(graph)([inFlight, ...named].map((ids) => ids.join()).join(';'), () =>
    withNamed(run, graph, new Set(inFlight), named),
  );
}

/** The entities that may name others, besides by links: those with a machine or with settings that are no plain values. */
const namersOf = oncePer(({ model, machineOf }: Program): readonly EntityId[] =>
  model.entities
    .filter(({ id, settings }) => machineOf[id] !== undefined || settings.some(({ value }) => mayName(value)))
    .map(({ id }) => id),
);

const mayName = (value: Expression): boolean => !isConstant(value) || value.kind === 'entity' || value.kind === 'list';

function withNamed(
  { program }: Run,
  { model }: GraphNow,
  inFlight: ReadonlySet<EntityId>,
  named: readonly (readonly EntityId[])[],
): GraphNow['model'] {
  const namedOf = new Map(namersOf(program).map((entity, index) => [entity, itemAt(named, index)]));
  const entities = model.entities.map((entity): Entity => {
    const ids = namedOf.get(entity.id) ?? [];
    const settings = ids.length === 0 ? [] : [{ name: 'named', value: listOf(ids) }];
    return { ...entity, settings, machine: undefined, root: entity.root || inFlight.has(entity.id) };
  });
  return { entities, relations: model.relations, machines: model.machines };
}

function namedBy(run: Run, entity: EntityId): EntityId[] {
  const { program, state } = run;
  const frame = { run, self: entity, locals: [] };
  const machine = program.machineOf[entity];
  const settings = [...itemAt(program.settings, entity)]
    .filter(([name]) => machine?.slots.has(name) !== true)
    .flatMap(([, evaluate]) => entitiesIn(evaluate(frame)));
  if (machine === undefined || itemAt(state.active, entity) < 0) return settings;
  const values = state.values.slice(program.slotsFrom[entity], program.slotsFrom[entity + 1]);
  const deferred = (state.deferred.get(entity) ?? []).flatMap((message) => message.arguments);
  return [...settings, ...[...values, ...deferred].flatMap(entitiesIn)];
}

const listOf = (ids: readonly EntityId[]): Expression => ({
  kind: 'list',
  items: ids.map((entity) => ({ kind: 'entity', entity })),
});

function isAsDeclared({ model }: Program, { places }: State, links: readonly Link[]): boolean {
  return (
    places.size === 0 && links.length === model.relations.length && links.every(({ declared }, id) => declared === id)
  );
}

function changedModel({ model }: Program, { places }: State, links: readonly Link[]): GraphNow['model'] {
  const relations = links.map(({ kind, source, target, as, notify, declared, quorum }, id): Relation => ({
    id,
    kind,
    source,
    target,
    as,
    notify,
    nested: declared !== undefined && model.relations[declared]?.nested === true,
    ...(quorum === undefined ? {} : { quorum }),
  }));
  const entities =
    places.size === 0
      ? model.entities
      : model.entities.map((entity) => ({ ...entity, parent: places.get(entity.id) ?? entity.parent }));
  return { entities, relations, machines: model.machines };
}

function sameNumbers(a: Int32Array, b: Int32Array): boolean {
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
