/**
 * Places one level of a graph in layers, without an engine: connected parts one by one, packed in rows, with what has
 * no lines last. Lines through the border of the container belong to the first part.
 */
import { itemAt, required } from '../../../model/common/lookup.ts';
import type { LayoutGraph } from '../layout-graph.ts';
import { orderLayers } from './layer-order.ts';
import { positionLayers, spreadEnds } from './layer-positions.ts';
import { routeLines } from './layer-routes.ts';
import { layersOf } from './layer-stretches.ts';
import type { LayeredGraph } from './layered-graph.ts';
import type { End, Level } from './levels.ts';
import { packed } from './packing.ts';
import type { Box, Point } from '../placement.ts';
import type { PlacedLevel } from './placed-level.ts';
import { roughSize } from './rough-size.ts';

/** The form that a level should take. */
export interface LevelForm {
  /** The preferred ratio of width to height. */
  readonly proportion: number;
  /** The most height of a layer. */
  readonly mostHeight: number;
  /** The factor by which boxes are farther apart than usual. */
  readonly spread: number;
  /** True if only the size is wanted, and may be an estimate: no boxes or lines are placed. */
  readonly isRough: boolean;
}

/** With more lines than this, channels get no room for labels. */
const labelledLines = 60;
const labelRoom = 240;
const margin = 20;
/** From the end of the name of a container to the lines that enter beside it, on either side of its handle. */
const besideName = 32;
const loop = { out: 14, half: 8 } as const;

/** Returns the placement of a level. `placed` are the members that are containers, by index. */
export function placeLevel(
  level: Level,
  placed: ReadonlyMap<number, PlacedLevel>,
  frame: LayoutGraph['frame'],
  form: LevelForm,
): PlacedLevel {
  const { container, members, block, ports, pieces } = level;
  const around =
    container === undefined
      ? { top: margin, left: margin, side: margin }
      : { top: frame.top, left: frame.left ?? frame.side, side: frame.side };
  const sizes = members.map((member, at) => placed.get(at) ?? member);
  // Lines that end at a container end beside its name, or anywhere along its upper border.
  const header = frame.left === undefined ? frame.top : Number.POSITIVE_INFINITY;
  const isNamedAbove = frame.left !== undefined && container !== undefined;
  const entry = isNamedAbove ? Math.max(0, container.height - besideName - around.top) : 0;
  const parts = partsOf(level, placed, sizes, { form, header, entry });
  const blocks = block === undefined ? [] : [{ width: block.width, height: block.height }];
  const sheet = packed([...parts, ...blocks], {
    proportion: form.proportion,
    isFirstAlone: ports.some(({ isPassed }) => isPassed),
  });
  const corner = (at: number): Point => {
    const { x, y } = required(sheet.corners[at]);
    return { x: x + around.left, y: y + around.top };
  };
  const width = Math.max(container?.width ?? 0, sheet.width + around.left + around.side);
  const inner = Math.max(container?.height ?? 0, sheet.height + around.top + around.side);
  const boxes: Box[] = sizes.map((size) => ({ x: 0, y: 0, width: size.width, height: size.height }));
  const routes: PlacedLevel['pieces'][number][] = pieces.map(() => ({ points: [] }));
  const pinYs = new Map<number, number>();
  parts.forEach((part, at) => {
    const { x, y } = corner(at);
    part.members.forEach(({ member, at: place }) => {
      const { width: own, height: high } = required(sizes[member]);
      boxes[member] = { x: place.x + x, y: place.y + y, width: own, height: high };
    });
    part.routes.forEach(({ piece, points, label }) => {
      const { from, to } = required(pieces[piece]);
      const line = points.map((point) => ({ x: point.x + x, y: point.y + y }));
      // A line through the border reaches it.
      if (from.member === undefined) line[0] = { x: 0, y: required(line[0]).y };
      if (to.member === undefined) line[line.length - 1] = { x: width, y: required(line.at(-1)).y };
      if (from.member === undefined && from.port !== undefined) pinYs.set(from.port, required(line[0]).y);
      if (to.member === undefined && to.port !== undefined) pinYs.set(to.port, required(line.at(-1)).y);
      routes[piece] = { points: line, ...(label !== undefined && { label: { x: label.x + x, y: label.y + y } }) };
    });
  });
  pieces.forEach(({ from, to }, at) => {
    if (from.member !== undefined && from.member === to.member)
      routes[at] = { points: loopAt(required(boxes[from.member])) };
  });
  // A border ends beyond the lines that cross it.
  const lowest = isNamedAbove ? [...pinYs.values()].reduce((most, y) => Math.max(most, y + besideName), 0) : 0;
  const height = Math.max(inner, lowest);
  return {
    ...{ width, height, members: boxes },
    ports: ports.map(({ side, isPassed }, at) => ({
      ...{ side, isPassed, x: side === 'left' ? 0 : width },
      y: pinYs.get(at) ?? Math.min(header, height) / 2,
    })),
    ...(block !== undefined && { block: corner(parts.length) }),
    pieces: routes,
  };
}

function loopAt({ x, y, width, height }: Box): readonly Point[] {
  const [right, middle] = [x + width, y + Math.min(height, 46) - loop.half - 6];
  return [
    { x: right, y: middle - loop.half },
    { x: right + loop.out, y: middle - loop.half },
    { x: right + loop.out, y: middle + loop.half },
    { x: right, y: middle + loop.half },
  ];
}

