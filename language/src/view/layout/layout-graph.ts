/**
 * What a layout needs to know of a picture, whatever it shows: boxes of known sizes, some within others, and
 * lines between them with the room that their labels take. The graph of a model and the states of a
 * machine are laid out alike.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box to place. Of one that has others in it, the size is the least that it may have. */
export interface LayoutNode extends Size {
  readonly id: string;
  /** The id of the node it is in, which comes before it. */
  readonly parent?: string;
  /** Stands before all beside it: what begins. `mark` even before what begins. */
  readonly first?: 'mark' | 'start';
}

/** A line to draw between two nodes, which may be nested anywhere, in each other too. */
export interface LayoutEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The room that its label takes. */
  readonly label?: Size;
}

export interface LayoutGraph {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
  /** What a container keeps free around what is in it, in pixels; above it is room for its name. */
  readonly frame: { readonly top: number; readonly side: number };
}

/** Returns the ids of the nodes that have others in them. */
export const containersOf = ({ nodes }: LayoutGraph): ReadonlySet<string> =>
  new Set(nodes.flatMap(({ parent }) => parent ?? []));
