/**
 * The difference between two lists of records with ids, or between two graphs of them, which is much smaller than a list
 * of thousands after an edit.
 * What is the same is the same object afterwards, so that whoever made something of it can keep that.
 */

interface Named {
  readonly id: string;
}

/** A list in which what is as in an earlier one is the number of it there. */
export type PartChanges<Part> = readonly (Part | number)[];

/** Returns a list as its difference from an earlier one. Cost: linear, without that of comparing. */
function partChanges<Part extends Named>(
  parts: readonly Part[],
  earlier: readonly Part[],
  areEqual: (one: Part, other: Part) => boolean,
): PartChanges<Part> {
  // Most stand where they stood; the others are looked up.
  let places: ReadonlyMap<string, number> | undefined;
  let next = 0;
  return parts.map((part) => {
    let at: number | undefined = next;
    if (earlier[at]?.id !== part.id) {
      places ??= placesOf(earlier);
      at = places.get(part.id);
    }
    const old = at === undefined ? undefined : earlier[at];
    if (at === undefined || old === undefined) return part;
    next = at + 1;
    return part === old || areEqual(part, old) ? at : part;
  });
}

const placesOf = (parts: readonly Named[]): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  parts.forEach(({ id }, at) => places.set(id, at));
  return places;
};

/** Returns the list of which this is the difference from an earlier one. */
function changedParts<Part extends object>(changes: PartChanges<Part>, earlier: readonly Part[]): readonly Part[] {
  const parts: Part[] = [];
  for (const part of changes) {
    const own = typeof part === 'number' ? earlier[part] : part;
    if (own !== undefined) parts.push(own);
  }
  return parts;
}

/** A graph of records. */
interface Parts {
  readonly nodes: readonly Named[];
  readonly edges: readonly Named[];
}

type Node<Graph extends Parts> = Graph['nodes'][number];
type Edge<Graph extends Parts> = Graph['edges'][number];

/** A graph in which what is as in an earlier one is the number of it there. */
export type GraphChanges<Graph extends Parts> = Omit<Graph, 'nodes' | 'edges'> & {
  readonly nodes: PartChanges<Node<Graph>>;
  readonly edges: PartChanges<Edge<Graph>>;
};

/** What tells whether two nodes, or two edges, are the same. */
interface Sameness<Graph extends Parts> {
  readonly nodes: (one: Node<Graph>, other: Node<Graph>) => boolean;
  readonly edges: (one: Edge<Graph>, other: Edge<Graph>) => boolean;
}

/** Returns a graph as its difference from an earlier one. Cost: `O(V + E)`. */
export const changesOf = <Graph extends Parts>(
  graph: Graph,
  earlier: Graph,
  areSame: Sameness<Graph>,
): GraphChanges<Graph> => ({
  ...graph,
  nodes: partChanges<Node<Graph>>(graph.nodes, earlier.nodes, areSame.nodes),
  edges: partChanges<Edge<Graph>>(graph.edges, earlier.edges, areSame.edges),
});

/** Returns the graph of which this is the difference from an earlier one. */
export const changedGraph = <Graph extends Parts>(
  changes: GraphChanges<Graph>,
  earlier: Graph,
): Omit<Graph, 'nodes' | 'edges'> & {
  readonly nodes: readonly Node<Graph>[];
  readonly edges: readonly Edge<Graph>[];
} => ({
  ...changes,
  nodes: changedParts<Node<Graph>>(changes.nodes, earlier.nodes),
  edges: changedParts<Edge<Graph>>(changes.edges, earlier.edges),
});
