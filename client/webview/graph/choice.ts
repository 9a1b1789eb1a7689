/**
 * How a person changes what the graph page shows: a step at a time, each from one choice to the next.
 */
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import type { Focus } from '../../../language/src/view/shown/focus.ts';
import type { Layer } from '../../../language/src/view/shown/layers.ts';
import { withLikeStacked } from '../../../language/src/view/shown/alike.ts';
import { everything, shownOf, type Choice } from '../../../language/src/view/shown/shown.ts';

/** Shows a layer that is hidden, hides one that is shown. */
export const withLayer = (choice: Choice, layer: Layer): Choice => ({
  ...choice,
  hiddenLayers: toggled(choice.hiddenLayers, layer),
});

/** Shows a kind that is hidden, hides one that is shown. */
export const withKind = (choice: Choice, kind: EntityKind): Choice => ({
  ...choice,
  hiddenKinds: toggled(choice.hiddenKinds, kind),
});

/** Opens a container that is closed, closes one that is open. */
export const withContainer = (choice: Choice, id: string): Choice => ({
  ...choice,
  closed: toggled(choice.closed, id),
});

/** Shows entities of one type, or of any. */
export const withType = (choice: Choice, type: string | undefined): Choice => made(choice, type, choice.focus);

/** Narrows the view, or takes the narrowing away. */
export const withFocus = (choice: Choice, focus: Focus | undefined): Choice => made(choice, choice.type, focus);

/** Shows all there is; what is closed stays so. */
export const withAll = ({ closed }: Choice): Choice => ({ ...everything, closed });

/** Whether two choices show the same part; what is closed in it does not matter. */
export const isSamePart = (one: Choice, other: Choice): boolean => partKey(one) === partKey(other);

const partKey = ({ hiddenLayers, hiddenKinds, name, type, focus }: Choice): string =>
  JSON.stringify([hiddenLayers, hiddenKinds, name, type, focus]);

/** Whether anything is left out that `withAll` would show. */
export const isNarrowed = ({ hiddenLayers, hiddenKinds, name, type, focus }: Choice): boolean =>
  hiddenLayers.length > 0 || hiddenKinds.length > 0 || name.trim() !== '' || type !== undefined || focus !== undefined;

/** Returns the ids of all nodes that have others in them. */
export const containersIn = ({ nodes }: Pick<GraphView, 'nodes'>): readonly string[] => [
  ...new Set(nodes.flatMap(({ parent }) => parent ?? [])),
];

/**
 * Returns a choice that shows an entity of the graph: what is closed around it is opened, and what hides it
 * is taken back if that is not enough.
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

function made(
  { hiddenLayers, hiddenKinds, name, closed }: Choice,
  type: string | undefined,
  focus: Focus | undefined,
): Choice {
  const always = { hiddenLayers, hiddenKinds, name, closed };
  return { ...always, ...(type !== undefined && { type }), ...(focus !== undefined && { focus }) };
}

function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/** More nodes than this are not drawn: neither is the picture fluent then, nor does it say anything. */
export const drawnAtMost = 1200;

/** More boxes and lines than this are drawn with what looks alike in stacks, where not all of a model can be drawn. */
const drawnSinglyAtMost = 800;

/** More neighbours than this are not looked at one by one. */
const neighboursDrawnSingly = 60;

/**
 * Returns what is drawn of the part that is shown: of a very large model like things in stacks, else all of it. What the
 * part is chosen by is in no stack, nor are its neighbours.
 */
export function drawnOf(whole: GraphView, shown: GraphView, { focus }: Pick<Choice, 'focus'>): GraphView {
  const isFew = shown.nodes.length + shown.edges.length <= drawnSinglyAtMost;
  return whole.nodes.length <= drawnAtMost || isFew ? shown : withLikeStacked(shown, lookedAt(shown, focus));
}

function lookedAt({ nodes, edges }: GraphView, focus: Focus | undefined): ReadonlySet<string> {
  const chosen = new Set(focus === undefined ? [] : focus.kind === 'shared' ? [focus.of, focus.with] : [focus.of]);
  const near = new Set(chosen);
  for (const { source, target } of edges) {
    if (chosen.has(source)) near.add(target);
    if (chosen.has(target)) near.add(source);
  }
  for (const { id, parent } of nodes) if (parent !== undefined && chosen.has(parent)) near.add(id);
  return near.size <= neighboursDrawnSingly ? near : chosen;
}

/** What is opened first should be seen at a glance. */
const drawnAtFirst = 300;

/** Returns what a model shows at first: all, or so many containers closed that it can be drawn. */
export function firstChoice(graph: GraphView): Choice {
  if (graph.nodes.length <= drawnAtMost) return everything;
  const depths = new Map<string, number>();
  const counts: number[] = [];
  for (const { id, parent } of graph.nodes) {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
    depths.set(id, depth);
    counts[depth] = (counts[depth] ?? 0) + 1;
  }
  let [open, drawn] = [0, counts[0] ?? 0];
  while (open + 1 < counts.length && drawn + (counts[open + 1] ?? 0) <= drawnAtFirst) {
    open += 1;
    drawn += counts[open] ?? 0;
  }
  return { ...everything, closed: containersIn(graph).filter((id) => (depths.get(id) ?? 0) >= open) };
}
