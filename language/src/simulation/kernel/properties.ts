/**
 * The names that `x.name` reads: parameters, variables and `let`s of the machine that x runs, its settings, and the
 * properties that every entity has; and the settings of channels and collectors.
 */
import { collectorDefaults } from '../../analysis/leases/collector-settings.ts';
import { entityName, entityOf } from '../../model/model.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { fixedSettings, otherSpellingOf } from '../../model/fixed-settings.ts';
import { type Run, settingKey } from './run.ts';
import { inverseOf } from './operators.ts';
import { RunError } from '../values/run-error.ts';
import { givenValue, type NamedValue, type Value } from '../values/values.ts';
import { tableOf } from '../../model/common/table.ts';
import { at } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the value of a name of an entity. Throws a `RunError` for a name that it does not have. */
export function readProperty(run: Run, entity: EntityId, name: string): Value {
  const { program, state } = run;
  const machine = program.machineOf[entity];
  const slot = machine?.slots.get(name);
  if (slot !== undefined) return givenValue(state.values[at(program.slotsFrom, entity) + slot], name);
  const computed = machine?.lets.get(name);
  if (computed !== undefined) return computed({ run, self: entity, locals: [] });
  const setting = readSetting(run, entity, name);
  if (setting !== undefined) return setting;
  const builtIn = readBuiltIn(run, entity, name);
  if (builtIn !== undefined) return builtIn;
  const { data, dataKeys, model } = run.program;
  const value = data[entity]?.get(name);
  if (value !== undefined) return value({ run, self: entity, locals: [] });
  const standard = builtInSettings[name];
  if (standard !== undefined) return standard;
  if (dataKeys.has(name)) return null;
  throw new RunError('run/value', t`"${entityName(model, entity)}" has no "${name}".`);
}

/**
 * Returns the value of a setting of an entity, if it has that setting. A mean time may be given as a rate, and the other
 * way round; what was set last counts.
 */
export function readSetting(run: Run, entity: EntityId, name: string): Value | undefined {
  const { program, state } = run;
  const changed = state.settings.get(settingKey(entity, name));
  if (changed !== undefined) return changed;
  const declared = program.settings[entity];
  const read = (each: string): Value | undefined => declared?.get(each)?.({ run, self: entity, locals: [] });
  const other = otherSpellingOf(entityOf(program.model, entity).kind, name);
  if (other === undefined || program.machineOf[entity]?.slots.has(other) === true) return read(name);
  const set = state.settings.get(settingKey(entity, other));
  if (set !== undefined) return inverseOf(set);
  const own = read(name);
  if (own !== undefined) return own;
  const said = read(other);
  return said === undefined ? undefined : inverseOf(said);
}

/** Returns a setting of a channel or collector. Throws a `RunError` for one that it does not have. */
export function readNamed(run: Run, { kind, name: owner }: NamedValue, name: string): Value {
  const value = namedSetting(run, kind, owner, name) ?? namedDefaults[kind]?.[name];
  if (value === undefined) throw new RunError('run/value', t`The ${kind} "${owner}" has no setting "${name}".`);
  return value;
}

/** Returns a setting of a channel or collector, if it is set. */
export function namedSetting(run: Run, kind: NamedValue['kind'], owner: string, name: string): Value | undefined {
  const changed = run.state.settings.get(settingKey(`${kind} ${owner}`, name));
  if (changed !== undefined) return changed;
  const settings = kind === 'channel' ? run.program.channels : run.program.collectors;
  return settings.get(owner)?.get(name)?.({ run, self: -1, locals: [] });
}

function readBuiltIn({ program }: Run, entity: EntityId, name: string): Value | undefined {
  const set = (ids: readonly EntityId[] = []): Value => ({
    kind: 'set',
    items: ids.map((id) => ({ kind: 'entity', id })),
  });
  const declared = program.model.entities[entity];
  switch (name) {
    case 'members':
      return set(program.members[entity]);
    case 'owned':
      return set(program.owned[entity]);
    case 'type':
      return declared?.type === undefined ? null : { kind: 'symbol', name: declared.type };
    default:
      if (declared === undefined || !fixedSettings[declared.kind].includes(name)) return undefined;
      return name === 'finalizers' || name === 'removes' ? set() : builtInSettings[name];
  }
}

const word = (name: string): Value => ({ kind: 'symbol', name });
const duration = (milliseconds: number): Value => ({ kind: 'duration', microseconds: 1000 * milliseconds });

/** The defaults of the settings with a fixed meaning. */
const builtInSettings: Readonly<Record<string, Value>> = tableOf({
  phase: duration(0),
  clockRate: 1,
  paused: false,
  size: 0,
  overhead: 0,
  protection: word('off'),
});

/** The defaults of the settings of channels and collectors; the others have none. */
const namedDefaults: Readonly<Partial<Record<NamedValue['kind'], Readonly<Record<string, Value>>>>> = {
  channel: tableOf({ delay: duration(0), loss: 0, ordered: true }),
  collector: tableOf({
    duration: duration(collectorDefaults.duration),
    period: duration(collectorDefaults.period),
    sweep: duration(collectorDefaults.sweep),
    index: duration(collectorDefaults.index),
    origin: word('roots'),
    forward: word('visited'),
    sendIndex: false,
    handover: true,
    enter: word('created'),
  }),
};
