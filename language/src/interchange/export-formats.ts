/**
 * The formats that a model can be exported to: one table for the command line, the language server
 * and the documentation.
 */
import type { Model } from '../model/model.ts';
import { exportDot } from './export/export-dot.ts';
import { exportJson } from './export/export-json.ts';
import { exportMermaid } from './export/export-mermaid.ts';
import { exportOsmosis } from './osmosis/export-osmosis.ts';
import type { Exported } from './export/exported.ts';

export interface ExportFormat {
  /** The word of the command line. */
  readonly name: string;
  /** What it is, for a list to choose from. */
  readonly title: string;
  /** The ending of a file in this format, without a dot. */
  readonly extension: string;
  readonly run: (model: Model) => Exported;
}

/** All formats, in the order in which they are offered. */
export const exportFormats: readonly ExportFormat[] = [
  { name: 'json', title: 'JSON (documented, versioned)', extension: 'json', run: exportJson },
  { name: 'dot', title: 'Graphviz graph', extension: 'dot', run: exportDot },
  { name: 'mermaid', title: 'Mermaid flowchart', extension: 'mmd', run: exportMermaid },
  { name: 'osmosis', title: 'OSmosis model state (CSV)', extension: 'csv', run: exportOsmosis },
];
