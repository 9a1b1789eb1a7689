/**
 * Explains why something holds, or why not: for a computed fact the declared facts it follows from; for one that does
 * not hold the single relations that would make it hold.
 */
import { stateBefore } from '../crash/cleanup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import type { WhyAnswer } from './why-answer.ts';
import { whyConnected } from './why-connected.ts';
import { whyBefore } from './why-before.ts';
import { whyAfterCrash } from './why-crash.ts';
import { whyBeforeInCrash } from './why-crash-order.ts';
import { whyOnCycle } from './why-cycle.ts';
import { whyOrphaned } from './why-orphaned.ts';

/** A question about one entity. */
export type WhyQuestion =
  /** The fate of the entity when PDs and nodes crash in one event. */
  | {
      readonly kind: 'crash';
      readonly entity: EntityId;
      readonly crashed: readonly EntityId[];
      readonly policy: Policy;
    }
  /** The order of the entity and another one: when PDs and nodes crash, otherwise in the teardown of both. */
  | {
      readonly kind: 'before';
      readonly entity: EntityId;
      readonly then: EntityId;
      readonly policy: Policy;
      readonly crashed?: readonly EntityId[];
    }
  /** How the entity is connected with another one. */
  | { readonly kind: 'connected'; readonly entity: EntityId; readonly to: EntityId }
  /** The cycles that the entity is on, and whether it is orphaned. */
  | { readonly kind: 'structure'; readonly entity: EntityId };

/**
 * Returns the answers, those that hold first. Cost: that of the underlying analysis; for a claim that does not hold,
 * that cost for each relation tried, at most 40.
 */
export function why(model: Model, question: WhyQuestion): WhyAnswer[] {
  switch (question.kind) {
    case 'crash':
      return whyAfterCrash(model, question);
    case 'before': {
      const { crashed } = question;
      return [
        crashed === undefined
          ? whyBefore(stateBefore(model, {}).model, question)
          : whyBeforeInCrash(model, { ...question, crashed }),
      ];
    }
    case 'connected':
      return [whyConnected(model, question.entity, question.to)];
    case 'structure': {
      const answers = [
        ...whyOnCycle(model, question.entity),
        ...whyOrphaned(stateBefore(model, {}).model, question.entity),
      ];
      return [...answers.filter(({ holds }) => holds), ...answers.filter(({ holds }) => !holds)];
    }
  }
}
