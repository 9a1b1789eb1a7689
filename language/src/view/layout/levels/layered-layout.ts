/**
 * Lays out a nested graph in layers without an engine, level by level from the innermost: at once, and in the form that
 * suits the window. Lines lead to the right, or down where the picture is then larger.
 */
import type { Arrangement } from '../../../model/view.ts';
import { directedBack, directedGraph, spacingFactors } from '../arrangement.ts';
import { itemAt, required } from '../../../model/common/lookup.ts';
import { placeColumn } from './column-level.ts';
import { placeLevel, type LevelForm } from './layered-level.ts';
import type { LayoutGraph, LayoutNode, Size } from '../layout-graph.ts';
import { levelsOf, type Level } from './levels.ts';
import { joinedLevels, type PlacedLevel } from './placed-level.ts';
import type { Box, Placement, Point, Route } from '../placement.ts';

/** The window of a picture without one: that of a page in landscape format. */
export const usualWindow: Size = { width: 1600, height: 1000 };

/** Larger graphs are laid out in few forms, or in one only. */
const triedUpTo = { inAll: 150, inSome: 800 } as const;
/** The heights of layers that are tried, as shares of the ideal one. */
const shares = { all: [1.6, 1.1, 0.8], some: [1.1] } as const;
/** Lines lead down only if names are then larger by this factor. */
const worthTurning = 1.12;
const room = { across: 130, down: 24 } as const;

/** As many forms are placed, of all that are estimated. */
const placedAtMost = 3;
/** What is estimated to be shown at this scale may fit in its own size. */
const likelyToFit = 0.8;
/** Another form is preferred only if it is larger by this factor. */
const worthChanging = 1.03;

/** Returns the placement of a graph as it is arranged. Cost: `O(E log E)` for each form placed. */
export function layeredPlacement(
  graph: LayoutGraph,
  window: Size = usualWindow,
  arrangement: Arrangement = {},
): Placement {
  const { direction } = arrangement;
  const found = bestForm(formsOf(graph, window, arrangement), window);
  const scale = scaleIn(found, window);
  const closer = isTightened(scale, arrangement) ? bestForm(formsOf(graph, window, tight(arrangement)), window) : found;
  return directedBack(scaleIn(closer, window) > scale * worthTightening ? closer : found, direction);
}

/** Below this scale, boxes and lines may be closer to each other than usual; below the other, that is no help. */
const tightened = { below: 0.75, above: 0.3 } as const;
/** Boxes and lines are closer than usual only if names are then larger by this factor. */
const worthTightening = 1.05;

const isTightened = (scale: number, { spacing = 'usual' }: Arrangement): boolean =>
  spacing === 'usual' && scale < tightened.below && scale > tightened.above;

const tight = (arrangement: Arrangement): Arrangement => ({ ...arrangement, spacing: 'compact' });

/**
 * Returns an estimate of the scale at which the whole placement fits into a window, at most 1, without placing anything.
 * Cost: `O(V + E)` for each form.
 */
export function estimatedScale(graph: LayoutGraph, window: Size, arrangement: Arrangement = {}): number {
  const largest = (forms: readonly Form[]): number =>
    forms.reduce((best, { size }) => Math.max(best, scaleIn(size(), window)), 0);
  const scale = largest(formsOf(graph, window, arrangement));
  if (!isTightened(scale, arrangement)) return scale;
  const closer = largest(formsOf(graph, window, tight(arrangement)));
  return closer > scale * worthTightening ? closer : scale;
}

/** A way to place a graph. */
interface Form {
  /** The factor by which it must be larger than the others to be chosen. */
  readonly handicap: number;
  /** Returns its estimated size. */
  readonly size: () => Size;
  readonly place: () => Placement;
}

