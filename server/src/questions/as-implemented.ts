/**
 * A crash by the documented rules beside what the public code of CellulOS does, under one policy or the predefined ones.
 */
import { crashAsImplemented } from '../../../language/src/analysis/crash/as-implemented.ts';
import { crash } from '../../../language/src/analysis/crash/cleanup.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import { entityOf, type Model } from '../../../language/src/model/model.ts';
import { type Policy, predefinedPolicies } from '../../../language/src/model/policy.ts';

/** The entities destroyed besides those that crashed, under one policy; all are names: of PDs, then of spaces. */
export interface ImplementedRow {
  readonly policy: Pick<Policy, 'name' | 'pdDepth' | 'spaceDepth'>;
  readonly documented: readonly string[];
  readonly implemented: readonly string[];
  /** In one of the two only. */
  readonly onlyDocumented: readonly string[];
  readonly onlyImplemented: readonly string[];
}

/** Compares documentation and code for a crash, under each policy. */
export function comparedWithCode(
  model: Model,
  crashed: readonly EntityId[],
  policies: readonly Policy[] = predefinedPolicies,
): readonly ImplementedRow[] {
  return policies.map((policy) => {
    const { name, pdDepth, spaceDepth } = policy;
    const cleanup = crash(model, crashed, policy);
    const { pds, spaces } = crashAsImplemented(model, crashed, { pdDepth, spaceDepth });
    const own = new Set(cleanup.crashed);
    const kinds: ReadonlySet<string> = new Set(['pd', 'space']);
    const rules = new Set(
      cleanup.destroyed.flatMap(({ entity }) =>
        kinds.has(entityOf(model, entity).kind) && !own.has(entity) ? [entity] : [],
      ),
    );
    const code = new Set([...pds, ...spaces].filter((id) => !own.has(id)));
    const named = (keep: (id: EntityId) => boolean): string[] =>
      ['pd', 'space'].flatMap((each) =>
        model.entities.flatMap(({ id, kind, name }) => (kind === each && keep(id) ? [name] : [])),
      );
    return {
      policy: { name, pdDepth, spaceDepth },
      documented: named((id) => rules.has(id)),
      implemented: named((id) => code.has(id)),
      onlyDocumented: named((id) => rules.has(id) && !code.has(id)),
      onlyImplemented: named((id) => code.has(id) && !rules.has(id)),
    };
  });
}
