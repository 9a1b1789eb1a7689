/**
 * Changes to the choice of what the graph page shows: each function returns the choice after one step.
 */
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { subjectsOf, type Focus } from '../../../language/src/view/shown/focus.ts';
import type { Layer } from '../../../language/src/view/shown/layers.ts';
import { withLikeStacked } from '../../../language/src/view/shown/alike.ts';
import { everything, shownOf, viewed, type Choice } from '../../../language/src/view/shown/shown.ts';
import { required } from '../../../language/src/model/lookup.ts';

/** Shows a hidden layer, or hides a visible one. */
export const withLayer = (choice: Choice, layer: Layer): Choice => ({
  ...choice,
  hiddenLayers: toggled(choice.hiddenLayers, layer),
});

/** Shows a hidden kind, or hides a visible one. */
export const withKind = (choice: Choice, kind: EntityKind): Choice => ({
  ...choice,
  hiddenKinds: toggled(choice.hiddenKinds, kind),
});

/** Opens a closed container, or closes an open one. */
export const withContainer = (choice: Choice, id: string): Choice => ({
  ...choice,
  closed: toggled(choice.closed, id),
});

/** What entities can be filtered by, besides their kinds and names. */
export const filters = ['types', 'classes', 'data'] as const;
/** One of the filters. */
export type Filter = (typeof filters)[number];

/** Adds a value to those that a filter lets through, or removes it; a filter without values lets everything through. */
export function withValue(choice: Choice, filter: Filter, value: string): Choice {
  const values = toggled(choice[filter] ?? [], value);
  return changed(choice, { [filter]: values.length === 0 ? undefined : values });
}

/** Narrows the view, or removes the narrowing. */
export const withFocus = (choice: Choice, focus: Focus | undefined): Choice => changed(choice, { focus });

/** Shows a named view of the graph, or everything. */
export const withView = (graph: GraphView, title: string | undefined): Choice => {
  const view = graph.views?.find((each) => each.title === title);
  return view === undefined ? everything : viewed(view);
};

/** Shows everything; closed containers stay closed. */
export const withAll = ({ closed }: Choice): Choice => ({ ...everything, closed });

/** Returns true if two choices show the same part, regardless of closed containers. */
export const isSamePart = (one: Choice, other: Choice): boolean => partKey(one) === partKey(other);

const partKey = ({ hiddenLayers, hiddenKinds, name, types, classes, data, view, focus }: Choice): string =>
  JSON.stringify([hiddenLayers, hiddenKinds, name, types, classes, data, view, focus]);

/** Returns true if the choice hides anything that `withAll` would show. */
export const isNarrowed = ({ hiddenLayers, hiddenKinds, name, ...rest }: Choice): boolean =>
  hiddenLayers.length > 0 ||
  hiddenKinds.length > 0 ||
  name.trim() !== '' ||
  [rest.types, rest.classes, rest.data, rest.view, rest.focus].some((each) => each !== undefined);

/** Returns the ids of all nodes that contain others. */
export const containersIn = ({ nodes }: Pick<GraphView, 'nodes'>): readonly string[] => [
  ...new Set(nodes.flatMap(({ parent }) => parent ?? [])),
];

/**
 * Returns a choice that shows an entity of the graph: opens the containers around it, and removes filters if that is
 * not enough.
 */
export function revealing(choice: Choice, graph: GraphView, name: string): Choice {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const node = nodes.get(name) ?? graph.nodes.find(({ stack }) => stack?.includes(name) === true);
  if (node === undefined) return choice;
  const around = new Set<string>();
  for (let at = node.parent; at !== undefined; at = nodes.get(at)?.parent) around.add(at);
  const opened = { ...choice, closed: choice.closed.filter((id) => !around.has(id)) };
  return shownOf(graph, opened).graph.nodes.some(({ id }) => id === node.id) ? opened : withAll(opened);
}

/** Returns the choice with some parts changed; what is undefined is left out. */
function changed(
  { hiddenLayers, hiddenKinds, name, closed, ...rest }: Choice,
  change: { readonly [Key in Filter | 'focus']?: Choice[Key] | undefined },
): Choice {
  const { types, classes, data, view, focus } = { ...rest, ...change };
  return {
    ...{ hiddenLayers, hiddenKinds, name, closed },
    ...(types !== undefined && { types }),
    ...(classes !== undefined && { classes }),
    ...(data !== undefined && { data }),
    ...(view !== undefined && { view }),
    ...(focus !== undefined && { focus }),
  };
}

function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/** The most nodes that are drawn; a larger picture is neither fluent nor useful. */
export const drawnAtMost = 1200;

/** The most boxes and lines before similar nodes are drawn as stacks, if the model is too large to draw as a whole. */
const drawnSinglyAtMost = 800;

/** The most neighbours drawn one by one. */
const neighboursDrawnSingly = 60;

/**
 * Returns what is drawn of the shown part: similar nodes of a very large model in stacks, otherwise everything. The
 * focus of the part and its neighbours are never stacked.
 */
export function drawnOf(whole: GraphView, shown: GraphView, { focus }: Pick<Choice, 'focus'>): GraphView {
  const isFew = shown.nodes.length + shown.edges.length <= drawnSinglyAtMost;
  return whole.nodes.length <= drawnAtMost || isFew ? shown : withLikeStacked(shown, lookedAt(shown, focus));
}

function lookedAt({ nodes, edges }: GraphView, focus: Focus | undefined): ReadonlySet<string> {
  const chosen = new Set(focus === undefined ? [] : subjectsOf(focus));
  const near = new Set(chosen);
  for (const { source, target } of edges) {
    if (chosen.has(source)) near.add(target);
    if (chosen.has(target)) near.add(source);
  }
  for (const { id, parent } of nodes) if (parent !== undefined && chosen.has(parent)) near.add(id);
  return near.size <= neighboursDrawnSingly ? near : chosen;
}

/** The most nodes drawn at first, so that they can be seen at a glance. */
const drawnAtFirst = 300;

/** Returns the initial choice for a model: everything, or with containers closed until it can be drawn. */
export function firstChoice(graph: GraphView): Choice {
  if (graph.nodes.length <= drawnAtMost) return everything;
  const depths = new Map<string, number>();
  const counts: number[] = [];
  for (const { id, parent } of graph.nodes) {
    const depth = parent === undefined ? 0 : required(depths.get(parent)) + 1;
    depths.set(id, depth);
    counts[depth] = (counts[depth] ?? 0) + 1;
  }
  let [open, drawn] = [0, counts[0] ?? 0];
  while (open + 1 < counts.length && drawn + (counts[open + 1] ?? 0) <= drawnAtFirst) {
    open += 1;
    drawn += counts[open] ?? 0;
  }
  return { ...everything, closed: containersIn(graph).filter((id) => required(depths.get(id)) >= open) };
}
