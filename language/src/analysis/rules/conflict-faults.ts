/**
 * Turns the orders that a teardown drops into faults: one for each, at the text of the order that gives way, with
 * the cycle and its remedies. Each rule selects the orders it is about.
 */
import type { RelatedPlace } from '../../model/finding.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { required } from '../../model/common/lookup.ts';
import { once } from '../../model/common/once-per.ts';
import type { RelationId } from '../../model/relation.ts';
import { relationFact } from '../facts/facts.ts';
import { nestableIn } from '../facts/legal-ends.ts';
import { type OrderConflict, type OrderConflicts, orderConflicts } from '../order/order-conflicts.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { relationOf } from '../../model/model.ts';
import { droppedOrderFindings } from '../teardown/order-findings.ts';
import type { RuleContext, RuleFault } from './rule.ts';
import { declaredEntities, declaredRelations, quotedEntityName } from './declarations.ts';
import type { Remedy } from './remedy.ts';
import { t } from '../../model/common/translation.ts';

/** Rules must stay fast while the user types. */
const alternatives = 3;
const cutBudget = 200_000;

/** The number of facts that a message spells out; the related locations have all of them. */
const spelledOut = 6;

/** The most relations that a remedy changes. */
const mostRelations = 5;

const known = new WeakMap<RelationIndex, OrderConflicts>();

/** Returns the conflicts of a model under its default policy, computed once for all rules. */
function conflictsOf({ model, index }: RuleContext): OrderConflicts {
  const before = known.get(index);
  if (before !== undefined) return before;
  const { conflicts, unseen } = orderConflicts(model, defaultPolicyOf(model));
  const found = { conflicts: conflicts.filter(({ cycle }) => cycle.every((fact) => isLegal(model, fact))), unseen };
  known.set(index, found);
  return found;
}

/** Returns true if a fact is legal; an entity nested where nothing can be has a finding of its own. */
function isLegal({ entities }: RelatedEntities, { relation, entity }: Fact): boolean {
  const nested = relation === undefined && entity !== undefined ? entities[entity] : undefined;
  const around = nested?.parent === undefined ? undefined : entities[nested.parent];
  if (nested === undefined || around === undefined) return true;
  return nestableIn(around.kind)?.includes(nested.kind) !== false;
}

/** A function that describes a conflict, given the other facts on its cycle in words. */
export type ConflictWords = (conflict: OrderConflict, others: string) => string;

/** Returns one fault for each declaration among the selected conflicts; its copies count once. */
export function conflictFaults(
  context: RuleContext,
  isMeant: (conflict: OrderConflict) => boolean,
  words: ConflictWords,
): RuleFault[] {
  const { conflicts, unseen } = conflictsOf(context);
  const declared = declaredConflicts(context, conflicts.filter(isMeant));
  // All at once, in this order: they share the work that may be spent.
  const remedies = once(() => {
    const work = { left: cutBudget };
    return new Map(declared.map(({ conflict }) => [conflict, remediesOf(context, conflict, work)]));
  });
  const faults = declared.flatMap(({ conflict, count }) => {
    const [finding] = droppedOrderFindings(context.model, context.sources, { dropped: [conflict] });
    if (finding === undefined) return [];
    const { span, severity, related } = finding;
    const copies = count === 1 ? '' : t` The same holds for ${count - 1} more ${count === 2 ? t`copy` : t`copies`}.`;
    const message = words(conflict, factsOf(related.slice(1))) + copies;
    return [{ message, span, severity, related, remedies: () => required(remedies().get(conflict)) }];
  });
  const last = faults.at(-1);
  const lastOfAll = conflicts.at(-1);
  if (unseen === 0 || last === undefined || lastOfAll === undefined || !isMeant(lastOfAll)) return faults;
  const more = t` Another ${unseen} orders give way on cycles too large to analyse here.`;
  return [...faults.slice(0, -1), { ...last, message: last.message + more }];
}

interface DeclaredConflict {
  readonly conflict: OrderConflict;
  readonly count: number;
}

function declaredConflicts(context: RuleContext, conflicts: readonly OrderConflict[]): DeclaredConflict[] {
  const byRelation = new Map<RelationId, OrderConflict>();
  const byEntity = new Map<EntityId, OrderConflict>();
  for (const conflict of conflicts) {
    const { relation, entity } = conflict.fact;
    if (relation !== undefined) byRelation.set(relation, conflict);
    else if (entity !== undefined) byEntity.set(entity, conflict);
  }
  const declaredConflicts = (conflict: OrderConflict | undefined, count: number): DeclaredConflict[] =>
    conflict === undefined ? [] : [{ conflict, count }];
  const relations = [...byRelation.keys()].map((id) => relationOf(context.model, id));
  return [
    ...declaredRelations(context, relations).flatMap(({ first, count }) =>
      declaredConflicts(byRelation.get(first.id), count),
    ),
    ...declaredEntities(context, [...byEntity.keys()]).flatMap(({ first, count }) =>
      declaredConflicts(byEntity.get(first), count),
    ),
  ];
}

function factsOf(places: readonly RelatedPlace[]): string {
  const shown = places.slice(0, spelledOut).map(({ message }) => message.slice(0, -1));
  const rest = places.length - shown.length;
  return shown.join(', ') + (rest > 0 ? t`, and so on over ${rest} more` : '');
}

/** Returns each cut as it is and, if it has ownership, the same cut with references instead. */
function remediesOf(context: RuleContext, conflict: OrderConflict, work: { left: number }): Remedy[] {
  const { locked } = context;
  const { cuts } = conflict.cuts({ alternatives, work, ...(locked === undefined ? {} : { locked }) });
  return cuts
    .filter(({ length }) => length <= mostRelations)
    .flatMap((relations) => [takeAway(context, relations), ...weakened(context, relations)]);
}

function takeAway({ model }: RuleContext, relations: readonly RelationId[]): Remedy {
  const facts = relations.map((id) => relationFact(model, id).text);
  return { kind: 'unrelate', title: t`Remove: ${facts.join(', ')}`, relations };
}

/** Returns a remedy that replaces ownership by references: they keep objects alive as well, but imply no order. */
function weakened(context: RuleContext, relations: readonly RelationId[]): Remedy[] {
  const { model } = context;
  const owned = relations.filter((id) => relationOf(model, id).kind === 'owns');
  if (owned.length === 0) return [];
  const rest = relations.filter((id) => !owned.includes(id));
  const words = owned.map((id) => {
    const { source, target } = relationOf(model, id);
    return t`Let ${quotedEntityName(context, source)} refer to ${quotedEntityName(context, target)} instead of owning it`;
  });
  const gone = rest.map((id) => relationFact(model, id).text);
  const title = [...words, ...(gone.length === 0 ? [] : [`remove: ${gone.join(', ')}`])].join('; ');
  return [{ kind: 'refer', title, owned, unrelated: rest }];
}
