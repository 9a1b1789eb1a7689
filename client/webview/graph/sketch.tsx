/**
 * The first picture of a large graph: boxes with their names, and all lines of a kind as one. It stands for a second or
 * two until the layout that stays is there, and has a fifth of the elements of what is drawn then.
 */
import type { VNode } from 'preact';
import { outlineOf } from '../../../language/src/drawing/graph/node-outline.ts';
import type { GraphPictureProps } from '../../../language/src/drawing/graph/graph-picture.tsx';
import type { RelationKind } from '../../../language/src/model/relation.ts';
import { shortened } from '../../../language/src/view/labels.ts';
import { drawing } from '../../../language/src/view/layout/sizes.ts';

type SketchProps = Pick<GraphPictureProps, 'graph' | 'placement' | 'selection' | 'current'>;

/** Draws what can be moved, pointed at and chosen, and no more. */
export function GraphSketch(props: SketchProps): VNode {
  const containers = new Set(props.graph.nodes.flatMap(({ parent }) => parent ?? []));
  const [open, closed] = [true, false].map((isContainer) =>
    props.graph.nodes.filter(({ id }) => containers.has(id) === isContainer),
  );
  return (
    <>
      <g class="containers">{open?.map((node) => boxOf(node, props, true))}</g>
      <g class="edges">
        {[...linesOf(props)].map(([kind, line]) => (
          <g key={kind} class={`edge relation-${kind.replaceAll(' ', '-')}`} aria-hidden="true">
            <path class="line" d={line} />
          </g>
        ))}
      </g>
      <g class="leaves">{closed?.map((node) => boxOf(node, props, false))}</g>
    </>
  );
}

function boxOf(
  node: SketchProps['graph']['nodes'][number],
  { placement, selection, current }: SketchProps,
  isContainer: boolean,
): VNode | null {
  const box = placement.boxes.get(node.id);
  if (box === undefined) return null;
  const isSelected = selection?.type === 'node' && selection.id === node.id;
  const name = shortened(node.label, drawing.nameLength);
  return (
    <g
      key={node.id}
      class={`node kind-${node.kind}${isContainer ? ' is-container' : ''}${isSelected ? ' is-selected' : ''}`}
      transform={`translate(${box.x.toString()} ${box.y.toString()})`}
      data-node={node.id}
      role="button"
      aria-label={node.id}
      aria-pressed={isSelected}
      tabindex={current === node.id ? 0 : -1}
    >
      <path class="shape" d={outlineOf(node.kind, box).shape} />
      <text class="name" x={drawing.padding} y={drawing.nameFont + drawing.gap}>
        {name}
      </text>
    </g>
  );
}

/** One line through all edges of each kind. */
function linesOf({ graph, placement }: SketchProps): ReadonlyMap<RelationKind, string> {
  const lines = new Map<RelationKind, string>();
  for (const { id, kind } of graph.edges) {
    const points = placement.routes.get(id)?.points ?? [];
    const line = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    lines.set(kind, (lines.get(kind) ?? '') + line);
  }
  return lines;
}
