/**
 * The choices offered to a user who asks for a plan or a metric.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { defaultPolicyOf, policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import type { ListChoice, ModelChoices } from '../protocol/protocol.ts';
import { entityDetail, policyDetail } from './own-requests.ts';

/** Returns the entities that exist at the start, and the policies, `default` first. */
export function modelChoices({ model }: Pick<CheckedModel, 'model'>): ModelChoices {
  const usual = { ...defaultPolicyOf(model), name: 'default' };
  const others = (policies: readonly Policy[]): readonly ListChoice[] =>
    [usual, ...policies.filter(({ name }) => name !== usual.name)].map((policy) => ({
      name: policy.name,
      detail: policyDetail(policy),
    }));
  return {
    entities: startOf(model)
      .model.entities.filter(({ absent }) => !absent)
      .map((entity) => ({ name: entity.name, kind: entity.kind, detail: entityDetail(model, entity) })),
    policies: others(policiesOf(model)),
    ownPolicies: others(model.policies),
  };
}
