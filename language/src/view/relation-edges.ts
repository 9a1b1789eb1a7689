/**
 * The lines of the relations that a model declares. Several that look the same because an end is a stack are one line.
 */
import { append } from '../model/common/append.ts';
import { increase } from '../model/common/increase.ts';
import { required } from '../model/common/lookup.ts';
import { entityName, relationSpan, type Model, type Sources } from '../model/model.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Relation, RelationId } from '../model/relation.ts';
import type { GraphEdge, LineReason } from './graph-edge.ts';
import { relationWords } from './edge-words.ts';
import { distinctProblems, type Problem } from './problems.ts';

/** The number of relations, or lines, in a step. */
const madeInStep = 1000;

/** Returns the lines of all relations but nesting, in declaration order, in steps; `ids` are the nodes of the entities. */
export function* relationEdges(
  model: Model,
  sources: Sources,
  ids: readonly string[],
  problems: ReadonlyMap<RelationId, readonly Problem[]>,
): Generator<undefined, readonly GraphEdge[]> {
  const quorums = quorumSizes(model);
  const bundles = new Map<string, Relation[]>();
  for (const relation of model.relations) {
    if (relation.nested) continue;
    if (relation.id % madeInStep === 0) yield;
    const key = bundleKey(relation, ids);
    append(bundles, key, relation);
  }
  const seen = new Map<string, number>();
  const edges: GraphEdge[] = [];
  for (const bundle of bundles.values()) {
    const [first] = bundle;
    if (first === undefined) continue;
    const [source, target] = [nodeAt(ids, first.source), nodeAt(ids, first.target)];
    const name = `${source}|${first.kind}|${target}`;
    const repeated = (seen.get(name) ?? 0) + 1;
    seen.set(name, repeated);
    const found = distinctProblems(bundle.flatMap((relation) => problems.get(relation.id) ?? []));
    edges.push({
      id: repeated === 1 ? name : `${name}#${repeated.toString()}`,
      kind: first.kind,
      source,
      target,
      ...(first.as !== undefined && { as: first.as }),
      ...(first.notify !== undefined && { notify: first.notify }),
      ...(bundle.length > 1 && { count: bundle.length }),
      ...quorumOf(first, quorums),
      span: relationSpan(sources, first.id),
      ...(bundle.length > 1 && { because: reasonsOf(bundle, model, sources) }),
      ...(found.length > 0 && { problems: found }),
    });
    if (edges.length % madeInStep === 0) yield;
  }
  return edges;
}

/** Returns a key that is equal for relations that differ only in which entities of a stack they join. */
function bundleKey(relation: Relation, ids: readonly string[]): string {
  const ends = [nodeAt(ids, relation.source), nodeAt(ids, relation.target)];
  return JSON.stringify([...ends, relation.kind, relation.as, relation.notify, relation.quorum?.key]);
}

/** The most reasons that a line keeps; the first ones in the text. */
const mostReasons = 20;

function reasonsOf(bundle: readonly Relation[], model: Model, sources: Sources): readonly LineReason[] {
  return bundle.slice(0, mostReasons).map((relation) => {
    const ends = { source: entityName(model, relation.source), target: entityName(model, relation.target) };
    const { kind, as, notify } = relation;
    return { text: relationWords({ kind, as, notify, ...ends }), span: relationSpan(sources, relation.id) };
  });
}

const quorumKey = ({ source, quorum }: Relation): string => `${source.toString()} ${quorum?.key.toString() ?? ''}`;

/** Returns the number of targets of each need with a number. */
function quorumSizes({ relations }: Model): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const relation of relations) {
    if (relation.quorum === undefined) continue;
    const key = quorumKey(relation);
    increase(sizes, key);
  }
  return sizes;
}

function quorumOf(relation: Relation, sizes: ReadonlyMap<string, number>): Pick<GraphEdge, 'quorum'> {
  if (relation.quorum === undefined) return {};
  const key = quorumKey(relation);
  return { quorum: { key, least: relation.quorum.least, of: required(sizes.get(key)) } };
}

function nodeAt(ids: readonly string[], id: EntityId): string {
  const found = ids[id];
  if (found === undefined) throw new Error('A relation names an entity that is not in its model.');
  return found;
}
