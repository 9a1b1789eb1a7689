/**
 * The formats that can be imported: one table for the command line, the language server and the documentation.
 */
import type { ImportOutcome } from './import/imported.ts';
import { importKubernetes } from './kubernetes/kubernetes.ts';
import { importOsmosis } from './osmosis/osmosis.ts';

/** An import format. */
export interface ImportFormat {
  /** The word of the command line. */
  readonly name: string;
  /** Its description, for a list to choose from. */
  readonly title: string;
  /** The file extensions that it reads, without a dot. */
  readonly extensions: readonly string[];
  /** Reads the text of the file `uri`. */
  readonly run: (text: string, uri: string) => ImportOutcome;
}

/** All formats, in the order offered. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'osmosis',
    title: 'OSmosis model state (CellulOS, proc extractor)',
    extensions: ['csv', 'output', 'log', 'txt'],
    run: (text, uri) => importOsmosis(text, uri),
  },
  {
    name: 'kubernetes',
    title: 'Kubernetes objects (kubectl get -o yaml or -o json)',
    extensions: ['yaml', 'yml', 'json'],
    run: importKubernetes,
  },
];
