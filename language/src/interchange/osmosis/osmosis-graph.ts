/**
 * The graph that the rows of an OSmosis dump describe: each id once, each edge once, joined by exact id. Independent of
 * entities and relations.
 */
import type { Finding, Outcome } from '../../model/finding.ts';
import { summarize, type Occurrence, type TextPlace } from '../import/import-findings.ts';
import { kindOfId, typeOfId } from './osmosis-ids.ts';
import type { EdgeRow, EdgeType, NodeKind, NodeRow, OsmosisRow } from './osmosis-row.ts';
import { t } from '../../model/common/translation.ts';

/** A node of the dump. */
export interface DumpNode {
  readonly id: string;
  readonly kind: NodeKind;
  /** The name of a PD, the type of anything else; taken from the id if the dump gives none. */
  readonly data: string;
  readonly extra: string;
  /** Its rows as written, each once; empty if only edges mention it. */
  readonly raws: readonly string[];
  readonly place: TextPlace;
}

/** An edge of the dump. */
export interface DumpEdge {
  readonly edge: EdgeType;
  /** The rights of a HOLD, the type of a REQUEST; empty if there are none. */
  readonly data: string;
  readonly from: DumpNode;
  readonly to: DumpNode;
  /** Its rows as written, each once. */
  readonly raws: readonly string[];
  readonly place: TextPlace;
}

/** The graph of a dump: nodes in the order of their rows, then those without a row in the order of first mention. */
export interface DumpGraph {
  readonly nodes: readonly DumpNode[];
  readonly edges: readonly DumpEdge[];
}

interface Occurrences {
  readonly repeated: Occurrence[];
  readonly conflicting: Occurrence[];
  readonly missing: Occurrence[];
}

/**
 * Joins rows to a graph. Findings `import/repeated-row`, `import/conflicting-rows`, `import/missing-row`. `O(rows)`.
 */
export function joinRows(rows: readonly OsmosisRow[], uri: string): Outcome<DumpGraph> {
  const occurrences: Occurrences = { repeated: [], conflicting: [], missing: [] };
  const nodes = joinNodes(
    rows.filter((row) => row.is === 'node'),
    occurrences,
  );
  const edges = joinEdges(
    rows.filter((row) => row.is === 'edge'),
    nodes,
    occurrences,
  );
  return { value: { nodes: [...nodes.values()], edges }, findings: graphFindings(uri, occurrences) };
}

function joinNodes(rows: readonly NodeRow[], occurrences: Occurrences): Map<string, DumpNode> {
  const nodes = new Map<string, DumpNode & { readonly raws: string[] }>();
  const kept = new Set<string>();
  for (const { raw, id, node: kind, data, extra, place } of rows) {
    const known = nodes.get(id);
    if (known === undefined) {
      nodes.set(id, { id, kind, data: data || typeOfId(kind, id), extra, raws: [raw], place });
    } else {
      const isSame = known.kind === kind && (data || typeOfId(kind, id)) === known.data && extra === known.extra;
      (isSame ? occurrences.repeated : occurrences.conflicting).push({ about: id, place });
      if (!kept.has(raw)) known.raws.push(raw);
    }
    kept.add(raw);
  }
  return nodes;
}

function joinEdges(rows: readonly EdgeRow[], nodes: Map<string, DumpNode>, occurrences: Occurrences): DumpEdge[] {
  const edges = new Map<string, DumpEdge & { readonly raws: string[] }>();
  const kept = new Set<string>();
  const nodeOf = (id: string, kind: NodeKind, place: TextPlace): DumpNode => {
    const known = nodes.get(id);
    if (known !== undefined) return known;
    const node = missingNode(id, kind, place);
    nodes.set(id, node);
    occurrences.missing.push({ about: id, place });
    return node;
  };
  for (const { raw, edge, data, from, to, fromPlace, place } of rows) {
    const meaning = edge === 'HOLD' || edge === 'REQUEST' ? data : '';
    const key = JSON.stringify([edge, meaning, from, to]);
    const known = edges.get(key);
    if (known === undefined) {
      const source = nodeOf(from, edge === 'HOLD' || edge === 'REQUEST' ? 'pd' : 'resource', fromPlace);
      const target = nodeOf(to, edge === 'REQUEST' ? 'pd' : edge === 'SUBSET' ? 'space' : 'resource', place);
      edges.set(key, { edge, data: meaning, from: source, to: target, raws: [raw], place });
    } else {
      occurrences.repeated.push({ about: `${edge} ${from} ${to}`, place });
      if (!kept.has(raw)) known.raws.push(raw);
    }
    kept.add(raw);
  }
  return [...edges.values()];
}

/**
 * Makes a node for an id that only edges mention: of the kind that the id shows, otherwise of the kind that fits the
 * edge.
 */
function missingNode(id: string, fitting: NodeKind, place: TextPlace): DumpNode {
  const kind = kindOfId(id) ?? fitting;
  return { id, kind, data: typeOfId(kind, id), extra: '', raws: [], place };
}

function graphFindings(uri: string, { repeated, conflicting, missing }: Occurrences): Finding[] {
  return [
    ...summarize(
      uri,
      {
        code: 'import/repeated-row',
        severity: 'information',
        message: (names, count) =>
          t`${count === 1 ? t`1 row repeats` : t`${String(count)} rows repeat`} an earlier one and ${count === 1 ? t`is` : t`are`} counted once: ${names}. Nothing needs to be done.`,
      },
      repeated,
    ),
    ...summarize(
      uri,
      {
        code: 'import/conflicting-rows',
        severity: 'warning',
        message: (names, count) =>
          t`${count === 1 ? t`1 row gives` : t`${String(count)} rows give`} an id that is already taken another name, type or EXTRA: ${names}. The first row of each id counts; correct the dump if another one is right.`,
      },
      conflicting,
    ),
    ...summarize(
      uri,
      {
        code: 'import/missing-row',
        severity: 'warning',
        message: (names, count) =>
          t`${count === 1 ? t`1 id occurs` : t`${String(count)} ids occur`} in edges but in no row of a node: ${names}. An entity was made for each, so no edge is lost; check its kind and type.`,
      },
      missing,
    ),
  ];
}
