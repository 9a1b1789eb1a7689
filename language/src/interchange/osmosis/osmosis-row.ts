/**
 * Reads and writes one row of an OSmosis model-state dump. Handles the seven columns, not the rows as a whole.
 */
import { joinCells, splitCells } from './csv-cells.ts';
import type { TextPlace } from '../import/import-findings.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** The name of CellulOS's first PD: no crash of another one ends it. */
export const rootTask = 'ROOT_TASK';

/** The columns of the table, in order. */
export const osmosisHeader = ['NODE_TYPE', 'NODE_ID', 'DATA', 'EDGE_TYPE', 'EDGE_FROM', 'EDGE_TO', 'EXTRA'] as const;

const nodeTypes = { PD: 'pd', RESOURCE_SPACE: 'space', RESOURCE: 'resource' } as const;
const edgeTypes = ['HOLD', 'MAP', 'SUBSET', 'REQUEST'] as const;

/** The kinds of entities that a dump can express. */
export type NodeKind = (typeof nodeTypes)[keyof typeof nodeTypes];
/** The types of edges. */
export type EdgeType = (typeof edgeTypes)[number];

/** The row of a node. */
export interface NodeRow {
  readonly is: 'node';
  /** The row as written in the dump. */
  readonly raw: string;
  readonly node: NodeKind;
  readonly id: string;
  readonly data: string;
  /** Including blanks, as written. */
  readonly extra: string;
  readonly place: TextPlace;
}

/** The row of an edge. */
export interface EdgeRow {
  readonly is: 'edge';
  readonly raw: string;
  readonly edge: EdgeType;
  /** The requested type or the rights; empty if the dump has `NONE` or nothing. */
  readonly data: string;
  readonly from: string;
  readonly to: string;
  readonly fromPlace: TextPlace;
  readonly place: TextPlace;
}

/** The row of a node or of an edge. */
export type OsmosisRow = NodeRow | EdgeRow;

/** A line: a row, a malformed row, the header, a blank line, or something else. */
export type OsmosisLine =
  | OsmosisRow
  | { readonly is: 'header' | 'blank' | 'broken' | 'other'; readonly cellCount: number };

/** Reads one line. Texts with unquoted commas, which CellulOS does not escape, are joined again. */
export function readOsmosisLine(raw: string, line: number): OsmosisLine {
  const { texts, starts } = splitCells(raw);
  const cells = texts.map((text) => text.trim());
  const cellCount = cells.length;
  if (cells.every((text) => text === '')) return { is: cellCount > 1 && cellCount < 7 ? 'broken' : 'blank', cellCount };
  if (osmosisHeader.every((name, column) => cells[column] === name)) return { is: 'header', cellCount };
  const kind = nodeKind(cells[0]);
  if (kind === undefined && !(cellCount > 1 && cells[0] === '' && cells[1] === '')) return { is: 'other', cellCount };
  const cellPlace = (column: number): TextPlace => {
    const start = itemAt(starts, column) + leadingBlanks(itemAt(texts, column));
    return { line, start, end: start + itemAt(cells, column).length };
  };
  const row = { raw, texts, cells, cellPlace };
  for (const width of cells.slice(7).every((text) => text === '') ? [7, cellCount] : [cellCount]) {
    if (width > cellCount || width < 7) continue;
    const read = kind === undefined ? readEdge(row, width) : readNode(row, kind, width);
    if (read !== undefined) return read;
  }
  return { is: 'broken', cellCount };
}

interface SplitRow {
  readonly raw: string;
  readonly texts: readonly string[];
  /** Without surrounding blanks. */
  readonly cells: readonly string[];
  readonly cellPlace: (column: number) => TextPlace;
}

/**
 * Reads the row of a node; the last four columns count from the right end of `width` cells, and surplus cells belong to
 * DATA.
 */
function readNode({ raw, texts, cells, cellPlace }: SplitRow, node: NodeKind, width: number): NodeRow | undefined {
  const id = itemAt(cells, 1);
  if (id === '' || cells.slice(width - 4, width - 1).some((text) => text !== '')) return undefined;
  const data = cells.slice(2, width - 4).join(',');
  return { is: 'node', raw, node, id, data, extra: itemAt(texts, width - 1), place: cellPlace(1) };
}

function readEdge({ raw, cells, cellPlace }: SplitRow, width: number): EdgeRow | undefined {
  const edge = edgeTypes.find((type) => type === cells[width - 4]);
  const from = itemAt(cells, width - 3);
  const to = itemAt(cells, width - 2);
  if (edge === undefined || from === '' || to === '') return undefined;
  const data = cells.slice(2, width - 4).join(',');
  const fromPlace = cellPlace(width - 3);
  return { is: 'edge', raw, edge, data: data === 'NONE' ? '' : data, from, to, fromPlace, place: cellPlace(width - 2) };
}

/** Writes the row of a node. */
export const writeNodeRow = (kind: NodeKind, id: string, data: string, extra: string): string =>
  joinCells([kind === 'pd' ? 'PD' : kind === 'space' ? 'RESOURCE_SPACE' : 'RESOURCE', id, data, '', '', '', extra]);

/** Writes the row of an edge. */
export const writeEdgeRow = (edge: EdgeType, data: string, from: string, to: string): string =>
  joinCells(['', '', data, edge, from, to, '']);

/** Returns true if a text is a prefix of a row's first cell, so that a file may end in the middle of it. */
export const beginsNodeType = (text: string): boolean =>
  text !== '' && Object.keys(nodeTypes).some((type) => type.startsWith(text));

const nodeKind = (type: string | undefined): NodeKind | undefined =>
  type === 'PD' || type === 'RESOURCE_SPACE' || type === 'RESOURCE' ? nodeTypes[type] : undefined;

const leadingBlanks = (text: string): number => text.length - text.trimStart().length;
