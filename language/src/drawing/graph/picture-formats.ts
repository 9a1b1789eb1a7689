/**
 * The formats of drawings that the command line can export besides those of a model: one table for it and its
 * documentation. They are laid out as in the page.
 */
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import { graphView } from '../../view/graph.ts';
import { withRouting } from '../../view/layout/arrangement.ts';
import { withLabels } from '../../view/layout/label-places.ts';
import { layeredPlacement, usualWindow } from '../../view/layout/levels/layered-layout.ts';
import { withNamedViews } from '../../view/named/named-views.ts';
import { atAGlance } from '../../view/shown/at-a-glance.ts';
import { everything, shownOf, type ViewChoice } from '../../view/shown/shown.ts';
import { layoutGraphOf } from '../../view/layout/sizes.ts';
import type { PlanOverlay } from '../../view/report/plan-overlay.ts';
import { droppedOrdersOf } from './dropped-orders.ts';
import { graphFile } from './graph-file.tsx';
import { statusesOf } from './node-status.ts';
import { t } from '../../model/common/translation.ts';

/** The input of a drawing. */
export interface DrawingInput {
  readonly model: Model;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
  /** The subject of the drawing, for its title. */
  readonly title: string;
  /** The part that is drawn; everything if it is absent. */
  readonly part?: ViewChoice;
  /** The plan whose effects are marked. */
  readonly plan?: PlanOverlay;
}

/** A format of drawings. */
export interface PictureFormat {
  /** The word of the command line. */
  readonly name: string;
  /** Its description, for a list to choose from. */
  readonly title: string;
  readonly run: (drawn: DrawingInput) => string;
}

/** All formats, in the order offered. */
export const pictureFormats: readonly PictureFormat[] = [
  { name: 'svg', title: t`SVG drawing, in a light style for print`, run: drawGraph },
];

/** A file is looked at longer than a page: more than this is closed automatically. */
const drawnWhole = 400;

function drawGraph({ model, sources, findings, title, part, plan }: DrawingInput): string {
  const whole = withNamedViews(graphView(model, sources, { findings }), model, sources);
  const choice = part ?? everything;
  const { graph: shown } = shownOf(whole, { ...choice, closed: [] });
  const graph = atAGlance(shown, { above: drawnWhole, closed: choice.closed, opened: [], asked: [] });
  const { arrangement = {} } = choice;
  const layout = layoutGraphOf(graph);
  const placed = withLabels(layout, layeredPlacement(layout, usualWindow, arrangement));
  const effects =
    plan === undefined ? {} : { statuses: statusesOf(graph, plan), dropped: droppedOrdersOf(graph, plan) };
  return graphFile({ graph, title, placement: withRouting(layout, placed, arrangement.routing), ...effects });
}
