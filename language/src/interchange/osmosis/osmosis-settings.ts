/**
 * The settings in which an entity from an OSmosis dump keeps the contents of its rows beyond name, kind and type, so
 * that the same rows can be written back. The page on formats describes them.
 */
import type { Setting } from '../../model/entity.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { cleanName } from '../../model/language-names.ts';
import { readExtra } from './osmosis-extra.ts';
import type { DumpEdge, DumpGraph, DumpNode } from './osmosis-graph.ts';
import { hasIdForm } from './osmosis-ids.ts';
import { expectedRow, type SaidEdges } from './osmosis-relations.ts';
import { writeNodeRow } from './osmosis-row.ts';
import { append } from '../../model/common/append.ts';

/** Returns the type label of a node; a PD has none, and a resource without one has that of its space. */
export function nodeLabel(node: DumpNode, { homes }: SaidEdges): string | undefined {
  if (node.kind === 'pd') return undefined;
  const type = node.data || (homes.get(node)?.data ?? '');
  return type === '' ? undefined : cleanName(type);
}

/** Returns the settings of a node named `name`, without empty ones. `edges` are those that begin at it. */
export function nodeSettings(node: DumpNode, name: string, edges: readonly DumpEdge[], said: SaidEdges): Setting[] {
  const data = node.kind === 'resource' ? readExtra(node.data, node.extra) : undefined;
  const isBlank = hasBlankData(edges, said);
  const rows = keptRows({ node, name, edges, isBlank }, said);
  const settings: (readonly [name: string, value: Expression | undefined])[] = [
    ['id', node.id === name && hasIdForm(node.kind, name) ? undefined : text(node.id)],
    [node.data === 'MO' ? 'size' : 'length', data === undefined ? undefined : wholeNumber(data.bytes)],
    ['use', data?.use === undefined ? undefined : text(data.use)],
    ['extra', node.kind === 'pd' || node.extra === '' ? undefined : text(node.extra)],
    ['listed', node.raws.length > 0 ? undefined : { kind: 'boolean', value: false }],
    ['blankData', isBlank ? { kind: 'boolean', value: true } : undefined],
    ['rows', rows.length === 0 ? undefined : { kind: 'list', items: rows.map(text) }],
  ];
  return settings.flatMap(([key, value]) => (value === undefined ? [] : [{ name: key, value }]));
}

/** Groups the edges of a dump by their source nodes. */
export function edgesBySource({ edges }: DumpGraph): ReadonlyMap<DumpNode, readonly DumpEdge[]> {
  const bySource = new Map<DumpNode, DumpEdge[]>();
  for (const edge of edges) {
    append(bySource, edge.from, edge);
  }
  return bySource;
}

/** Returns true if all edges of a node without DATA leave it empty instead of writing `NONE`. */
function hasBlankData(edges: readonly DumpEdge[], said: SaidEdges): boolean {
  const silent = edges.filter((edge) => edge.data === '' && !said.unfit.has(edge));
  return silent.length > 0 && silent.every((edge) => isOnly(edge.raws, expectedRow(edge, '')));
}

interface Subject {
  readonly node: DumpNode;
  readonly name: string;
  readonly edges: readonly DumpEdge[];
  readonly isBlank: boolean;
}

/**
 * Returns the rows of a node and of its edges that the model alone would not reproduce. On export each replaces the row
 * that would be written for the same subject, so edges that the language cannot distinguish are kept together.
 */
function keptRows({ node, name, edges, isBlank }: Subject, said: SaidEdges): readonly string[] {
  const { kind, id, raws } = node;
  const made =
    kind === 'pd' ? writeNodeRow(kind, id, name, '') : writeNodeRow(kind, id, nodeLabel(node, said) ?? '', node.extra);
  const own = isOnly(raws, made) ? [] : raws;
  const rowOf = (edge: DumpEdge): string => expectedRow(edge, isBlank ? '' : 'NONE');
  const unsaid = edges.filter(
    (edge) => said.unfit.has(edge) || isRequestOfSpace(edge) || !isOnly(edge.raws, rowOf(edge)),
  );
  const unsaidRows = new Set(unsaid.map(rowOf));
  return [...own, ...edges.flatMap((edge) => (unsaidRows.has(rowOf(edge)) ? edge.raws : []))];
}

/** Returns true for a REQUEST row that names a space: the relation would give a row that names a PD. */
const isRequestOfSpace = ({ edge, to }: DumpEdge): boolean => edge === 'REQUEST' && to.kind === 'space';

const isOnly = (raws: readonly string[], row: string): boolean => raws.length === 1 && raws[0] === row;

const text = (value: string): Expression => ({ kind: 'text', parts: [value] });

const wholeNumber = (value: number): Expression => ({ kind: 'number', numerator: value, denominator: 1 });
