/**
 * Closes containers and stacks like things where there is more to see than fits at a glance: what is outermost is open
 * as far as there is room, containers of one kind and depth together. What is asked for is always shown itself.
 */
import { append } from '../../model/common/append.ts';
import type { EntityKind } from '../../model/entity-kind.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { countStacked, stackedCount, withLikeStacked, type Stacking } from './alike.ts';
import { withBundledLines } from './bundled.ts';
import { withClosed } from './closed.ts';
import { drawable } from './drawable.ts';
import { laxer, stricter, type Likeness } from './likeness.ts';

/** The most entities that are drawn before anything is closed automatically. */
export const seenAtAGlance = 60;

/** The containers to open and close. */
export interface Glance {
  /** The number of entities above which containers and similar entities are closed automatically. */
  readonly above: number;
  /** The ids of containers that are closed in any case. */
  readonly closed: readonly string[];
  /** The ids of containers, stacks and bundled lines that are open in any case. */
  readonly opened: readonly string[];
  /** The names of the entities that are shown themselves, with what is around them open. */
  readonly asked: readonly string[];
}

/** Returns what is drawn of a graph. Cost: `O(V + E)`. */
export function atAGlance(graph: GraphView, { above, closed, opened, asked }: Glance): GraphView {
  const way = new Set(opened);
  if (asked.length > 0) {
    const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    for (const name of asked)
      for (let at = nodes.get(name)?.parent; at !== undefined; at = nodes.get(at)?.parent) way.add(at);
  }
  const { shut, stacked } = shutBeyond(graph, above);
  const all = new Set([...shut, ...closed].filter((id) => !way.has(id)));
  const part = withClosed(graph, all);
  // What is opened by hand, or on the way to what is asked for, may be too much to draw one by one, too.
  const within = new Set(stacked);
  if (graph.nodes.length > above) for (const id of way) if (shut.has(id)) within.add(id);
  const seen = withFewBoxes(part, { above, within, single: new Set(asked), opened: way }, new Set(opened));
  return withBundledLines(drawable(seen), way);
}

/**
 * Stacks what is alike: in as few boxes as there is room for, but not in fewer than say something. In what was opened by
 * hand, only what is the same but for names is a stack.
 */
function withFewBoxes(
  part: GraphView,
  { above, ...stacking }: Stacking & { readonly above: number },
  byHand: ReadonlySet<string | undefined>,
): GraphView {
  const usual = withLikeStacked(part, stacking);
  const isUntouched = stacking.single.size + stacking.opened.size === 0;
  const count = isUntouched ? usual.graph.nodes.length : countStacked(part, stacking);
  const likeness = count < fewBoxes ? telling(part, { ...stacking, count, above }) : undefined;
  let stacked = likeness === undefined ? usual : withLikeStacked(part, { ...stacking, likeness });
  if (stacked.graph.nodes.length <= above) return stacked.graph;
  // Where that is still too much, two that are alike are a stack, too, however little they have in common.
  stacked = withLikeStacked(part, { ...stacking, alike: 1 });
  const within = new Set([...stacking.within].filter((id) => !byHand.has(id)));
  for (const laxly of laxer) {
    const { graph, single } = stacked;
    if (graph.nodes.length <= above) break;
    const excess = graph.nodes.length - above;
    stacked = withLikeStacked(graph, { ...stacking, within, single, alike: 1, likeness: laxly(graph), excess });
  }
  return stacked.graph;
}

/** With fewer boxes a picture says little; what distinguishes them is drawn then, if there is room. */
const fewBoxes = 5;

interface Closing extends Pick<Stacking, 'within'> {
  /** The number of boxes if all that is alike is a stack. */
  readonly count: number;
  readonly above: number;
}

/** Returns what makes boxes alike: as little more than usual as leaves some to see, otherwise what leaves most. */
function telling(part: GraphView, { within, count: least, above }: Closing): Likeness | undefined {
  if (within.size === 0) return undefined;
  let found: { readonly count: number; readonly likeness?: Likeness } = { count: least };
  for (const strictly of stricter(part)) {
    const likeness = strictly();
    const count = countStacked(part, { within, likeness });
    if (count > found.count && count <= above) found = { likeness, count };
    if (found.count >= fewBoxes) break;
  }
  return found.likeness;
}

interface Shut {
  /** The containers that are closed. */
  readonly shut: ReadonlySet<string>;
  /** The open containers in which like things are stacked, `undefined` for the whole. */
  readonly stacked: ReadonlySet<string | undefined>;
}

function shutBeyond({ nodes }: GraphView, above: number): Shut {
  const stacked = new Set<string | undefined>();
  if (nodes.length <= above) return { shut: new Set(), stacked };
  const children = new Map<string | undefined, GraphNode[]>();
  for (const node of nodes) append(children, node.parent, node);
  const shut = new Set([...children.keys()].flatMap((id) => id ?? []));
  const outermost = children.get(undefined) ?? [];
  let drawn = outermost.length;
  if (drawn > above) {
    stacked.add(undefined);
    drawn = stackedCount(outermost);
  }
  const open = (group: readonly GraphNode[], isStacked: boolean): boolean => {
    const inside = (id: string): readonly GraphNode[] => children.get(id) ?? [];
    const more = group.reduce((sum, { id }) => sum + (isStacked ? stackedCount(inside(id)) : inside(id).length), 0);
    if (drawn + more > above) return false;
    drawn += more;
    for (const { id } of group) {
      shut.delete(id);
      if (isStacked) stacked.add(id);
    }
    return true;
  };
  const bySize = (group: readonly GraphNode[]): readonly GraphNode[] =>
    [...group].sort((one, other) => (children.get(one.id)?.length ?? 0) - (children.get(other.id)?.length ?? 0));
  // Of the outermost things that are stacked, none is open.
  for (let level = stacked.has(undefined) ? [] : outermost; level.length > 0;) {
    const containers = level.filter(({ id }) => children.has(id));
    for (const group of groupsOf(containers)) {
      if (open(group, false) || open(group, true)) continue;
      if (group.length > fewContainers) continue;
      for (const one of bySize(group)) if (!open([one], false)) open([one], true);
    }
    level = containers.filter(({ id }) => !shut.has(id)).flatMap(({ id }) => children.get(id) ?? []);
  }
  return { shut, stacked };
}

/** As many containers of a kind may differ in that some are open and others closed. */
const fewContainers = 3;

/** The order in which containers are opened: what is around others first, spaces of resources last. */
const openedFirst = ['node', 'region', 'object', 'pd', 'space', 'resource'] as const satisfies readonly EntityKind[];

const groupsOf = (containers: readonly GraphNode[]): readonly (readonly GraphNode[])[] =>
  openedFirst.map((kind) => containers.filter((node) => node.kind === kind)).filter((group) => group.length > 0);
