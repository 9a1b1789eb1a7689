/**
 * Lays out a nested graph in layers without an engine, level by level from the innermost: at once, and in the form that
 * suits the window. Lines lead to the right, or down where the picture is then larger.
 */
import type { Arrangement } from '../../model/view.ts';
import { directedBack, directedGraph, spacingFactors } from './arrangement.ts';
import { itemAt, required } from '../../model/lookup.ts';
import { placeColumn } from './column-level.ts';
import { placeLevel, type LevelForm } from './layered-level.ts';
import type { LayoutGraph, LayoutNode, Size } from './layout-graph.ts';
import { levelsOf, type Level } from './levels.ts';
import { joinedLevels, type PlacedLevel } from './placed-level.ts';
import type { Box, Placement, Point, Route } from './placement.ts';

/** The window of a picture without one: that of a page in landscape format. */
export const usualWindow: Size = { width: 1600, height: 1000 };

/** Larger graphs are laid out in few forms, or in one only. */
const triedUpTo = { inAll: 150, inSome: 800 } as const;
/** The heights of layers that are tried, as shares of the ideal one. */
const shares = { all: [1.6, 1.1, 0.8], some: [1.1] } as const;
/** Lines lead down only if names are then larger by this factor. */
const worthTurning = 1.12;
const room = { across: 130, down: 24 } as const;

/** Returns the placement of a graph as it is arranged. Cost: `O(E log E)` for each form tried. */
export function layeredPlacement(
  graph: LayoutGraph,
  window: Size = usualWindow,
  { direction, spacing = 'usual' }: Arrangement = {},
): Placement {
  const directed = { ...directedGraph(graph, direction), spacing: spacingFactors[spacing] };
  const isAcross = direction === undefined ? undefined : direction === 'right' || direction === 'left';
  return directedBack(formed(directed, window, isAcross), direction);
}

/** Returns the placement that is largest when it is fitted into the window; lines lead to the right, or down. */
function formed(graph: LayoutGraph, window: Size, isAcross: boolean | undefined): Placement {
  const proportion = Math.min(4, Math.max(0.25, window.width / Math.max(1, window.height)));
  const right = (share: number): Placement => placeIn(graph, proportion, share);
  const down = (share: number): Placement => transposed(placeIn(transposedGraph(graph), 1 / proportion, share));
  const size = graph.nodes.length + graph.edges.length;
  if (size > triedUpTo.inSome) return (isAcross ?? proportion >= 0.8) ? right(1) : down(1);
  let best = (isAcross === false ? down : right)(Number.POSITIVE_INFINITY);
  const isBetter = (one: Placement, factor: number): boolean => scaleIn(one, window) > scaleIn(best, window) * factor;
  if (scaleIn(best, window) >= 1) return best;
  const tried = size > triedUpTo.inAll ? shares.some : shares.all;
  for (const share of tried) {
    const next = (isAcross === false ? down : right)(share);
    if (isBetter(next, 1.03)) best = next;
  }
  if (isAcross !== undefined) return best;
  let turned = best;
  for (const share of [Number.POSITIVE_INFINITY, ...tried]) {
    const next = down(share);
    if (isBetter(next, worthTurning) && scaleIn(next, window) > scaleIn(turned, window) * 1.03) turned = next;
  }
  return turned;
}

const scaleIn = ({ width, height }: Size, window: Size): number =>
  Math.min(1, window.width / Math.max(1, width), window.height / Math.max(1, height));

/** Places a graph with lines to the right; `share` is the most height of a layer, as a share of the ideal one. */
function placeIn(graph: LayoutGraph, proportion: number, share: number): Placement {
  const levels = levelsOf(graph);
  const { spacing: spread = 1 } = graph;
  // Beside each other, one would be as high as all that is in the other.
  const isEven = graph.frame.left === undefined;
  const placed = new Map<string | undefined, PlacedLevel>();
  for (const [id, level] of levels) {
    const inner = innerOf(level, placed);
    if (level.container?.isColumn === true) placed.set(id, placeColumn(level, inner, { isEven }));
    else {
      const form =
        id === undefined
          ? formOf(level, inner, { proportion, share, spread })
          : formOf(level, inner, { proportion: Math.max(0.6, proportion), share: 1.4, spread });
      placed.set(
        id,
        withColumnsTurned(level, {
          levels,
          placed,
          inner,
          isEven,
          place: (now) => placeLevel(level, now, graph.frame, form),
        }),
      );
    }
  }
  return joinedLevels(graph, levels, placed, 'layered');
}

