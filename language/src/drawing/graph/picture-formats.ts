/**
 * The formats of drawings that the command line can export besides those of a model: one table for it and its
 * documentation. A drawing needs a layout from outside, since layout engines are not part of the language.
 */
import type { Finding } from '../../model/finding.ts';
import type { Model, Sources } from '../../model/model.ts';
import { graphView } from '../../view/graph.ts';
import type { LayoutGraph } from '../../view/layout/layout-graph.ts';
import type { Placement } from '../../view/layout/placement.ts';
import { withNamedViews } from '../../view/named/named-views.ts';
import { atAGlance } from '../../view/shown/at-a-glance.ts';
import { everything, shownOf, type Choice } from '../../view/shown/shown.ts';
import { layoutGraphOf } from '../../view/layout/sizes.ts';
import { graphFile } from './graph-file.tsx';

/** The input of a drawing. */
export interface Drawn {
  readonly model: Model;
  readonly sources: Sources;
  readonly findings: readonly Finding[];
  /** The subject of the drawing, for its title. */
  readonly title: string;
  /** The part that is drawn; everything if it is absent. */
  readonly part?: Choice;
  readonly layOut: (graph: LayoutGraph) => Promise<Placement>;
}

/** A format of drawings. */
export interface PictureFormat {
  /** The word of the command line. */
  readonly name: string;
  /** Its description, for a list to choose from. */
  readonly title: string;
  readonly run: (drawn: Drawn) => Promise<string>;
}

/** All formats, in the order offered. */
export const pictureFormats: readonly PictureFormat[] = [
  { name: 'svg', title: 'SVG drawing, in a light style for print', run: drawGraph },
];

/** A file is looked at longer than a page: more than this is closed by itself. */
const drawnWhole = 400;

async function drawGraph({ model, sources, findings, title, part, layOut }: Drawn): Promise<string> {
  const whole = withNamedViews(graphView(model, sources, { findings }), model, sources);
  const choice = part ?? everything;
  const { graph: shown } = shownOf(whole, { ...choice, closed: [] });
  const graph = atAGlance(shown, { above: drawnWhole, closed: choice.closed, opened: [], asked: [] });
  return graphFile({ graph, title, placement: await layOut(layoutGraphOf(graph)) });
}
