/**
 * Decides whether a step may end what it would end: what is `protected`, what may not be named, and what others
 * protect. Asked before anything happens; a crash and the sweep of leases ask nobody.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { originText } from '../../model/origin.ts';
import type { Relation } from '../../model/relation.ts';
import { groupNeeds } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { entityOf, quotedName } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** A reason to refuse a step: what would go, or what protects it, with the chain from the step to the end of it. */
export interface Veto {
  readonly entity: EntityId;
  /** A full sentence. */
  readonly text: string;
  readonly because: readonly Fact[];
  /** The entities that may not end. */
  readonly kept: readonly EntityId[];
}

/** A step, and the state before it. */
export interface AskedStep {
  /** All that it would end, sooner or later, even what is already ending. */
  readonly ending: readonly EntityId[];
  /** The entities that it names; undefined for a collection, which names none. */
  readonly named: readonly EntityId[];
  /** True if what protects `as eviction` is asked as well. */
  readonly isEviction: boolean;
  readonly isAlive: (entity: EntityId) => boolean;
  /** Returns true for what ends as well, in a teardown that the step belongs to. Default: nothing. */
  readonly isGoing?: (entity: EntityId) => boolean;
  /** Returns true for what is doomed already, before the step. */
  readonly isDoomed: (entity: EntityId) => boolean;
  /** Returns true if the setting `protection` of an entity is `named`. */
  readonly isNamedOnly: (entity: EntityId) => boolean;
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** Returns true if anything in a model could refuse a step, settings aside. */
export const mayRefuse = (model: RelatedEntities): boolean =>
  model.entities.some((entity) => entity.protected === true) || indexRelations(model).all('protects').length > 0;

/** Returns the vetoes against a step, in declaration order. Cost: O(V + E). */
export function vetoesOf(model: RelatedEntities, step: AskedStep): Veto[] {
  const { ending, because } = step;
  const named = new Set(step.named);
  const nameOf = (id: EntityId): string => quotedName(model, id);
  const own = [...ending]
    .sort((a, b) => a - b)
    .flatMap((entity): Veto[] => {
      const isProtected = entityOf(model, entity).protected === true;
      if (!isProtected && !(named.has(entity) && step.isNamedOnly(entity))) return [];
      const text = isProtected
        ? t`${nameOf(entity)} is protected.`
        : t`${nameOf(entity)} has "protection: named": no step may name it.`;
      return [{ entity, text, because: because(entity), kept: [entity] }];
    });
  return [...own, ...protectorsOf(model, step)];
}

/** Returns the vetoes of what protects others; a protector that goes with the same step has none. */
function protectorsOf(model: RelatedEntities, step: AskedStep): Veto[] {
  const { ending, isAlive, isDoomed, isGoing = () => false, because } = step;
  const relations = indexRelations(model).all('protects');
  if (relations.length === 0) return [];
  const isEnding = new Set(ending);
  const asked = relations.filter(
    ({ source, as }) =>
      (as !== 'eviction' || step.isEviction) && isAlive(source) && !isEnding.has(source) && !isGoing(source),
  );
  const nameOf = (id: EntityId): string => quotedName(model, id);
  return groupNeeds<Relation>(asked).flatMap(({ source, least, members }): Veto[] => {
    const targets = members.map(({ target }) => target);
    const lost = targets.filter((id) => isEnding.has(id) && isAlive(id) && !isDoomed(id));
    const left = targets.filter((id) => isAlive(id) && !isDoomed(id) && !isEnding.has(id));
    const [first] = lost;
    if (first === undefined || left.length >= least) return [];
    const isOne = targets.length === 1;
    const what = isOne ? nameOf(first) : t`${String(least)} of ${targets.map(nameOf).join(', ')}`;
    const rest = isOne ? '' : t`, and ${String(left.length)} would be left`;
    const origin = members.find(({ target }) => target === first)?.origin;
    const from = origin === undefined ? '' : ` (${originText(origin)})`;
    return [
      {
        entity: source,
        text: t`${nameOf(source)} protects ${what}${rest}${from}.`,
        because: because(first),
        kept: lost,
      },
    ];
  });
}
