/**
 * What cannot end although it is to, as a function of crashes: `stuck` of deletions for all crashes at once.
 */
import { stronglyConnected } from '../../graph/components.ts';
import type { Diagram, Diagrams } from '../../graph/decision-diagrams.ts';
import { buildDigraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';

/** A wait of something that is to end for something else that is. */
export interface ConditionalWait {
  readonly from: EntityId;
  readonly to: EntityId;
  /** True if it keeps both from ever ending where it is on a cycle. */
  readonly isStrict: boolean;
  readonly when: Diagram;
}

/**
 * Returns when each entity is held up: where `held` says so, on a cycle with a strict wait, and where it waits for any of
 * these. Cost: O(V · E) operations on diagrams, for each strict wait on a cycle again.
 */
export function stuckWhen(
  { and, or }: Diagrams,
  count: number,
  waits: readonly ConditionalWait[],
  held: ReadonlyMap<EntityId, Diagram>,
): ReadonlyMap<EntityId, Diagram> {
  /** Carries conditions over the waits, forwards or backwards, until nothing changes. */
  const carried = (first: ReadonlyMap<EntityId, Diagram>, isForwards: boolean): Map<EntityId, Diagram> => {
    const found = new Map(first);
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { from, to, when } of waits) {
        const [start, end] = isForwards ? [from, to] : [to, from];
        const before = found.get(end) ?? 0;
        const after = or(before, and(when, found.get(start) ?? 0));
        isChanged ||= after !== before;
        found.set(end, after);
      }
    }
    return found;
  };
  const { of } = stronglyConnected(
    buildDigraph(
      count,
      Int32Array.from(waits, ({ from }) => from),
      Int32Array.from(waits, ({ to }) => to),
    ),
  );
  const sources = new Map(held);
  for (const { from, to, isStrict, when } of waits) {
    if (!isStrict || at(of, from) !== at(of, to)) continue;
    const onCycle = carried(new Map([[to, when]]), true).get(from) ?? 0;
    sources.set(from, or(sources.get(from) ?? 0, onCycle));
  }
  return carried(sources, false);
}
