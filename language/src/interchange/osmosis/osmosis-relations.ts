/**
 * Translates the edges of an OSmosis dump to the language: to relations, or to the nesting of a resource in its space.
 * Does not choose managers; independent of entities.
 */
import { relationEnds, targetKinds, type RelationKind } from '../../model/relation.ts';
import { cleanName } from '../../model/language-names.ts';
import type { DumpEdge, DumpGraph, DumpNode } from './osmosis-graph.ts';
import type { TextPlace } from '../import/import-findings.ts';
import { writeEdgeRow } from './osmosis-row.ts';

/** A relation between two nodes, with the location of its target in the dump. */
export interface DumpRelation {
  readonly kind: RelationKind;
  readonly from: DumpNode;
  readonly to: DumpNode;
  readonly as: string | undefined;
  readonly place: TextPlace;
}

/** The edges in terms of the language. */
export interface SaidEdges {
  readonly relations: readonly DumpRelation[];
  /** The space of each resource: that of its first SUBSET edge. */
  readonly homes: ReadonlyMap<DumpNode, DumpNode>;
  /** Edges for which the language has no relation; only their rows are kept. */
  readonly unfit: ReadonlySet<DumpEdge>;
}

/** The order of the relations in a body, as in the examples of the language. */
const order: readonly RelationKind[] = ['manages', 'requests', 'holds', 'maps'];

/**
 * Translates every edge. A manager's HOLD of its space becomes `manages`, and also `holds` if it has rights. Relations
 * are sorted by kind, then in the order of the dump. `O(edges)`.
 */
export function sayEdges({ edges }: DumpGraph, managers: ReadonlyMap<DumpNode, DumpNode>): SaidEdges {
  const relations: DumpRelation[] = [];
  const homes = new Map<DumpNode, DumpNode>();
  const unfit = new Set<DumpEdge>();
  const managed = new Set<DumpNode>();
  const isManagers = ({ edge, from, to }: DumpEdge): boolean => edge === 'HOLD' && managers.get(to) === from;
  const withRights = new Set(edges.filter((edge) => isManagers(edge) && edge.data !== '').map(({ to }) => to));
  for (const edge of edges) {
    const { from, to, place } = edge;
    if (isManagers(edge) && !managed.has(to)) {
      managed.add(to);
      relations.push({ kind: 'manages', from, to, as: undefined, place });
    }
    if (isManagers(edge) && !withRights.has(to)) continue;
    const kind = relationKind(edge);
    if (kind !== undefined) relations.push({ kind, from, to, as: wordOf(edge), place });
    else if (isMembership(edge) && !homes.has(from)) homes.set(from, to);
    else unfit.add(edge);
  }
  relations.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { relations, homes, unfit };
}

/**
 * Returns the row that the relation of an edge gives when the model is exported; DATA is `none` if it has no value. It
 * differs from the row of the dump if the language expresses less.
 */
export function expectedRow(edge: DumpEdge, none: string): string {
  const { from, to } = edge;
  return writeEdgeRow(edge.edge, wordOf(edge) ?? none, from.id, to.id);
}

/** Returns true if an edge only says that a resource is in a space. */
const isMembership = ({ edge, from, to }: DumpEdge): boolean =>
  edge === 'SUBSET' && from.kind === 'resource' && to.kind === 'space';

/** Returns the relation of an edge, if it is legal between its ends. */
function relationKind({ edge, data, from, to }: DumpEdge): RelationKind | undefined {
  if (edge === 'SUBSET' || (edge === 'REQUEST' && to.kind === 'pd' && data === '')) return undefined;
  const kind = relationByEdge[edge];
  const isLegal = relationEnds[kind].from.includes(from.kind) && targetKinds(kind, from.kind).includes(to.kind);
  return isLegal ? kind : undefined;
}

const relationByEdge = { HOLD: 'holds', MAP: 'maps', REQUEST: 'requests' } as const;

/** Returns the word after `as`: the rights of a HOLD, or the type of a REQUEST to a PD. */
function wordOf({ edge, data, to }: DumpEdge): string | undefined {
  if (data === '' || (edge === 'REQUEST' && to.kind !== 'pd')) return undefined;
  return cleanName(data);
}
