/**
 * Hulls of regions whose members are in several containers: a band around the members and along the lines that lead to
 * them, so that nothing else is inside. Regions whose members are side by side are frames, which are laid out.
 */
import type { VNode } from 'preact';
import { append } from '../../model/common/append.ts';
import type { GraphEdge } from '../../view/graph-edge.ts';
import type { GraphView } from '../../view/graph.ts';
import type { Box, Placement } from '../../view/layout/placement.ts';
import { roundedLine } from '../rounded-line.ts';

/** The distance of the border from the members, and the width of the band, in pixels. */
const hull = { beyond: 7, band: 14, radius: 14 } as const;

/** Draws the hull of each region that has lines to its members. Cost: `O(V + E)`. */
export function RegionHulls({ graph, placement }: { readonly graph: GraphView; readonly placement: Placement }): VNode {
  const lines = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) if (edge.kind === 'contains') append(lines, edge.source, edge);
  return (
    <>
      {lines.size > 0 && <RimFilter />}
      {[...lines].map(([region, all]) => (
        <g key={region} class="hull" data-hull={region} filter="url(#hull-rim)" aria-hidden="true">
          {aroundOf(region, all).map((id) => (
            <Around key={id} box={placement.boxes.get(id)} />
          ))}
          {all.map(({ id }) => (
            <path
              key={id}
              d={roundedLine(placement.routes.get(id)?.points ?? [])}
              fill="none"
              stroke="currentColor"
              stroke-width={hull.band}
              stroke-linecap="round"
            />
          ))}
        </g>
      ))}
    </>
  );
}

/** Returns the region and its members; what only contains a member is not in the hull. */
const aroundOf = (region: string, lines: readonly GraphEdge[]): readonly string[] => [
  region,
  ...lines.flatMap(({ target, members = [] }) => (members.every((each) => each.target === target) ? [target] : [])),
];

function Around({ box }: { readonly box: Box | undefined }): VNode | null {
  if (box === undefined) return null;
  const { x, y, width, height } = box;
  return (
    <rect
      x={x - hull.beyond}
      y={y - hull.beyond}
      width={width + 2 * hull.beyond}
      height={height + 2 * hull.beyond}
      rx={hull.radius}
      fill="currentColor"
    />
  );
}

/** Keeps the rim of what it is applied to, with a little of what is inside. */
function RimFilter(): VNode {
  return (
    <filter id="hull-rim" x="-25%" y="-25%" width="150%" height="150%">
      <feMorphology in="SourceAlpha" operator="erode" radius="1.2" result="inside" />
      <feComposite in="SourceGraphic" in2="inside" operator="out" result="rim" />
      <feComponentTransfer in="SourceGraphic" result="ground">
        <feFuncA type="linear" slope="0.14" />
      </feComponentTransfer>
      <feMerge>
        <feMergeNode in="ground" />
        <feMergeNode in="rim" />
      </feMerge>
    </filter>
  );
}
