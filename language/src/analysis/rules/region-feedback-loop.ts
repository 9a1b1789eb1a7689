/**
 * Finds loops of data flow within a region (CDISP0832E, CDISP0833E): a drain waits for the markers of all feeders of a
 * PD, and in a loop each waits for the other.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type RuleContext, defineRule } from './rule.ts';
import { cyclesOf } from './cycles-of.ts';
import { quotedEntityName } from './declarations.ts';
import { regionMembers, regionsOf } from './region-settings.ts';
import { t } from '../../model/common/translation.ts';

/** Finds the shortest loop of `feeds` in each component within a region. */
export const regionFeedbackLoop = defineRule('region/feedback-loop', (context) =>
  regionsOf(context).flatMap(({ id }) => {
    const flow = flowWithin(context, id);
    // Most regions of a large model are too small for a loop.
    if (flow.targets.length === 0) return [];
    return cyclesOf(context, flow, {
      fault: t`Data flows in a loop within the region ${quotedEntityName(context, id)}, so a drain never ends`,
      advice: t`Remove one of these "feeds", or move one of the PDs out of the region.`,
    });
  }),
);

/** Returns the feeds among the members of a region, numbered in the order of the text. */
function flowWithin(context: RuleContext, region: EntityId): Digraph {
  const members = regionMembers(context, region);
  const numbers = new Map(members.map(({ id }, number) => [id, number]));
  const { offsets, targets, labels } = context.index.from('feeds');
  const edges = createEdgeList(members.length);
  for (const [id, number] of numbers) {
    for (let edge = at(offsets, id); edge < at(offsets, id + 1); edge++) {
      const target = numbers.get(at(targets, edge));
      if (target !== undefined) edges.add(number, target, at(labels, edge));
    }
  }
  return edges.toDigraph(members.length);
}
