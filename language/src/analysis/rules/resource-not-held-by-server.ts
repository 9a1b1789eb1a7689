/**
 * Finds resources that other PDs hold but not the manager of their space (L12): the crash of the last holder orphans
 * them. A resource that no PD holds is already reported as an orphan.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { type RuleContext, defineRule, relationPlace } from './rule.ts';
import { declaredEntities, quotedEntityName, namedCopies } from './declarations.ts';
import { holdRemedies } from './holders.ts';
import { t } from '../../model/common/translation.ts';

/** Finds resources that other PDs hold but the manager of their space does not. */
export const resourceNotHeldByServer = defineRule('resource/not-held-by-server', (context) => {
  const { index, model } = context;
  const managers = index.to('manages');
  const unheld = model.entities
    .filter(({ id, kind, absent }) => kind === 'resource' && !absent && isHeldByOthersOnly(context, id))
    .map(({ id }) => id);
  return declaredEntities(context, unheld).map(({ first, count, span }) => {
    const edge = at(managers.offsets, at(index.spaceOf, first));
    const server = quotedEntityName(context, at(managers.targets, edge));
    return {
      message:
        t`The resource ${namedCopies(context, first, count)} is not held by ${server}, which manages its space, so ` +
        t`the crash of another PD can orphan it. Add "holds" to ${server} too.`,
      span,
      related: [relationPlace(context, at(managers.labels, edge))],
      remedies: () => holdRemedies(context, first, count),
    };
  });
});

function isHeldByOthersOnly({ index }: RuleContext, resource: EntityId): boolean {
  const space = at(index.spaceOf, resource);
  if (space < 0) return false;
  const holders = neighbours(index.to('holds'), resource);
  const managers = neighbours(index.to('manages'), space);
  return holders.length > 0 && managers.length > 0 && !managers.some((manager) => holders.includes(manager));
}

function neighbours({ offsets, targets }: ReturnType<RuleContext['index']['to']>, node: EntityId): Int32Array {
  return targets.subarray(at(offsets, node), at(offsets, node + 1));
}
