/**
 * Finds deletions that end an operator before what waits for it: an object whose finalizer it would remove.
 */
import { reversed } from '../../graph/digraph.ts';
import { reach } from '../../graph/reach.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { at } from '../../model/common/lookup.ts';
import { entityOf } from '../../model/model.ts';
import { defaultPolicy } from '../../model/policy.ts';
import { finalizersOf } from '../deletion/deletion-settings.ts';
import { operatorsOf, withLostOperators } from '../deletion/lost-operators.ts';
import { takesAlong } from '../deletion/takes-along.ts';
import { doomedByDeletion } from '../doomed/doomed-by-deletion.ts';
import { existing, type Held } from '../facts/doomed.ts';
import { type RuleContext, defineRule, type RuleFault } from './rule.ts';
import { t } from '../../model/common/translation.ts';

/** The deletions that are planned for one object, and for all. */
const plansAtMost = { each: 3, all: 30 };

/** Finds the nearest deletion that ends an object's operators and leaves the object. */
export const deleteDeadlock = defineRule('delete/deadlock', (context) => {
  const { model } = context;
  const operators = operatorsOf(model);
  if (operators.size === 0) return [];
  const above = aboveIn(context);
  let left = plansAtMost.all;
  return model.entities.flatMap(({ id, kind, absent }): RuleFault[] => {
    if (kind !== 'object' || absent) return [];
    for (const finalizer of finalizersOf(model, id)) {
      const removers = (operators.get(finalizer) ?? []).filter((each) => !entityOf(model, each).absent);
      const [first] = removers;
      if (first === undefined) continue;
      const around = removers.map((each) => new Set(above(each)));
      const events = above(id).filter((event) => around.every((all) => all.has(event)) && isDeletable(context, event));
      for (const event of events.slice(0, plansAtMost.each)) {
        if (left-- <= 0) return [];
        const held = heldBy(context, event);
        const found = held.find((each) => each.entity === id && each.lostOperators?.includes(first) === true);
        if (found !== undefined) return [faultOf(context, { event, operator: first, object: id, finalizer })];
      }
    }
    return [];
  });
});

/** Returns what the deletion of an object leaves held up. */
function heldBy({ model }: RuleContext, event: EntityId): readonly Held[] {
  const wish = { mode: undefined, otherwise: defaultPolicy.deletion };
  const set = doomedByDeletion(model, [event], wish, { protection: 'ignore' });
  return withLostOperators(model, set, { exists: existing(model, {}), gone: set.stages.flat() }).held;
}

const isDeletable = ({ model }: RuleContext, id: EntityId): boolean => {
  const { kind, absent } = entityOf(model, id);
  return kind === 'object' && !absent;
};

/** Returns a function that finds what takes an entity along when it ends, itself included, the nearest first. */
function aboveIn({ model, index }: RuleContext): (entity: EntityId) => readonly EntityId[] {
  const count = model.entities.length;
  const up = reversed(takesAlong(index));
  return (entity) => {
    const { distance } = reach(count, { sources: [{ node: entity, hops: 0 }], steps: up });
    const found = model.entities.map(({ id }) => id).filter((id) => at(distance, id) >= 0);
    return found.sort((a, b) => at(distance, a) - at(distance, b) || a - b);
  };
}

interface Deadlock {
  readonly event: EntityId;
  readonly operator: EntityId;
  readonly object: EntityId;
  readonly finalizer: string;
}

function faultOf({ model, sources }: RuleContext, { event, operator, object, finalizer }: Deadlock): RuleFault {
  const name = (id: EntityId): string => `"${entityOf(model, id).name}"`;
  const spans = sources.entities;
  const span = spans[object];
  const place = spans[operator];
  if (span === undefined || place === undefined) throw new Error('A declared entity has no location.');
  return {
    message: t`The deletion of ${name(event)} ends ${name(operator)} and leaves ${name(object)}: nobody else removes its finalizer "${finalizer}", a deadlock. Delete ${name(object)} first, or let ${name(operator)} wait for it.`,
    span,
    related: [{ message: t`${name(operator)} removes "${finalizer}".`, span: place }],
  };
}
