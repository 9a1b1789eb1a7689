/**
 * Boxes and lines as they are seen from far: all that look alike are one shape, so that a picture of thousands has a
 * few elements. Kinds, statuses and what is selected look as they do from near; names, signs and badges are left out.
 */
import type { VNode } from 'preact';
import type { Box } from '../../view/layout/placement.ts';
import { edgeClasses, type EdgeLineProps } from './edge-line.tsx';
import { nodeClasses, type NodeShapeProps } from './node-shape.tsx';
import { gravestProblem } from './problem-words.ts';

/** Draws boxes without what is in them. */
export function JoinedBoxes({ nodes }: { readonly nodes: readonly NodeShapeProps[] }): VNode {
  const outlines = new Map<string, { readonly status: string | undefined; readonly parts: string[] }>();
  for (const node of nodes) {
    const part = rectangle(node.box);
    const look = nodeClasses(node);
    const known = outlines.get(look);
    if (known !== undefined) known.parts.push(part);
    else outlines.set(look, { status: node.status?.kind, parts: [part] });
  }
  return (
    <g aria-hidden="true" data-joined>
      {[...outlines].map(([look, { status, parts }]) => (
        <g key={look} class={look}>
          <path class="shape" d={parts.join('')} />
          {status !== undefined && status !== 'untouched' && (
            <path class="pattern" d={parts.join('')} fill={`url(#${status})`} />
          )}
        </g>
      ))}
    </g>
  );
}

/** Draws lines without their signs, each from corner to corner. */
export function JoinedLines({ edges }: { readonly edges: readonly EdgeLineProps[] }): VNode {
  const lines = new Map<
    string,
    { readonly classes: string; readonly problem: string | undefined; readonly parts: string[] }
  >();
  for (const edge of edges) {
    const corners = edge.route.points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    const line = `M${corners.join('L')}`;
    const [classes, problem] = [edgeClasses('edge', edge), gravestProblem(edge.edge.problems)?.severity];
    const look = `${classes} ${problem ?? ''}`;
    const known = lines.get(look);
    if (known === undefined) lines.set(look, { classes, problem, parts: [line] });
    else known.parts.push(line);
  }
  return (
    <g aria-hidden="true" data-joined>
      {[...lines].map(([look, { classes, problem, parts }]) => (
        <g key={look} class={classes} data-problem={problem}>
          <path class="line" d={parts.join('')} />
        </g>
      ))}
    </g>
  );
}

/** Returns a box as path data. */
function rectangle({ x, y, width, height }: Box): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
}