/** Returns the forms to choose from, the preferred one first: lines lead to the right, or down. */
function formsOf(graph: LayoutGraph, window: Size, { direction, spacing = 'usual' }: Arrangement): readonly Form[] {
  const proportion = Math.min(4, Math.max(0.25, window.width / Math.max(1, window.height)));
  const across = { ...directedGraph(graph, direction), spacing: spacingFactors[spacing] };
  const down = transposedGraph(across);
  const right = (share: number): Form => ({
    handicap: 1,
    size: () => sizeIn(across, proportion, share),
    place: () => placeIn(across, proportion, share),
  });
  const turnedDown = (share: number): Form => ({
    handicap: direction === undefined ? worthTurning : 1,
    size: () => turned(sizeIn(down, 1 / proportion, share)),
    place: () => transposed(placeIn(down, 1 / proportion, share)),
  });
  const isAcross = direction === undefined ? undefined : direction === 'right' || direction === 'left';
  const count = graph.nodes.length + graph.edges.length;
  if (count > triedUpTo.inSome) return [(isAcross ?? proportion >= 0.8) ? right(1) : turnedDown(1)];
  const tried = [Number.POSITIVE_INFINITY, ...(count > triedUpTo.inAll ? shares.some : shares.all)];
  return [...(isAcross === false ? [] : tried.map(right)), ...(isAcross === true ? [] : tried.map(turnedDown))];
}

/** Returns the placement that is largest when it is fitted into the window, of the forms that are estimated to be. */
function bestForm(forms: readonly Form[], window: Size): Placement {
  const preferred = required(forms[0]);
  if (forms.length === 1) return preferred.place();
  const worth = ({ handicap }: Form, size: Size): number => scaleIn(size, window) / handicap;
  const estimates = new Map(forms.map((form) => [form, worth(form, form.size())]));
  const estimate = (form: Form): number => required(estimates.get(form));
  let found: { readonly placement: Placement; readonly worth: number } | undefined;
  const attempt = (form: Form): void => {
    const placement = form.place();
    const own = worth(form, placement);
    if (found === undefined || own > found.worth * worthChanging) found = { placement, worth: own };
  };
  if (estimate(preferred) >= likelyToFit) attempt(preferred);
  if (found === undefined || found.worth < 1) {
    const ranked = forms
      .filter((form) => found === undefined || form !== preferred)
      .sort((one, other) => estimate(other) - estimate(one));
    ranked.slice(0, placedAtMost).forEach(attempt);
  }
  return required(found).placement;
}

const scaleIn = ({ width, height }: Size, window: Size): number =>
  Math.min(1, window.width / Math.max(1, width), window.height / Math.max(1, height));

/** Places a graph with lines to the right; `share` is the most height of a layer, as a share of the ideal one. */
function placeIn(graph: LayoutGraph, proportion: number, share: number): Placement {
  const levels = levelsOf(graph);
  return joinedLevels(graph, levels, placedLevels(graph, levels, { proportion, share, isRough: false }), 'layered');
}

/** Estimates the size of that placement. */
function sizeIn(graph: LayoutGraph, proportion: number, share: number): Size {
  return required(placedLevels(graph, levelsOf(graph), { proportion, share, isRough: true }).get(undefined));
}

interface Sheet extends Pick<LevelForm, 'proportion' | 'isRough'> {
  readonly share: number;
}

function placedLevels(
  graph: LayoutGraph,
  levels: ReadonlyMap<string | undefined, Level>,
  { proportion, share, isRough }: Sheet,
): ReadonlyMap<string | undefined, PlacedLevel> {
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
          ? formOf(level, inner, { proportion, share, spread, isRough })
          : formOf(level, inner, { proportion: Math.max(0.6, proportion), share: 1.4, spread, isRough });
      const place = (now: ReadonlyMap<number, PlacedLevel>): PlacedLevel => placeLevel(level, now, graph.frame, form);
      placed.set(id, isRough ? place(inner) : withColumnsTurned(level, { levels, placed, inner, isEven, place }));
    }
  }
  return placed;
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
  { share, ...form }: Omit<LevelForm, 'mostHeight'> & { readonly share: number },
): LevelForm {
  const { proportion, spread } = form;
  let [area, highest] = [0, 0];
  members.forEach((member, at) => {
    const { width, height } = inner.get(at) ?? member;
    area += (width + room.across * spread) * (height + room.down * spread);
    highest = Math.max(highest, height);
  });
  return { ...form, mostHeight: Math.max(highest + room.down, Math.sqrt(area / proportion) * share) };
}

/**
 * With more lines than these, the lines at columns are put in order once only, or not at all. Of 1,000 entities a second
 * placement takes as long as the first, and crosses no fewer lines.
 */
const turnedUpTo = { twice: 60, once: 400 } as const;

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
  const count = level.pieces.length;
  const turns = count > turnedUpTo.once ? 0 : count > turnedUpTo.twice ? 1 : 2;
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
