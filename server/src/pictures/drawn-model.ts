/** The part of a loaded model that pictures need, and the engine that lays out machines. */
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';

/** A model to draw, with the name of its file. */
export interface DrawnModel extends Pick<Loaded, 'model' | 'sources' | 'findings'> {
  readonly file: string;
}

/** Lays out a drawing by an engine that may be loaded first. */
export type LayOut = (graph: LayoutGraph) => Promise<Placement>;

/** Returns the name of a file without its folders. */
export const fileTitle = (file: string): string => file.split(/[/\\]/u).at(-1) ?? file;
