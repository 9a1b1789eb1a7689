/**
 * The formats to which a model can be exported: one table for the command line, the language server and the
 * documentation.
 */
import type { Model } from '../model/model.ts';
import { exportDot } from './export/export-dot.ts';
import { exportJson } from './export/export-json.ts';
import { exportMermaid } from './export/export-mermaid.ts';
import { exportOpenPsa } from './openpsa/export-openpsa.ts';
import { exportOsmosis } from './osmosis/export-osmosis.ts';
import type { Exported } from './export/exported.ts';

/** An export format. */
export interface ExportFormat {
  /** The word of the command line. */
  readonly name: string;
  /** Its description, for a list to choose from. */
  readonly title: string;
  /** The file extension, without a dot. */
  readonly extension: string;
  readonly run: (model: Model) => Exported;
}

/** All formats, in the order offered. */
export const exportFormats: readonly ExportFormat[] = [
  { name: 'json', title: 'JSON (documented, versioned)', extension: 'json', run: exportJson },
  { name: 'dot', title: 'Graphviz graph', extension: 'dot', run: exportDot },
  { name: 'mermaid', title: 'Mermaid flowchart', extension: 'mmd', run: exportMermaid },
  { name: 'osmosis', title: 'OSmosis model state (CSV)', extension: 'csv', run: exportOsmosis },
  { name: 'openpsa', title: 'fault trees of the goals (Open-PSA MEF)', extension: 'xml', run: exportOpenPsa },
];
