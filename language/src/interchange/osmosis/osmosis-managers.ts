/**
 * Chooses the manager of each space of an OSmosis dump, which gives only the holders: the holder from which other PDs
 * request its type, otherwise the only holder, otherwise the first one.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { placeSpan } from '../import/import-findings.ts';
import type { DumpEdge, DumpGraph, DumpNode } from './osmosis-graph.ts';
import { t } from '../../model/common/translation.ts';

const relatedAtMost = 10;

/**
 * Returns the managing PD by space; a space that no PD holds has none. Finding `import/ambiguous-manager` if the first
 * of several had to be taken. `O(edges)`.
 */
export function chooseManagers({ edges }: DumpGraph, uri: string): Outcome<ReadonlyMap<DumpNode, DumpNode>> {
  const servers = requestedTypes(edges);
  const managers = new Map<DumpNode, DumpNode>();
  const findings: Finding[] = [];
  for (const [space, holds] of holdsBySpace(edges)) {
    const requested = holds.filter(({ from }) => servers.get(from)?.has(space.data) === true);
    const candidates = requested.length > 0 ? requested : holds;
    const [first] = candidates;
    if (first === undefined) continue;
    managers.set(space, first.from);
    if (candidates.length > 1) findings.push(ambiguity(space, candidates, first, requested.length > 0, uri));
  }
  return { value: managers, findings };
}

/** Returns the types that other PDs request, by the PD they request them from. */
function requestedTypes(edges: readonly DumpEdge[]): Map<DumpNode, Set<string>> {
  const servers = new Map<DumpNode, Set<string>>();
  for (const { edge, data, from, to } of edges) {
    if (edge !== 'REQUEST' || from === to) continue;
    const types = servers.get(to);
    if (types === undefined) servers.set(to, new Set([data]));
    else types.add(data);
  }
  return servers;
}

/** Returns the first HOLD of each PD, by space, in the order of the dump. */
function holdsBySpace(edges: readonly DumpEdge[]): Map<DumpNode, DumpEdge[]> {
  const spaces = new Map<DumpNode, Map<DumpNode, DumpEdge>>();
  for (const edge of edges) {
    if (edge.edge !== 'HOLD' || edge.from.kind !== 'pd' || edge.to.kind !== 'space') continue;
    const holders = spaces.get(edge.to);
    if (holders === undefined) spaces.set(edge.to, new Map([[edge.from, edge]]));
    else if (!holders.has(edge.from)) holders.set(edge.from, edge);
  }
  return new Map([...spaces].map(([space, holders]) => [space, [...holders.values()]]));
}

function ambiguity(
  space: DumpNode,
  candidates: readonly DumpEdge[],
  chosen: DumpEdge,
  areRequested: boolean,
  uri: string,
): Finding {
  const why = areRequested
    ? t`Other PDs request the type "${space.data}" from ${String(candidates.length)} holders of`
    : t`${String(candidates.length)} PDs hold, and no other PD requests the type "${space.data}" from any of them:`;
  return {
    code: 'import/ambiguous-manager',
    severity: 'warning',
    message: t`${why} the space "${space.id}". The first one, "${chosen.from.id}", was made its manager; change "manages" and "holds" if another PD serves it.`,
    span: placeSpan(uri, chosen.place),
    related: candidates
      .slice(1, 1 + relatedAtMost)
      .map(({ from, place }) => ({ message: t`"${from.id}" holds it too.`, span: placeSpan(uri, place) })),
  };
}
