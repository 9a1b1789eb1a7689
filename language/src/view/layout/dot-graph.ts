/**
 * Writes a graph in the language of Graphviz, and reads its answer as a placement. Independent of the engine, which
 * runs elsewhere. For large graphs it is an order of magnitude faster than ELK.
 */
import { containersOf, type LayoutEdge, type LayoutGraph, type LayoutNode } from './layout-graph.ts';
import { middleOf, type Box, type Placement, type Point, type Route } from './placement.ts';
import { append } from '../../model/append.ts';
import { required } from '../../model/lookup.ts';

/** The total space that the engine leaves beside the label of a cluster. */
const labelPad = 16;

/** Returns the graph for the engine. Its names are numbers, so that no name can break the syntax. */
export function toDot(graph: LayoutGraph): string {
  const containers = containersOf(graph);
  const places = new Map(graph.nodes.map(({ id }, at) => [id, at]));
  const children = new Map<string | undefined, LayoutNode[]>();
  for (const node of graph.nodes) {
    append(children, node.parent, node);
  }
  const { top, side } = graph.frame;
  const lines: string[] = [];
  const write = (node: LayoutNode): void => {
    const at = required(places.get(node.id)).toString();
    if (!containers.has(node.id)) {
      lines.push(`n${at}[width=${inches(node.width)},height=${inches(node.height)}]`);
      return;
    }
    const [width, height] = [Math.max(1, node.width - labelPad), Math.max(1, top - side)].map(String);
    const room = `<<TABLE BORDER="0" CELLBORDER="0" FIXEDSIZE="TRUE" WIDTH="${width ?? ''}" HEIGHT="${height ?? ''}"><TR><TD></TD></TR></TABLE>>`;
    lines.push(`subgraph cluster_${at}{margin=${side.toString()};label=${room}`);
    // Edges to the container itself end at a point in it, and are cut at its border.
    lines.push(`c${at}[shape=point,width=0.01,height=0.01,style=invis]`);
    for (const child of children.get(node.id) ?? []) write(child);
    lines.push('}');
  };
  for (const node of children.get(undefined) ?? []) write(node);
  const isWithin = nesting(graph);
  graph.edges.forEach((edge, at) => {
    const [source, target] = [places.get(edge.source), places.get(edge.target)];
    if (source === undefined || target === undefined || isWithin(edge)) return;
    const tail = containers.has(edge.source) ? `c${source.toString()}` : `n${source.toString()}`;
    const head = containers.has(edge.target) ? `c${target.toString()}` : `n${target.toString()}`;
    const cuts = [
      ...(containers.has(edge.source) ? [`ltail=cluster_${source.toString()}`] : []),
      ...(containers.has(edge.target) ? [`lhead=cluster_${target.toString()}`] : []),
    ];
    lines.push(`${tail}->${head}[id=${at.toString()}${cuts.map((one) => `,${one}`).join('')}]`);
  });
  const options =
    'rankdir=LR,splines=polyline,compound=true,nodesep=0.24,ranksep=0.6,pad=0.28,nslimit=1,nslimit1=1,mclimit=0.2';
  return `digraph{graph[${options}];node[shape=box,fixedsize=true,label=""];edge[dir=none]\n${lines.join('\n')}\n}`;
}

/** Returns a test for edges between a container and its content, which the engine's language cannot express. */
function nesting(graph: LayoutGraph): (edge: LayoutEdge) => boolean {
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const isIn = (id: string, container: string): boolean => {
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) if (at === container) return true;
    return false;
  };
  return ({ source, target }) => isIn(source, target) || isIn(target, source);
}

const inches = (pixels: number): string => (pixels / 72).toFixed(4);

/** The part of the engine's answer that is read. */
interface DotAnswer {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos?: string; readonly bb?: string }[];
  readonly edges?: readonly { readonly id?: string; readonly pos?: string }[];
}

/** Returns the placement from the engine's JSON answer. */
export function fromDot(text: string, graph: LayoutGraph): Placement {
  // The types cover what is read here; missing parts give no position.
  const answer = JSON.parse(text) as DotAnswer;
  const [, , width = 0, height = 0] = numbers(answer.bb);
  const pad = 20;
  const point = (x = 0, y = 0): Point => ({ x: x + pad, y: height - y + pad });
  const boxes = new Map<string, Box>();
  for (const { name, pos, bb } of answer.objects ?? []) {
    const isCluster = name.startsWith('cluster_');
    const node = graph.nodes[Number(name.slice(isCluster ? 8 : 1))];
    if (node === undefined || name.startsWith('c') !== isCluster) continue;
    if (isCluster) {
      const [left, bottom, right, top] = numbers(bb ?? '');
      const corner = point(left, top);
      boxes.set(node.id, { ...corner, width: (right ?? 0) - (left ?? 0), height: (top ?? 0) - (bottom ?? 0) });
    } else {
      const [x, y] = numbers(pos ?? '');
      const centre = point(x, y);
      const { width: wide, height: high } = node;
      boxes.set(node.id, { x: centre.x - wide / 2, y: centre.y - high / 2, width: wide, height: high });
    }
  }
  const found = new Map(
    (answer.edges ?? []).map(({ id, pos = '' }) => [Number(id), curve(pos).map(([x, y]) => point(x, y))]),
  );
  const routes = new Map<string, Route>();
  graph.edges.forEach((edge, at) => {
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (from === undefined || to === undefined) return;
    const points = ended(found.get(at) ?? [], from, to);
    routes.set(edge.id, { points, label: middleOf(points) });
  });
  const inOrder = graph.nodes.flatMap(({ id }): [string, Box][] => {
    const box = boxes.get(id);
    return box === undefined ? [] : [[id, box]];
  });
  return { boxes: new Map(inOrder), routes, width: width + 2 * pad, height: height + 2 * pad, engine: 'graphviz' };
}

const numbers = (text: string): readonly number[] => text.split(',').map(Number);

/** Returns the corners of a line: the points where its curves, which are straight, meet. */
function curve(pos: string): readonly (readonly number[])[] {
  const points = pos
    .split(' ')
    .filter((one) => one !== '' && !/^[se],/u.test(one))
    .map(numbers);
  return points.filter((_, at) => at % 3 === 0);
}

/** Ends a line on the borders of its boxes; a line that the engine omitted goes straight across. */
function ended(points: readonly Point[], from: Box, to: Box): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || first === undefined || last === undefined) return across(from, to);
  return [onBorder(first, from), ...points.slice(1, -1), onBorder(last, to)];
}

function across(from: Box, to: Box): readonly Point[] {
  const isAround = from.width * from.height > to.width * to.height;
  const y = isAround ? to.y + to.height / 2 : from.y + from.height / 2;
  return isAround
    ? [
        { x: from.x, y },
        { x: to.x, y },
      ]
    : [
        { x: from.x + from.width, y },
        { x: to.x + to.width, y },
      ];
}

/** Returns the nearest point on the border of a box. */
function onBorder({ x, y }: Point, box: Box): Point {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const inside = { x: Math.max(box.x, Math.min(right, x)), y: Math.max(box.y, Math.min(bottom, y)) };
  const gaps = [inside.x - box.x, right - inside.x, inside.y - box.y, bottom - inside.y];
  const least = Math.min(...gaps);
  if (least === gaps[0]) return { ...inside, x: box.x };
  if (least === gaps[1]) return { ...inside, x: right };
  return { ...inside, y: least === gaps[2] ? box.y : bottom };
}
