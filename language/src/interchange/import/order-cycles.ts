/**
 * Finds orders of an imported text that contradict each other.
 */
import { shortestCycles } from '../../graph/cycles.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import type { Finding } from '../../model/finding.ts';
import { required } from '../../model/common/lookup.ts';
import type { Span } from '../../model/span.ts';
import { t } from '../../model/common/translation.ts';

/** A dependency between two names, and what states it. */
export interface StatedOrder {
  readonly from: string;
  readonly to: string;
  readonly place: Span;
  readonly words: string;
}

/**
 * Returns a finding for each group of names that depend on each other: a shortest cycle, which `message` gets as
 * `"a" -> "b" -> "a"`. Ignores dependencies on other names.
 */
export function orderCycles(
  names: readonly string[],
  orders: readonly StatedOrder[],
  message: (cycle: string) => string,
): Finding[] {
  const ids = new Map(names.map((name, id) => [name, id]));
  const edges = createEdgeList(orders.length);
  for (const [label, { from, to }] of orders.entries()) {
    const [source, target] = [ids.get(from), ids.get(to)];
    if (source !== undefined && target !== undefined) edges.add(source, target, label);
  }
  return shortestCycles(edges.toDigraph(names.length)).map(({ labels }): Finding => {
    const cycle = labels.map((label) => required(orders[label]));
    const [first, ...others] = cycle;
    return {
      code: 'import/order-cycle',
      severity: 'warning',
      message: message([...cycle, ...cycle.slice(0, 1)].map(({ from }) => `"${from}"`).join(' -> ')),
      span: required(first).place,
      related: others.map(({ from, words, place }) => ({ message: t`"${from}" says "${words}".`, span: place })),
    };
  });
}
