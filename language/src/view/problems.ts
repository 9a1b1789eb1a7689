/**
 * Assigns findings to entities and relations. A finding has only locations; it is about what is declared or written
 * there. For a cycle the related locations count too: they are its edges, and the entities they join are on it.
 */
import type { EntityId } from '../model/entity-kind.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { Model, Sources } from '../model/model.ts';
import type { RelationId } from '../model/relation.ts';
import type { Span } from '../model/span.ts';

/** A finding at a node or an edge. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

/** The findings by entity and relation. */
export interface Problems {
  readonly entities: ReadonlyMap<EntityId, readonly Problem[]>;
  readonly relations: ReadonlyMap<RelationId, readonly Problem[]>;
}

/** Returns the findings of each entity and relation, in the given order. Findings elsewhere are omitted. */
export function problemsByPlace(model: Model, sources: Sources, findings: readonly Finding[]): Problems {
  const entities = new Map<EntityId, Problem[]>();
  const relations = new Map<RelationId, Problem[]>();
  if (findings.length === 0) return { entities, relations };
  const entitiesAt = idsByPlace<EntityId>(sources.entities);
  const relationsAt = idsByPlace<RelationId>(sources.relations);
  for (const finding of findings) {
    const problem = { code: finding.code, severity: finding.severity, message: finding.message };
    for (const id of entitiesAt.get(placeKey(finding.span)) ?? []) append(entities, id, problem);
    for (const id of relationsAt.get(placeKey(finding.span)) ?? []) append(relations, id, problem);
    if (!isCycle(finding)) continue;
    for (const place of finding.related) {
      for (const id of relationsAt.get(placeKey(place.span)) ?? []) {
        append(relations, id, problem);
        const relation = model.relations[id];
        if (relation === undefined) continue;
        append(entities, relation.source, problem);
        append(entities, relation.target, problem);
      }
    }
  }
  return { entities, relations };
}

/** Returns problems without repetitions. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((one, at) => problems.findIndex((other) => other.message === one.message) === at);
}

/** Returns true if a finding is about a cycle; then every entity on the cycle has it. */
export const isCycle = ({ code }: Pick<Problem, 'code'>): boolean =>
  code.startsWith('cycle/') || code.startsWith('conflict/') || code === 'order/left-out';

const placeKey = ({ uri, start }: Span): string => `${uri}#${start.line.toString()}:${start.character.toString()}`;

function idsByPlace<Id extends number>(spans: readonly Span[]): ReadonlyMap<string, readonly Id[]> {
  const ids = new Map<string, Id[]>();
  spans.forEach((span, index) => {
    // The brands of the model's ids are optional, and the lists of sources are indexed by them.
    append(ids, placeKey(span), index as Id);
  });
  return ids;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
