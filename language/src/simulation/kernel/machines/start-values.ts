/**
 * The values with which a machine starts: parameters from the settings of its entity, variables from their
 * declarations. Parameters keep their values; after a restart persistent variables do as well.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { asType, fits, initialOf } from '../../values/fits.ts';
import { typeText } from '../../../model/machines/type-text.ts';
import { isTrue } from '../operators.ts';
import type { Frame, Run, VariableProgram } from '../run.ts';
import { NotYet, RunError, located, placed } from '../../values/run-error.ts';
import { type Value, valueText } from '../../values/values.ts';
import { at } from '../../../model/common/lookup.ts';
import { entityName } from '../../../model/model.ts';
import { t } from '../../../model/common/translation.ts';

/** Sets the parameters and variables of the machine of an entity that comes to life. Throws a `RunError` for a value of another type. */
export function startValues(run: Run, entity: EntityId, occasion: 'create' | 'restart'): void {
  const { program, state } = run;
  const machine = program.machineOf[entity];
  const from = at(program.slotsFrom, entity);
  const frame: Frame = { run, self: entity, locals: [] };
  for (const [index, variable] of (machine?.variables ?? []).entries()) {
    const isKept = occasion === 'restart' ? variable.persistent : variable.isParameter;
    if (isKept) continue;
    state.values[from + index] = located(variable.place, () => startValue(run, variable, frame));
  }
}

/**
 * Sets the parameters and variables of all machines at the start. A value computed from others waits for them, whatever
 * the order of declaration. Throws a `RunError` for a value that needs itself.
 */
export function startAll(run: Run): void {
  const { program } = run;
  let waiting = program.active.flatMap((entity) =>
    [...(program.machineOf[entity]?.variables.keys() ?? [])].map((index) => ({ entity, index })),
  );
  while (waiting.length > 0) {
    let first: NotYet | undefined;
    const left = waiting.filter(({ entity, index }) => {
      const missing = setValueAtStart(run, entity, index);
      first ??= missing;
      return missing !== undefined;
    });
    if (first !== undefined && left.length === waiting.length) throw first;
    waiting = left;
  }
}

/** Returns the error for a value that was missing, if any. */
function setValueAtStart(run: Run, entity: EntityId, index: number): NotYet | undefined {
  const { program, state } = run;
  const variable = program.machineOf[entity]?.variables[index];
  if (variable === undefined) return undefined;
  try {
    const value = startValue(run, variable, { run, self: entity, locals: [] });
    state.values[at(program.slotsFrom, entity) + index] = value;
    return undefined;
  } catch (error) {
    if (error instanceof NotYet) return error;
    throw placed(error, variable.place);
  }
}

/** Checks the requirements of a machine on its parameters. Throws a `RunError` where one does not hold. */
export function checkRequirements(run: Run, entity: EntityId): void {
  const frame: Frame = { run, self: entity, locals: [] };
  for (const { condition, message, place } of run.program.machineOf[entity]?.requirements ?? []) {
    located(place, () => {
      if (isTrue(condition(frame))) return;
      const name = entityName(run.program.model, entity);
      const text = message?.(frame) ?? t`A requirement of the machine does not hold.`;
      throw new RunError('run/requirement', `"${name}": ${typeof text === 'string' ? text : ''}`);
    });
  }
}

function startValue(run: Run, { name, type, initial, isParameter }: VariableProgram, frame: Frame): Value {
  const { program } = run;
  const setting = isParameter ? program.settings[frame.self]?.get(name) : undefined;
  const source = setting ?? initial;
  const value = source === undefined ? initialOf(type) : asType(source(frame), type);
  if (fits(program.model, value, type)) return value;
  const text = valueText(value, (id) => entityName(program.model, id));
  throw new RunError('run/range', t`"${name}" would be ${text}, which is not of type ${typeText(type)}.`);
}
