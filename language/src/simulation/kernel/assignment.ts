/**
 * Assignment: to variables by their machine, and to any variable or setting by a scenario. A value that is not of the
 * declared type ends the run.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { otherSpellingOf } from '../../model/fixed-settings.ts';
import { asType, fits } from '../values/fits.ts';
import { typeText } from '../../model/machines/type-text.ts';
import { type Run, settingKey, type VariableProgram } from './run.ts';
import { RunError } from '../values/run-error.ts';
import { equal, isKind, itemsOf, type Value, valueText, withEntry } from '../values/values.ts';
import { at } from '../../model/common/lookup.ts';
import { entityName, entityOf } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** Writes the variable or parameter in a slot of an entity's machine, or one key of a map in it. */
export function assign(run: Run, entity: EntityId, index: number, key: Value | undefined, value: Value): void {
  const { program, state } = run;
  const variable = program.machineOf[entity]?.variables[index];
  if (variable === undefined) throw new RunError('run/value', t`There is no such variable here.`);
  const { type, name } = variable;
  const slot = at(program.slotsFrom, entity) + index;
  const before = state.values[slot] ?? null;
  const after = key === undefined ? asType(value, type) : changedMap(before, key, value);
  // In a map that fits, only the new entry needs checking.
  const isFit =
    key !== undefined && type.kind === 'map'
      ? fits(program.model, key, type.key) && fits(program.model, value, type.value)
      : fits(program.model, after, type);
  if (!isFit) refuse(run, entity, variable, key === undefined ? value : after);
  state.values[slot] = after;
  tellChange(run, String(entity), name, { before, after });
}

function refuse({ program }: Run, entity: EntityId, { name, type }: VariableProgram, value: Value): never {
  const nameOf = (id: EntityId): string => entityName(program.model, id);
  throw new RunError(
    'run/range',
    t`"${name}" of "${nameOf(entity)}" would become ${valueText(value, nameOf)}, which is not of type ${typeText(type)}.`,
  );
}

/** Writes a variable or setting of entities, or a setting of a channel or collector. */
export function setValue(run: Run, owner: Value, name: string, key: Value | undefined, value: Value): void {
  for (const each of itemsOf(owner)) {
    if (isKind(each, 'channel') || isKind(each, 'collector')) {
      setSetting(run, `${each.kind} ${each.name}`, name, value);
    } else if (isKind(each, 'entity')) {
      const slot = run.program.machineOf[each.id]?.slots.get(name);
      if (slot !== undefined) assign(run, each.id, slot, key, value);
      else setSetting(run, each.id, name, value, otherSpellingOf(entityOf(run.program.model, each.id).kind, name));
    } else throw new RunError('run/value', t`This has no "${name}" that can be set.`);
  }
}

/** Writes a setting; it replaces one that says the same in another unit. */
function setSetting(run: Run, owner: EntityId | string, name: string, after: Value, replaced?: string): void {
  const { state } = run;
  const key = settingKey(owner, name);
  const before = state.settings.get(key) ?? null;
  const settings = new Map(state.settings).set(key, after);
  if (replaced !== undefined) settings.delete(settingKey(owner, replaced));
  state.settings = settings;
  tellChange(run, String(owner), name, { before, after });
}

function changedMap(map: Value, key: Value, value: Value): Value {
  if (!isKind(map, 'map')) throw new RunError('run/value', t`This is not a map.`);
  return withEntry(map, key, value);
}

/** Writing an unchanged value is not reported. */
function tellChange(
  { tell }: Run,
  owner: string,
  name: string,
  values: { readonly before: Value; readonly after: Value },
): void {
  if (tell !== undefined && !equal(values.before, values.after)) tell({ kind: 'assigned', owner, name, ...values });
}
