/**
 * Writing: variables by their machine, and any variable or setting by a scenario. A value that is not
 * of the declared type ends the run.
 */
import type { EntityId } from '../model/entity-kind.ts';
import { asType, fits, typeText } from './fits.ts';
import { readNamed } from './properties.ts';
import type { Run } from './run.ts';
import { settingKey } from './run.ts';
import { RunError } from './run-error.ts';
import type { Value } from './values.ts';
import { isKind, itemsOf, valueText, withEntry } from './values.ts';

/** Writes a variable or parameter of an entity's machine, or one key of a map in it. */
export function assign(run: Run, entity: EntityId, name: string, key: Value | undefined, value: Value): void {
  const { program, state } = run;
  const machine = program.machineOf[entity];
  const index = machine?.slots.get(name);
  const variable = index === undefined ? undefined : machine?.variables[index];
  if (index === undefined || variable === undefined)
    throw new RunError('run/value', `There is no variable "${name}" here.`);
  const slot = (program.slotsFrom[entity] ?? 0) + index;
  const before = state.values[slot] ?? null;
  const after = key === undefined ? asType(value, variable.type) : changedMap(before, key, value);
  if (!fits(program.model, after, variable.type)) {
    const text = valueText(value, (id) => program.model.entities[id]?.name ?? '');
    throw new RunError(
      'run/range',
      `"${name}" of "${program.model.entities[entity]?.name ?? ''}" would become ${text}, which is not of type ${typeText(variable.type)}.`,
    );
  }
  state.values[slot] = after;
  run.tell?.({ kind: 'assigned', owner: String(entity), name, before, after });
}

/** Writes a variable or setting of entities, or a setting of a channel or collector. */
export function setValue(run: Run, owner: Value, name: string, key: Value | undefined, value: Value): void {
  for (const each of itemsOf(owner)) {
    if (isKind(each, 'channel') || isKind(each, 'collector')) {
      readNamed(run, each, name);
      setSetting(run, `${each.kind} ${each.name}`, name, value);
    } else if (isKind(each, 'entity')) {
      if (run.program.machineOf[each.id]?.slots.has(name) === true) assign(run, each.id, name, key, value);
      else setSetting(run, each.id, name, value);
    } else throw new RunError('run/value', `This has no "${name}" that could be set.`);
  }
}

function setSetting(run: Run, owner: EntityId | string, name: string, after: Value): void {
  const { state } = run;
  const key = settingKey(owner, name);
  const before = state.settings.get(key) ?? null;
  state.settings = new Map(state.settings).set(key, after);
  run.tell?.({ kind: 'assigned', owner: String(owner), name, before, after });
}

function changedMap(map: Value, key: Value, value: Value): Value {
  if (!isKind(map, 'map')) throw new RunError('run/value', 'This is not a map.');
  return withEntry(map, key, value);
}
