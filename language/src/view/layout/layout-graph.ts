/**
 * The input of a layout, whatever it shows: boxes of known sizes, some nested, and lines between them with the sizes of
 * their labels. The graph of a model and the states of a machine are laid out alike.
 */
import { oncePer } from '../../model/common/once-per.ts';

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box to place. For a container, the size is the minimum. */
export interface LayoutNode extends Size {
  readonly id: string;
  /** The id of its container, which comes before it. */
  readonly parent?: string;
  /** Placed before its siblings, as the start; `mark` even before `start`. */
  readonly first?: 'mark' | 'start';
  /** True for a container that is not drawn: its content is a column, in order, without a frame. */
  readonly isColumn?: true;
}

/** A line to draw between two nodes at any level, including nested in each other. */
export interface LayoutEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The size of its label. */
  readonly label?: Size;
}

/** The boxes and lines of a picture. */
export interface LayoutGraph {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  /** The factor by which distances are larger than usual. */
  readonly spacing?: number;
  /** The padding of a container in pixels; the one at the top, or else that on the left, has room for its name. */
  readonly frame: { readonly top: number; readonly side: number; readonly left?: number };
  /**
   * The window for which the graph is laid out as one picture, in the direction that shows it largest, with lines that
   * cross the borders of containers directly; otherwise it is laid out container by container.
   */
  readonly room?: Size;
}

/** Returns the ids of the nodes that contain others; found once for each graph. */
export const containersOf = oncePer(({ nodes }: LayoutGraph): ReadonlySet<string> => {
  const containers = new Set<string>();
  for (const { parent } of nodes) if (parent !== undefined) containers.add(parent);
  return containers;
});

interface Named {
  readonly id: string;
}

/** Returns nodes or edges by their ids; found once for each list. */
export const partsById = <Part extends Named>(parts: readonly Part[]): ReadonlyMap<string, Part> =>
  // The map holds what the list holds.
  byId(parts) as ReadonlyMap<string, Part>;

const byId = oncePer((parts: readonly Named[]): ReadonlyMap<string, Named> => {
  const found = new Map<string, Named>();
  for (const part of parts) found.set(part.id, part);
  return found;
});
