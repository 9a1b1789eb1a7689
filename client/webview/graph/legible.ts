/**
 * Chooses how much is closed so that all names can be read while the whole picture is in the window: by estimates, so
 * that only what is chosen has to be laid out.
 */
import type { Arrangement } from '../../../language/src/model/view.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { estimatedScale } from '../../../language/src/view/layout/levels/layered-layout.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import { layoutGraphOf, type Measure } from '../../../language/src/view/layout/sizes.ts';
import type { ViewChoice } from '../../../language/src/view/shown/shown.ts';
import { drawnOf } from './choice.ts';
import { wellRead } from './views.ts';

/** More is closed by this factor, or box by box when few are left; not if hardly anything would be left to see. */
const closing = { factor: 0.75, few: 12, least: 2 } as const;

/** What decides about the size of a picture. */
export interface Sheet {
  readonly window: Size;
  readonly measure: Measure;
  readonly arrangement: Arrangement;
}

/** How much is closed. */
export interface Legible {
  /** The number of entities above which some are closed. */
  readonly above: number;
  /** True if names are estimated to be readable; otherwise they are as large as they get. */
  readonly isLegible: boolean;
}

/** Returns how much has to be closed, beginning with `above`. */
export function legible(whole: GraphView, choice: ViewChoice, above: number, sheet: Sheet): Legible {
  const { window, measure, arrangement } = sheet;
  let best = { above, scale: 0 };
  for (let at: number | undefined = above; at !== undefined;) {
    const { graph } = drawnOf(whole, choice, at);
    const scale = estimatedScale(layoutGraphOf(graph, measure), window, arrangement);
    if (scale >= wellRead) return { above: at, isLegible: true };
    if (scale > best.scale) best = { above: at, scale };
    at = closedFurther(whole, choice, at, graph.nodes.length);
  }
  return { above: best.above, isLegible: false };
}

/** Returns the next limit above which things are closed so that fewer boxes are left; undefined if that leaves too few. */
export function closedFurther(whole: GraphView, choice: ViewChoice, above: number, boxes: number): number | undefined {
  const most = Math.min(above, boxes);
  let less = most <= closing.few ? most - 1 : Math.floor(most * closing.factor);
  for (; less >= closing.least; less--) {
    const left = drawnOf(whole, choice, less).graph.nodes.length;
    if (left < boxes) return left < closing.least ? undefined : less;
  }
  return undefined;
}
