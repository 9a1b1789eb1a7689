/**
 * Changes to the choice of what the graph page shows: each function returns the choice after one step.
 */
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { Arrangement } from '../../../language/src/model/view.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { subjectsOf, type Focus } from '../../../language/src/view/shown/focus.ts';
import type { Layer } from '../../../language/src/view/shown/layers.ts';
import { atAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import { everything, shownOf, viewed, type ViewChoice } from '../../../language/src/view/shown/shown.ts';

/** Shows a hidden layer, or hides a visible one. */
export const withLayer = (choice: ViewChoice, layer: Layer): ViewChoice => ({
  ...choice,
  hiddenLayers: toggled(choice.hiddenLayers, layer),
});

/** Shows a hidden kind, or hides a visible one. */
export const withKind = (choice: ViewChoice, kind: EntityKind): ViewChoice => ({
  ...choice,
  hiddenKinds: toggled(choice.hiddenKinds, kind),
});

/** Opens a closed container, or closes an open one, whether it was closed by hand or automatically. */
export const withContainer = (choice: ViewChoice, id: string, isClosed: boolean): ViewChoice =>
  isClosed
    ? { ...withOpened(choice, id), closed: choice.closed.filter((each) => each !== id) }
    : {
        ...choice,
        closed: [...choice.closed.filter((each) => each !== id), id],
        opened: openedIn(choice).filter((each) => each !== id),
        asked: [],
      };

/** Draws what a stack or a bundled line stands for one by one. */
export const withOpened = (choice: ViewChoice, id: string): ViewChoice => ({
  ...choice,
  opened: [...openedIn(choice).filter((each) => each !== id), id],
});

/** Draws what a stack or a bundled line stands for as one again. */
export const withoutOpened = (choice: ViewChoice, id: string): ViewChoice => ({
  ...choice,
  opened: openedIn(choice).filter((each) => each !== id),
});

/** Closes all containers and stacks, as far as there are too many. */
export const withAllClosed = (choice: ViewChoice, graph: GraphView): ViewChoice => ({
  ...choice,
  ...{ closed: containersIn(graph), opened: [], asked: [] },
});

/** Opens all containers and stacks. */
export const withAllOpened = (choice: ViewChoice): ViewChoice => ({ ...choice, closed: [], opened: [everyOne] });

const openedIn = ({ opened = [] }: ViewChoice): readonly string[] => opened;

/** Stands for all ids among those of what is open. */
const everyOne = '*';

/** The properties that entities can be filtered by, besides their kinds and names. */
export const filters = ['types', 'classes', 'data'] as const;
/** One of the filters. */
export type Filter = (typeof filters)[number];

/** Adds a value to those that a filter lets through, or removes it; a filter without values lets everything through. */
export function withValue(choice: ViewChoice, filter: Filter, value: string): ViewChoice {
  const values = toggled(choice[filter] ?? [], value);
  return changed(choice, { [filter]: values.length === 0 ? undefined : values });
}

/** Arranges the picture in another way, or as usual. */
export const withArrangement = (choice: ViewChoice, arrangement: Arrangement): ViewChoice => ({
  ...choice,
  arrangement,
});

/** Narrows the view, or removes the narrowing. */
export const withFocus = (choice: ViewChoice, focus: Focus | undefined): ViewChoice => changed(choice, { focus });

/** Shows a named view of the graph, or everything. */
export const withView = (graph: GraphView, title: string | undefined): ViewChoice => {
  const view = graph.views?.find((each) => each.title === title);
  return view === undefined ? everything : viewed(view);
};

/** Shows everything; closed containers stay closed, and open ones open. */
export const withAll = ({ closed, opened = [], asked = [], arrangement }: ViewChoice): ViewChoice => ({
  ...everything,
  ...(arrangement !== undefined && { arrangement }),
  closed,
  opened,
  asked,
});

/** Returns true if two choices show the same part, regardless of closed containers. */
export const isSamePart = (one: ViewChoice, other: ViewChoice): boolean => partKey(one) === partKey(other);

/** Returns a key of what a choice shows, whatever is closed of it. */
export const partKey = ({ hiddenLayers, hiddenKinds, name, types, classes, data, view, focus }: ViewChoice): string =>
  JSON.stringify([hiddenLayers, hiddenKinds, name, types, classes, data, view, focus]);

/** Returns true if the choice hides anything that `withAll` would show. */
export const isNarrowed = ({ hiddenLayers, hiddenKinds, name, ...rest }: ViewChoice): boolean =>
  hiddenLayers.length > 0 ||
  hiddenKinds.length > 0 ||
  name.trim() !== '' ||
  [rest.types, rest.classes, rest.data, rest.view, rest.focus].some((each) => each !== undefined);

/** Returns the ids of all nodes that contain others. */
export const containersIn = ({ nodes }: Pick<GraphView, 'nodes'>): readonly string[] => [
  ...new Set(nodes.flatMap(({ parent }) => parent ?? [])),
];

/**
 * Returns a choice that shows an entity of the graph itself: opens the containers around it, and removes filters if
 * that is not enough.
 */
export function revealing(choice: ViewChoice, graph: GraphView, name: string): ViewChoice {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const node = nodes.get(name);
  if (node === undefined) return choice;
  const around = new Set<string>();
  for (let at = node.parent; at !== undefined; at = nodes.get(at)?.parent) around.add(at);
  const asked = { ...choice, closed: choice.closed.filter((id) => !around.has(id)), asked: [name] };
  return shownOf(graph, asked).graph.nodes.some(({ id }) => id === name) ? asked : withAll(asked);
}

/** Returns the choice with these entities shown themselves, as far as they are in the part that is chosen. */
export const asking = (choice: ViewChoice, names: readonly string[]): ViewChoice => ({ ...choice, asked: names });

/** Returns the choice with a box that is drawn itself shown itself in any case. */
export function keeping(choice: ViewChoice, { nodes }: Pick<GraphView, 'nodes'>, id: string): ViewChoice {
  const { asked = [] } = choice;
  const isItself = nodes.some((node) => node.id === id && node.stack === undefined && node.kind !== 'gate');
  return isItself && !asked.includes(id) ? asking(choice, [...asked, id]) : choice;
}

/** Returns the choice with some parts changed; what is undefined is left out. */
function changed(
  { hiddenLayers, hiddenKinds, name, closed, opened = [], asked = [], ...rest }: ViewChoice,
  change: { readonly [Key in Filter | 'focus']?: ViewChoice[Key] | undefined },
): ViewChoice {
  const { types, classes, data, view, focus, arrangement } = { ...rest, ...change };
  return {
    ...{ hiddenLayers, hiddenKinds, name, closed, opened, asked },
    ...(arrangement !== undefined && { arrangement }),
    ...(types !== undefined && { types }),
    ...(classes !== undefined && { classes }),
    ...(data !== undefined && { data }),
    ...(view !== undefined && { view }),
    ...(focus !== undefined && { focus }),
  };
}

/** The most neighbours of what is looked at that are never stacked. */
const neighboursDrawnSingly = 60;

/** The drawn graph, and the number of entities that are not in it. */
export interface DrawnGraph {
  readonly graph: GraphView;
  readonly hidden: number;
}

/**
 * Returns what is drawn of a graph: the chosen part, with containers closed and like things stacked if it has more
 * than `above` entities. Cost: `O(V + E)`.
 */
export function drawnOf(whole: GraphView, choice: ViewChoice, above: number): DrawnGraph {
  const { graph: part, hidden } = shownOf(whole, { ...choice, closed: [] });
  const { closed, focus, opened = [], asked = [] } = choice;
  const graph = atAGlance(part, {
    above: opened.includes(everyOne) ? Number.POSITIVE_INFINITY : above,
    ...{ closed, opened },
    asked: [...asked, ...lookedAt(part, focus)],
  });
  return { graph, hidden };
}

function lookedAt({ nodes, edges }: GraphView, focus: Focus | undefined): readonly string[] {
  if (focus === undefined) return [];
  const chosen = new Set(subjectsOf(focus));
  const near = new Set(chosen);
  for (const { source, target } of edges) {
    if (chosen.has(source)) near.add(target);
    if (chosen.has(target)) near.add(source);
  }
  for (const { id, parent } of nodes) if (parent !== undefined && chosen.has(parent)) near.add(id);
  return [...(near.size <= neighboursDrawnSingly ? near : chosen)];
}

function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/** The most nodes that are drawn; a larger picture is neither fluent nor useful. */
export const drawnAtMost = 1200;
