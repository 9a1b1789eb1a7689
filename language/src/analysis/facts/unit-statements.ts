/**
 * The statements of units that `std/systemd` has classes for, as plans read them: what a start brings along and stops,
 * and what systemd does about an end. How a run acts on them, the machine of that library says.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Entity } from '../../model/entity.ts';
import type { Fact } from '../../model/fact.ts';
import { quotedName } from '../../model/model.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { originText } from '../../model/origin.ts';
import type { RelatedEntities } from './relation-index.ts';
import { t } from '../../model/common/translation.ts';

/** Each class with its words between the two units. */
const verbs = {
  Restart: t`is started again by systemd after a failure`,
  OnFailure: t`is replaced after a failure by`,
  Upholds: t`keeps running`,
  Conflicts: t`conflicts with`,
  Requires: 'requires',
  Requisite: t`demands a running`,
  Wants: 'wants',
  Pins: t`keeps from being stopped as unneeded`,
} as const;

/** A statement of the unit `from` about `unit`. */
export interface UnitStatement {
  readonly kind: keyof typeof verbs;
  /** The resource that stands for it. */
  readonly id: EntityId;
  readonly from: EntityId;
  readonly unit: EntityId;
}

/** Returns the statements of a model by their resources, in declaration order; computed once for each model. */
export const unitStatements = oncePer(({ entities }: RelatedEntities): ReadonlyMap<EntityId, UnitStatement> => {
  const found = new Map<EntityId, UnitStatement>();
  for (const entity of entities) {
    const kind = entity.kind === 'resource' ? kindOf(entity) : undefined;
    const [from, unit] = [unitOf(entity, 'from'), unitOf(entity, 'unit')];
    if (kind !== undefined && from !== undefined && unit !== undefined)
      found.set(entity.id, { kind, id: entity.id, from, unit });
  }
  return found;
});

/** Returns the fact of a statement: `"multi-user.target" wants "cron.service" (units/cron.service:9: WantedBy=…)`. */
export function statementFact(model: RelatedEntities, { kind, id, from, unit }: UnitStatement): Fact {
  const origin = model.entities[id]?.origin;
  const other = kind === 'Restart' ? '' : ` ${quotedName(model, unit)}`;
  const words = `${quotedName(model, from)} ${verbs[kind]}${other}`;
  return { text: origin === undefined ? words : `${words} (${originText(origin)})`, entity: id };
}

/** What an event does to units: which ends, and which of these fails. */
export interface UnitEnds {
  readonly isDoomed: (entity: EntityId) => boolean;
  readonly hasFailed: (entity: EntityId) => boolean;
}

/**
 * Returns false if systemd does nothing about an end although it is notified: what was merely stopped has not failed,
 * nothing is upheld by what goes as well, and what the end leaves unneeded goes with it.
 */
export function isActedOn(
  model: RelatedEntities,
  { subject, by }: { readonly subject: EntityId; readonly by?: EntityId },
  { isDoomed, hasFailed }: UnitEnds,
): boolean {
  const statement = unitStatements(model).get(subject);
  if (statement === undefined || by === undefined) return true;
  if (statement.kind === 'Pins') return false;
  return statement.kind === 'Upholds' ? statement.unit === by && !isDoomed(statement.from) : hasFailed(by);
}

function kindOf({ standard }: Entity): UnitStatement['kind'] | undefined {
  if (standard === undefined) return undefined;
  // The keys of the table are the kinds.
  return (Object.keys(verbs) as UnitStatement['kind'][]).find((kind) => standard.includes(`std/systemd ${kind}`));
}

function unitOf({ data }: Entity, name: string): EntityId | undefined {
  const value = data.find((each) => each.name === name)?.value;
  return value?.kind === 'entity' ? value.entity : undefined;
}