/** A connected part of a level, relative to its own corner. */
interface Part {
  readonly width: number;
  readonly height: number;
  readonly members: readonly { readonly member: number; readonly at: Point }[];
  readonly routes: readonly {
    readonly piece: number;
    readonly points: readonly Point[];
    readonly label: Point | undefined;
  }[];
}

interface Sizes {
  readonly width: number;
  readonly height: number;
}

function partsOf(
  level: Level,
  placed: ReadonlyMap<number, PlacedLevel>,
  sizes: readonly Sizes[],
  form: { readonly form: LevelForm; readonly header: number; readonly entry: number },
): readonly Part[] {
  const { members, pieces } = level;
  const parents = Int32Array.from({ length: members.length + 1 }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  // What is joined to the border is one part, which comes first.
  const border = members.length;
  for (const { from, to } of pieces) {
    const [one, other] = [rootOf(from.member ?? border), rootOf(to.member ?? border)];
    if (one !== other) parents[one] = other;
  }
  const groups = new Map<number, { members: number[]; pieces: number[] }>();
  const groupAt = (at: number): { members: number[]; pieces: number[] } => {
    const group = groups.get(rootOf(at)) ?? { members: [], pieces: [] };
    groups.set(rootOf(at), group);
    return group;
  };
  if (pieces.some(({ from, to }) => from.member === undefined || to.member === undefined)) groupAt(border);
  members.forEach((_, at) => groupAt(at).members.push(at));
  pieces.forEach(({ from, to }, at) => {
    if (from.member === undefined || from.member !== to.member) groupAt(from.member ?? border).pieces.push(at);
  });
  return [...groups.values()].map((group) => placePart(level, placed, sizes, { ...group, ...form }));
}

function placePart(
  { members, pieces, ports }: Level,
  placed: ReadonlyMap<number, PlacedLevel>,
  sizes: readonly Sizes[],
  part: {
    readonly members: readonly number[];
    readonly pieces: readonly number[];
    readonly form: LevelForm;
    readonly header: number;
    readonly entry: number;
  },
): Part {
  const numbers = new Map(part.members.map((member, at) => [member, at]));
  const ends = part.pieces.map((piece) => required(pieces[piece]));
  const pins: number[] = [];
  const nodeOf = ({ member }: End, side: number): number =>
    member === undefined ? part.members.length + pins.push(side) - 1 : required(numbers.get(member));
  const yOf = ({ member, port }: End): number => {
    if (member === undefined) return 0;
    const found = port === undefined ? undefined : placed.get(member)?.ports[port];
    return found?.isPassed === true ? found.y : Number.NaN;
  };
  const sources = Int32Array.from(ends, ({ from }) => nodeOf(from, -1));
  const targets = Int32Array.from(ends, ({ to }) => nodeOf(to, 1));
  const nodeCount = part.members.length + pins.length;
  const ofMembers = (value: (member: number) => number): Float64Array =>
    Float64Array.from({ length: nodeCount }, (_, at) => {
      const member = part.members[at];
      return member === undefined ? 0 : value(member);
    });
  const graph: LayeredGraph = {
    spread: part.form.spread,
    entry: part.entry,
    ...{ nodeCount, edgeCount: ends.length, sources, targets },
    widths: ofMembers((member) => required(sizes[member]).width),
    heights: ofMembers((member) => required(sizes[member]).height),
    reaches: ofMembers((member) =>
      placed.has(member) ? Math.min(part.header, required(sizes[member]).height) : required(members[member]).height,
    ),
    pins: Int8Array.from({ length: nodeCount }, (_, at) => pins[at - part.members.length] ?? 0),
    sourceYs: Float64Array.from(ends, ({ from }) => yOf(from)),
    targetYs: Float64Array.from(ends, ({ to }) => yOf(to)),
  };
  const layers = layersOf(graph, part.form.mostHeight);
  const areLabelled = pieces.length <= labelledLines && ports.length <= labelledLines;
  const labelWidths = ends.map(({ label }) => (areLabelled ? Math.min(labelRoom, label?.width ?? 0) : 0));
  if (part.form.isRough) return { ...roughSize(layers, labelWidths), members: [], routes: [] };
  orderLayers(layers);
  spreadEnds(layers);
  const tops = positionLayers(layers);
  const { lefts, width, routes, labels } = routeLines(layers, tops, labelWidths);
  const places = part.members.map((member, at) => ({
    member,
    at: { x: required(lefts[itemAt(layers.layerOf, at)]), y: itemAt(tops, at) },
  }));
  const corners = [
    ...places.map(({ member, at }) => at.y + required(sizes[member]).height),
    ...routes.flatMap((points) => points.map(({ y }) => y + 2)),
    ...labels.map((label, at) => (label?.y ?? 0) + (required(ends[at]).label?.height ?? 0) / 2),
  ];
  return {
    ...{ width, height: corners.reduce((most, y) => Math.max(most, y), 0), members: places },
    routes: routes.map((points, at) => ({ piece: required(part.pieces[at]), points, label: labels[at] })),
  };
}