function innerOf({ members }: Level, placed: ReadonlyMap<string | undefined, PlacedLevel>): Map<number, PlacedLevel> {
  return new Map(
    members.flatMap(({ id }, at): [number, PlacedLevel][] => {
      const found = placed.get(id);
      return found === undefined ? [] : [[at, found]];
    }),
  );
}

function formOf(
  { members }: Level,
  inner: ReadonlyMap<number, PlacedLevel>,
  { proportion, share, spread }: Pick<LevelForm, 'proportion' | 'spread'> & { readonly share: number },
): LevelForm {
  let [area, highest] = [0, 0];
  members.forEach((member, at) => {
    const { width, height } = inner.get(at) ?? member;
    area += (width + room.across * spread) * (height + room.down * spread);
    highest = Math.max(highest, height);
  });
  return { proportion, spread, mostHeight: Math.max(highest + room.down, Math.sqrt(area / proportion) * share) };
}

/** With more lines than this, the lines at columns are put in order once only. */
const turnedTwiceUpTo = 60;

interface Turning {
  readonly levels: ReadonlyMap<string | undefined, Level>;
  readonly placed: Map<string | undefined, PlacedLevel>;
  readonly inner: Map<number, PlacedLevel>;
  readonly isEven: boolean;
  readonly place: (inner: ReadonlyMap<number, PlacedLevel>) => PlacedLevel;
}

/** Places a level, then again with the lines at each member of its columns in the order in which they arrive. */
function withColumnsTurned(level: Level, { levels, placed, inner, isEven, place }: Turning): PlacedLevel {
  let found = place(inner);
  const turns = level.pieces.length > turnedTwiceUpTo ? 1 : 2;
  const columns = level.members.flatMap(({ id, isColumn }, at) => (isColumn === true ? [{ id, at }] : []));
  if (columns.length === 0) return found;
  for (let round = 0; round < turns; round += 1) {
    const arrivals = new Map<string, number>();
    level.pieces.forEach(({ from, to }, at) => {
      const { points } = itemAt(found.pieces, at);
      if (from.member !== undefined) arrivals.set(keyOf(from), points[2]?.y ?? points[0]?.y ?? 0);
      if (to.member !== undefined) arrivals.set(keyOf(to), points.at(-3)?.y ?? points.at(-1)?.y ?? 0);
    });
    for (const { id, at } of columns) {
      const own = required(levels.get(id));
      const ranks = (port: number): number => arrivals.get(keyOf({ member: at, port })) ?? port;
      const column = placeColumn(own, innerOf(own, placed), { isEven, ranks });
      placed.set(id, column);
      inner.set(at, column);
    }
    found = place(inner);
  }
  return found;
}

const keyOf = ({ member, port }: { readonly member?: number; readonly port?: number }): string =>
  `${(member ?? -1).toString()} ${(port ?? -1).toString()}`;

/** Returns the graph with across and down exchanged. */
function transposedGraph({ nodes, edges, frame, spacing }: LayoutGraph): LayoutGraph {
  return {
    ...(spacing !== undefined && { spacing }),
    nodes: nodes.map((node): LayoutNode => ({ ...node, ...turned(node) })),
    edges: edges.map((edge) => ({ ...edge, ...(edge.label !== undefined && { label: turned(edge.label) }) })),
    frame: { top: frame.left ?? frame.side, left: frame.top, side: frame.side },
  };
}

function transposed({ boxes, routes, width, height, engine }: Placement): Placement {
  const box = (own: Box): Box => ({ ...point(own), ...turned(own) });
  const route = ({ points, label }: Route): Route => ({
    points: points.map(point),
    ...(label !== undefined && { label: point(label) }),
  });
  return {
    boxes: new Map([...boxes].map(([id, own]) => [id, box(own)])),
    routes: new Map([...routes].map(([id, own]) => [id, route(own)])),
    ...{ width: height, height: width, engine },
  };
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width });
const point = ({ x, y }: Point): Point => ({ x: y, y: x });
