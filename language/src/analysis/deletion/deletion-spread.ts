/**
 * The graphs by which a deletion reaches more than what an object owns.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Relation } from '../../model/relation.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import { sharedFates } from '../facts/spread.ts';
import { inner, takesAlong } from './takes-along.ts';

/** Edges from each entity to others, labelled with their relation, or -1 for nesting. */
export interface DeletionSpread {
  /** To what stops with it, and to what dies with it. */
  readonly stops: Digraph;
  readonly dies: Digraph;
  /** To all that ends with it when it is destroyed. */
  readonly along: Digraph;
  /** To what it hosts, owns or manages. */
  readonly inner: Digraph;
  /** To what it waits for. */
  readonly waits: Digraph;
  readonly hasWaits: boolean;
}

/** Returns the graphs of a model; undefined if deletions spread and wait by ownership alone. */
export function deletionSpreadOf(index: RelationIndex, isWanted: boolean): DeletionSpread | undefined {
  const kinds = ['stops with', 'dies with', 'waits for'] as const;
  if (!isWanted && kinds.every((kind) => index.all(kind).length === 0)) return undefined;
  return spreadOnce(index);
}

const spreadOnce = oncePer((index: RelationIndex): DeletionSpread => ({
  stops: turned(index, sharedFates(index, 'stops with')),
  dies: turned(index, sharedFates(index)),
  along: takesAlong(index),
  inner: inner(index),
  waits: index.from('waits for'),
  hasWaits: index.all('waits for').length > 0,
}));

function turned({ model }: RelationIndex, relations: readonly Relation[]): Digraph {
  const edges = createEdgeList(relations.length);
  for (const { id, source, target } of relations) edges.add(target, source, id);
  return edges.toDigraph(model.entities.length);
}
