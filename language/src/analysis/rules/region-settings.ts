/**
 * Reads the settings of a region that are plain values, given by itself or by the defaults of its machine. The names
 * are those of the machines in `std/consistent-region`.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Machine } from '../../model/machines/machine.ts';
import { millisecondsOf } from '../../model/machines/constant-of.ts';
import { at } from '../../model/common/lookup.ts';
import { entityOf } from '../../model/model.ts';
import type { RuleContext } from './rule.ts';

/** Returns the machine that an entity runs. */
export function machineRunBy({ model }: RuleContext, { machine }: Entity): Machine | undefined {
  return machine === undefined ? undefined : model.machines[machine];
}

/** Returns the value of a setting: the given one, or the default of the parameter. */
export function settingOf(context: RuleContext, entity: Entity, name: string): Expression | undefined {
  const given = entity.settings.find((setting) => setting.name === name);
  if (given !== undefined) return given.value;
  return machineRunBy(context, entity)?.parameters.find((parameter) => parameter.name === name)?.initial;
}

/** Returns true if the entity's own body gives a setting. */
export function isGiven({ settings }: Entity, name: string): boolean {
  return settings.some((setting) => setting.name === name);
}

/** Returns the milliseconds of a setting, if it is known before a run. */
export function durationOf(context: RuleContext, entity: Entity, name: string): number | undefined {
  return millisecondsOf({ kind: 'property', of: { kind: 'entity', entity: entity.id }, name }, context.model);
}

/** Returns true if an operator triggers the checkpoints of a region. */
export function isOperatorDriven(context: RuleContext, region: Entity): boolean {
  const trigger = settingOf(context, region, 'trigger');
  return trigger?.kind === 'symbol' && trigger.name === 'operatorDriven';
}

/** Returns the regions that exist at the start, in declaration order. */
export function regionsOf({ model }: RuleContext): readonly Entity[] {
  return model.entities.filter(({ kind, absent }) => kind === 'region' && !absent);
}

/** Returns the members of a region, each once, in the order of the text. */
export function regionMembers({ model, index }: RuleContext, region: EntityId): readonly Entity[] {
  const { offsets, targets } = index.from('contains');
  const ids = new Set(targets.subarray(at(offsets, region), at(offsets, region + 1)));
  return [...ids].map((id) => entityOf(model, id));
}

/** Writes milliseconds as a duration of the language: `180s`. */
export function inSeconds(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
