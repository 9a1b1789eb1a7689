/**
 * The picture in its window, with panning, zooming, clicks and keyboard navigation.
 */
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GraphPicture } from '../../../language/src/drawing/graph/graph-picture.tsx';
import type { DroppedOrders } from '../../../language/src/drawing/graph/dropped-orders.ts';
import { standsForMore } from './groups.ts';
import { nextEdge, nextNode, otherEnd } from './navigation.ts';
import type { NodeStatus } from '../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../language/src/drawing/graph/selection.ts';
import type { Point } from '../../../language/src/view/layout/placement.ts';
import type { Viewport } from './viewport.ts';
import { isLarge } from '../layout/layout-engines.ts';
import type { Picture } from './page-state.ts';
import { counted } from '../../../language/src/model/common/word-list.ts';
import { texts } from './texts.ts';
import { useDrawn } from './hooks/use-drawn.ts';
import { placeInContainer, useDragging } from './hooks/use-dragging.ts';
import { useViewport, type WatchedPicture } from './hooks/use-viewport.ts';

interface GraphCanvasProps extends WatchedPicture {
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly dropped: DroppedOrders | undefined;
  readonly matches: ReadonlySet<string> | undefined;
  /** Called with `focus` set to move the keyboard focus to the source. */
  readonly onChosen: (selection: Selection, focus: boolean) => void;
  readonly onCleared: () => void;
  /** Opens or closes a container. */
  readonly onToggled: (id: string) => void;
  /** Puts a box elsewhere in its container. */
  readonly onBoxMoved: (id: string, to: Point) => void;
  /** Draws what a stack, a closed container or a bundled line stands for. */
  readonly onOpened: (id: string) => void;
  /** Closes the open stack or bundled line that something is drawn out of. */
  readonly onGrouped: (part: Selection) => void;
}

/** Shows the picture. */
export function GraphCanvas(props: GraphCanvasProps): VNode {
  const { picture, selection, statuses, dropped, matches } = props;
  const svg = useRef<SVGSVGElement>(null);
  const layer = useRef<SVGGElement>(null);
  const { drawn, moved } = useDrawn(picture);
  const viewport = useViewport(svg, layer, {
    ...props,
    onMoved: (view) => {
      moved(view, viewport.current?.size() ?? { width: 0, height: 0 });
      props.onMoved(view);
    },
  });
  const { current, setFocused, focus } = useFocus(props, svg, viewport);
  const { hasDragged } = useDragging(svg, layer, { picture, onMoved: props.onBoxMoved });
  const { graph, placement, title } = picture;
  // Nothing else changes the shapes, of which there may be hundreds.
  const shapes = useMemo(
    () => <GraphPicture {...{ graph, placement, statuses, dropped, selection, current, matches, drawn }} />,
    [graph, placement, statuses, dropped, selection, current, matches, drawn],
  );
  // From far away the boxes are one shape, so the node is looked up by position.
  const chosenBy = (event: MouseEvent): Selection | undefined => {
    const chosen = selectionAt(event.target);
    if (chosen !== undefined || drawn === undefined || drawn.nodes !== undefined) return chosen;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.current?.getScreenCTM()?.inverse());
    return nodeAt(picture, at);
  };
  const words = `${texts.title}: ${title}, ${counted(graph.entityCount, 'entity')}, ${counted(graph.edges.length, 'relation')}. ${texts.keyboardHelp}`;
  return (
    <svg
      ref={svg}
      class={selection === undefined ? 'canvas' : 'canvas has-selection'}
      role="group"
      aria-label={words}
      data-graph={picture.uri}
      data-layout={placement.engine}
      // Until the distance is known.
      data-tiny={isLarge(graph)}
      data-has-plan={statuses !== undefined}
      onClick={(event) => {
        if (hasDragged()) return;
        const toggled = toggleAt(event.target);
        if (toggled !== undefined) {
          props.onToggled(toggled);
          return;
        }
        const chosen = chosenBy(event);
        if (chosen === undefined) props.onCleared();
        else props.onChosen(chosen, false);
      }}
      onDblClick={(event) => {
        const chosen = chosenBy(event);
        if (chosen === undefined || toggleAt(event.target) !== undefined) return;
        if (standsForMore(graph, chosen)) props.onOpened(chosen.id);
        else props.onChosen(chosen, true);
      }}
      onFocusIn={(event) => {
        const chosen = selectionAt(event.target);
        if (chosen?.type === 'node') setFocused(chosen.id);
      }}
      onKeyDown={(event) => {
        if (handleKey(event, { ...props, current, focus })) event.preventDefault();
      }}
    >
      <g ref={layer} data-viewport>
        {shapes}
      </g>
    </svg>
  );
}

