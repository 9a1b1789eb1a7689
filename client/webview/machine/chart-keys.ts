/**
 * Keyboard navigation in a chart: arrow keys from state to state, `t` and `T` through the transitions of a state, `f`
 * along a transition to its target.
 */
import { centreOf, middleOf, type Box, type Point } from '../../../language/src/view/layout/placement.ts';
import { nextNode } from '../graph/navigation.ts';
import type { DrawnChart } from './machine-state.ts';

/** Returns the state or transition that a key leads to; nothing if there is none. */
export function keyedTo(key: string, current: string, { shown: chart, placement }: DrawnChart): string | undefined {
  const transition = chart.transitions.find(({ id }) => id === current);
  const state = transition?.source ?? current;
  if (key === 'Home') return chart.states[0]?.id;
  if (key === 'End') return chart.states.at(-1)?.id;
  if (key === 'f') return transition?.target;
  if (key === 't' || key === 'T') {
    const own = chart.transitions.filter(({ source, target }) => source === state && target !== undefined);
    const at = own.findIndex(({ id }) => id === current);
    return own.at(key === 't' ? (at + 1) % Math.max(1, own.length) : Math.max(0, at) - 1)?.id;
  }
  const states = new Set(chart.states.map(({ id }) => id));
  const line = transition && placement.routes.get(transition.id);
  // An arrow key leaves a line from its middle; if nothing lies that way, it leads to the line's source.
  const from = line === undefined ? placement.boxes.get(state) : pointBox(middleOf(line.points));
  const start = line === undefined ? state : current;
  if (from === undefined) return undefined;
  const led = (isMeant: (box: Box) => boolean): string | undefined => {
    const others = [...placement.boxes].filter(([id, box]) => states.has(id) && id !== start && isMeant(box));
    return nextNode({ ...placement, boxes: new Map([...others, [start, from]]) }, start, key);
  };
  // The enclosing states count only if there is nothing else.
  const next = led((box) => !isAround(box, centreOf(from))) ?? led(() => true);
  return next ?? (key.startsWith('Arrow') && line !== undefined ? state : undefined);
}

const isAround = ({ x, y, width, height }: Box, at: Point): boolean =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;

const pointBox = (at: Point): Box => ({ ...at, width: 0, height: 0 });
