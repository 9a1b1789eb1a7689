/**
 * Finds the soft waits that give way. They are added to all others in order, each as long as everything that could start
 * without it still does. Only waits on a cycle can fail, so each component of what waits for each other is on its own.
 */
import { feedbackEdges } from '../../graph/feedback/greedy-order.ts';
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import type { StartWait } from './start-waits.ts';

/** The entities of waits. */
interface Waiting {
  /** Returns true for what starts if no soft wait is heeded. */
  readonly canStart: (entity: EntityId) => boolean;
  readonly componentOf: Int32Array;
}

/** A wait as far as it is for others of its component. */
interface InnerWait<Wait> {
  readonly wait: Wait;
  readonly subject: EntityId;
  readonly least: number;
  readonly others: readonly EntityId[];
}

/**
 * Returns the soft waits that give way. Cost: that of `feedbackEdges`; for each one in a component with needs of some of
 * several the size of the component, times its logarithm.
 */
export function waitsInVain<Wait extends StartWait>(
  count: number,
  waits: readonly Wait[],
  { canStart, componentOf }: Waiting,
): ReadonlySet<Wait> {
  const dropped = new Set<Wait>();
  const components = new Map<number, InnerWait<Wait>[]>();
  for (const wait of waits) {
    const { subject } = wait;
    if (!canStart(subject)) continue;
    const component = itemAt(componentOf, subject);
    const possible = wait.others.map(({ entity }) => entity).filter((id) => id !== subject && canStart(id));
    const others = possible.filter((id) => componentOf[id] === component);
    const least = wait.least - (possible.length - others.length);
    if (least > others.length) dropped.add(wait);
    else if (least > 0) append(components, component, { wait, subject, least, others });
  }
  const simple: InnerWait<Wait>[] = [];
  for (const inner of components.values()) {
    if (inner.every(({ others }) => others.length === 1)) for (const each of inner) simple.push(each);
    else for (const each of inVain(inner)) dropped.add(each.wait);
  }
  const edges = hardFirst(simple);
  const leftOut = feedbackEdges({
    nodeCount: count,
    sources: Int32Array.from(edges, ({ subject }) => subject),
    targets: Int32Array.from(edges, ({ others }) => itemAt(others, 0)),
    members: new Uint8Array(count).fill(1),
  });
  for (const [edge, { wait }] of edges.entries()) if (leftOut[edge] === 1) dropped.add(wait);
  return dropped;
}

const isSoft = ({ wait }: InnerWait<StartWait>): boolean => wait.strength === 'soft';

const hardFirst = <Wait extends StartWait>(waits: readonly InnerWait<Wait>[]): InnerWait<Wait>[] => [
  ...waits.filter((each) => !isSoft(each)),
  ...waits.filter(isSoft),
];

/** Adds as many soft waits at once as possible, and leaves out the next. */
function inVain<Wait extends StartWait>(waits: readonly InnerWait<Wait>[]): InnerWait<Wait>[] {
  const kept = waits.filter((each) => !isSoft(each));
  const dropped: InnerWait<Wait>[] = [];
  for (let left = waits.filter(isSoft); left.length > 0;) {
    const added = mostOf(left.length, (some) => doAllStart([...kept, ...left.slice(0, some)]));
    kept.push(...left.slice(0, added));
    dropped.push(...left.slice(added, added + 1));
    left = left.slice(added + 1);
  }
  return dropped;
}

/** Returns the greatest number up to `most` that is possible, if all numbers below a possible one are. */
function mostOf(most: number, isPossible: (number: number) => boolean): number {
  if (isPossible(most)) return most;
  let low = 0;
  let high = 1;
  while (high < most && isPossible(high)) [low, high] = [high, 2 * high];
  high = Math.min(high, most);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isPossible(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function doAllStart(waits: readonly InnerWait<StartWait>[]): boolean {
  const unmet = new Map<EntityId, number>();
  const after = new Map<EntityId, number[]>();
  const left = waits.map(({ least }) => least);
  for (const [number, { subject, others }] of waits.entries()) {
    unmet.set(subject, (unmet.get(subject) ?? 0) + 1);
    for (const other of others) append(after, other, number);
  }
  const ready = [...after.keys()].filter((id) => !unmet.has(id));
  for (const id of ready) {
    for (const number of after.get(id) ?? []) {
      left[number] = itemAt(left, number) - 1;
      if (left[number] !== 0) continue;
      const { subject } = itemAt(waits, number);
      const more = required(unmet.get(subject)) - 1;
      if (more > 0) unmet.set(subject, more);
      else {
        unmet.delete(subject);
        ready.push(subject);
      }
    }
  }
  return unmet.size === 0;
}