/** Returns the node at which the Tab key stops, and a function that moves the focus to another. */
function useFocus(
  { picture, selection }: GraphCanvasProps,
  svg: { readonly current: SVGSVGElement | null },
  viewport: { readonly current: Viewport | undefined },
): {
  readonly current: string | undefined;
  readonly setFocused: (id: string) => void;
  readonly focus: (id: string) => void;
} {
  const [focused, setFocused] = useState<string>();
  const wanted = useRef<string | undefined>(undefined);
  const boxes = useRef(picture.placement.boxes);
  boxes.current = picture.placement.boxes;
  const reach = (id: string): boolean => {
    const isThere = focusNode(svg.current, id);
    if (isThere) viewport.current?.reveal(() => [boxes.current.get(id) ?? []].flat());
    return isThere;
  };
  // The target of a key may not be drawn until it is the current node.
  useLayoutEffect(() => {
    if (wanted.current !== undefined) reach(wanted.current);
    wanted.current = undefined;
  });
  const isPlaced = (id: string | undefined): id is string => id !== undefined && picture.placement.boxes.has(id);
  return {
    current: [focused, selection?.id, picture.graph.nodes[0]?.id].find(isPlaced),
    setFocused,
    focus: (id) => {
      if (reach(id)) return;
      wanted.current = id;
      setFocused(id);
    },
  };
}

interface KeyContext extends GraphCanvasProps {
  readonly current: string | undefined;
  readonly focus: (id: string) => void;
}

/** Returns true if the key was handled. */
function handleKey(event: KeyboardEvent, context: KeyContext): boolean {
  const { current, picture, selection } = context;
  if (event.altKey && !event.ctrlKey && current !== undefined && moveByKey(event.key, current, context)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') {
    context.onCleared();
    return selection !== undefined;
  }
  if (current === undefined) return false;
  const node = picture.graph.nodes.find(({ id }) => id === current);
  const isOpen = node !== undefined && picture.graph.nodes.some(({ parent }) => parent === current);
  if ((event.key === '-' && isOpen) || (event.key === '+' && node?.inside !== undefined)) {
    context.onToggled(current);
    return true;
  }
  if (event.key === '-' && node !== undefined) {
    context.onGrouped(chosenOf(context, current));
    return true;
  }
  if (event.key === 'e' || event.key === 'E') {
    const edge = nextEdge(picture.graph, current, selection, event.key === 'E');
    if (edge !== undefined) context.onChosen({ type: 'edge', id: edge.id }, false);
    return true;
  }
  if (event.key === 'f' || event.key === 'F') {
    const end = otherEnd(picture.graph, current, selection);
    if (end === undefined) return true;
    context.onChosen({ type: 'node', id: end }, false);
    context.focus(end);
    return true;
  }
  const opened = event.key === 'Enter' ? openedBy(context, current) : undefined;
  if (opened !== undefined) {
    context.onOpened(opened);
    return true;
  }
  if (event.key === 'Enter' || event.key === ' ') {
    context.onChosen({ type: 'node', id: current }, event.key === 'Enter');
    return true;
  }
  const next = nextNode(picture.placement, current, event.key);
  if (next !== undefined) context.focus(next);
  return next !== undefined || event.key.startsWith('Arrow');
}

/** The pixels by which a key moves a box. */
const keyStep = 20;

const keyMoves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

function moveByKey(key: string, id: string, { picture, onBoxMoved }: KeyContext): boolean {
  const box = picture.placement.boxes.get(id);
  const by = Object.hasOwn(keyMoves, key) ? keyMoves[key as keyof typeof keyMoves] : undefined;
  if (box === undefined || by === undefined) return false;
  onBoxMoved(id, placeInContainer(picture, id, { x: box.x + by[0] * keyStep, y: box.y + by[1] * keyStep }));
  return true;
}

/** Returns what the Enter key opens: the selected line, or the node that has the focus. */
function openedBy(context: KeyContext, current: string): string | undefined {
  const chosen = chosenOf(context, current);
  return standsForMore(context.picture.graph, chosen) ? chosen.id : undefined;
}

const chosenOf = ({ selection }: KeyContext, current: string): Selection =>
  selection?.type === 'edge' ? selection : { type: 'node', id: current };

function focusNode(svg: SVGSVGElement | null, id: string): boolean {
  const elements = [...(svg?.querySelectorAll<SVGGElement>('[data-node]') ?? [])];
  const element = elements.find(({ dataset }) => dataset.node === id);
  element?.focus();
  return element !== undefined;
}

/** Returns the innermost node at a point of the picture. */
function nodeAt({ placement }: Picture, { x, y }: Point): Selection | undefined {
  let [found, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [id, box] of placement.boxes) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    if (box.width * box.height >= least) continue;
    [found, least] = [id, box.width * box.height];
  }
  return found === undefined ? undefined : { type: 'node', id: found };
}

function toggleAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<SVGGElement>('[data-toggle]')?.dataset.toggle : undefined;
}

function selectionAt(target: EventTarget | null): Selection | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<SVGGElement>('[data-node], [data-edge]');
  const { node, edge } = element?.dataset ?? {};
  if (node !== undefined) return { type: 'node', id: node };
  return edge === undefined ? undefined : { type: 'edge', id: edge };
}
