/**
 * The coverage of the runs of scenarios: how often each state, transition, policy and crash of an entity happened, and
 * how the guards decided. Copies share one place in the text, so their counts are one.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { increase } from '../../../model/common/increase.ts';
import type { Policy } from '../../../model/policy.ts';
import type { ScenarioListeners } from '../../play/scenario-result.ts';
import type { Program } from '../../kernel/run.ts';
import { coveredBy } from './coverage.ts';

/** How often something was reached, and how often each guard held and failed. */
export interface RunCoverage {
  readonly places: ReadonlyMap<PlaceId, number>;
  readonly held: ReadonlyMap<PlaceId, number>;
  readonly failed: ReadonlyMap<PlaceId, number>;
  readonly policies: ReadonlyMap<Policy, number>;
  readonly crashed: ReadonlyMap<EntityId, number>;
}

/** Creates listeners for `scenarioSteps`, and the coverage that grows while they are told. */
export function createRunCoverage(program: Program): {
  readonly listeners: ScenarioListeners;
  readonly coverage: RunCoverage;
} {
  const places = new Map<PlaceId, number>();
  const held = new Map<PlaceId, number>();
  const failed = new Map<PlaceId, number>();
  const policies = new Map<Policy, number>();
  const crashed = new Map<EntityId, number>();
  const cover = coveredBy(program, (place) => {
    increase(places, place);
  });
  return {
    coverage: { places, held, failed, policies, crashed },
    listeners: {
      tell: (effect) => {
        cover(effect);
        if (effect.kind === 'crashed') increase(crashed, effect.entity);
      },
      cover: {
        guard: (place, holds) => {
          increase(holds ? held : failed, place);
        },
        policy: (policy) => {
          increase(policies, policy);
        },
      },
    },
  };
}
