/**
 * Measures how many crashes it takes: the size of the smallest set of PDs and nodes whose simultaneous crash destroys an
 * entity or leaves it broken. The entity itself does not crash, and neither do root PDs.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Policy } from '../../model/policy.ts';
import { type CrashOptions, stateBefore } from '../crash/cleanup.ts';
import type { StartingModel } from '../deletion/at-start.ts';
import { needsOf } from '../facts/needs.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { cutSets } from './cut-sets.ts';
import { faultTree } from './fault-tree.ts';
import { never } from './formula.ts';

/**
 * Returns the size: 0 for what is not alive or is broken already, infinity if no crash of others makes it fail, and
 * undefined if it is too large a model. Cost: that of the cut sets.
 */
export function smallestCutSet(
  given: StartingModel,
  entity: EntityId,
  policy: Policy,
  options: CrashOptions = {},
): number | undefined {
  const { model, aliveBefore, ending } = stateBefore(given, options);
  if (aliveBefore[entity] !== 1) return 0;
  const needs = needsOf(indexRelations(model)).filter(
    ({ source, strength }) => source === entity && strength === 'hard',
  );
  const tree = faultTree(model, policy, [{ needs, subjects: [entity] }], {
    aliveBefore,
    ending,
    roots: false,
  });
  return cutSets(tree, tree.tops[0] ?? never, entity, { sizeLimit: 1, countLimit: 0 }).smallest;
}
