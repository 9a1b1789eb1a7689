/**
 * The formats in which a machine can be exported: one table for the command line and the page.
 */
import type { Placement } from '../../view/layout/placement.ts';
import { chartMermaid } from '../../view/statechart/chart-mermaid.ts';
import type { ChartRun } from '../../view/statechart/chart-run.ts';
import type { ShownChart } from '../../view/statechart/shown-chart.ts';
import type { Statechart } from '../../view/statechart/statechart.ts';
import { chartFile } from './chart-file.tsx';

/** The input for exporting a machine. */
export interface DrawnMachine {
  /** The visible part. */
  readonly chart: ShownChart;
  /** The whole chart, for the formats that are no pictures. */
  readonly whole: Statechart;
  readonly placement: Placement;
  readonly title: string;
  /** The machine's state in the run that is shown, if any. */
  readonly run?: ChartRun | undefined;
}

/** A format of machines. */
export interface MachineFormat {
  /** The word of the command line. */
  readonly name: 'svg' | 'mermaid' | 'json';
  /** The file extension, without a dot. */
  readonly extension: string;
  readonly run: (drawn: DrawnMachine) => string;
}

/** All formats, in the order offered. */
export const machineFormats: readonly MachineFormat[] = [
  { name: 'svg', extension: 'svg', run: chartFile },
  { name: 'mermaid', extension: 'mmd', run: ({ whole }) => chartMermaid(whole) },
  { name: 'json', extension: 'json', run: chartJson },
];

/** Returns the chart and its drawing, so that a program can draw it again. */
function chartJson({ whole: chart, placement, run }: DrawnMachine): string {
  const { width, height } = placement;
  const boxes = Object.fromEntries(placement.boxes);
  const routes = Object.fromEntries(placement.routes);
  const drawn = { format: 'aftermath-statechart', version: 1, chart, run, picture: { width, height, boxes, routes } };
  return `${JSON.stringify(drawn, null, 2)}\n`;
}
