/**
 * A second simulation of keepalive collection, as simple as possible, for comparison. It supports only frozen
 * references, roots that end, one constant delay, and visited sets.
 */

/** Boxes and roots by number; times in whole milliseconds. */
export interface NaiveModel {
  readonly phases: readonly number[];
  /** The node of each box, and the boxes that it refers to. */
  readonly boxes: readonly { readonly node: number; readonly refers: readonly number[] }[];
  readonly roots: readonly { readonly node: number; readonly refers: readonly number[]; readonly ends: number }[];
  readonly duration: number;
  readonly period: number;
  readonly sweep: number;
  readonly delay: number;
}

interface Arrival {
  readonly at: number;
  readonly box: number;
  readonly path: readonly number[];
}

/** Returns the time at which each box was freed; nothing for those alive at the end. */
export function naiveFreedTimes(model: NaiveModel, end: number): (number | undefined)[] {
  const { boxes, roots, phases, duration, period, sweep, delay } = model;
  const freed: (number | undefined)[] = boxes.map(() => undefined);
  const lease = boxes.map(() => duration);
  let arrivals: Arrival[] = [];

  const send = (now: number, from: number, box: number, path: readonly number[]): void => {
    const node = boxes[box]?.node ?? -1;
    if (node === from) take(now, box, path);
    else arrivals.push({ at: now + delay, box, path });
  };
  const take = (now: number, box: number, path: readonly number[]): void => {
    if (freed[box] !== undefined || path.includes(box)) return;
    lease[box] = now + duration;
    for (const next of boxes[box]?.refers ?? []) send(now, boxes[box]?.node ?? -1, next, [...path, box]);
  };
  const living = (now: number, node: number): number[] =>
    roots.filter((root) => root.node === node && now < root.ends).flatMap(({ refers }) => refers);
  const free = (now: number, node: number): void => {
    const held = new Set<number>();
    const visit = (box: number): void => {
      if (boxes[box]?.node !== node || freed[box] !== undefined || held.has(box)) return;
      held.add(box);
      boxes[box].refers.forEach(visit);
    };
    living(now, node).forEach(visit);
    boxes.forEach((_, box) => {
      if ((lease[box] ?? 0) > now) visit(box);
    });
    boxes.forEach(({ node: owner }, box) => {
      if (owner === node && freed[box] === undefined && !held.has(box)) freed[box] = now;
    });
  };

  for (let now = 0; now <= end; now++) {
    const due = arrivals.filter(({ at }) => at === now);
    arrivals = arrivals.filter(({ at }) => at !== now);
    for (const { box, path } of due) take(now, box, path);
    phases.forEach((phase, node) => {
      if (now >= phase && (now - phase) % period === 0)
        for (const box of new Set(living(now, node))) send(now, node, box, []);
    });
    phases.forEach((_, node) => {
      if (now > 0 && now % sweep === 0) free(now, node);
    });
  }
  return freed;
}
