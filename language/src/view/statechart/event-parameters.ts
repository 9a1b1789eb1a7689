/**
 * The parameters of an event that a user may send, with the values to choose from and the one to begin with.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Type } from '../../model/machines/expression.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Model } from '../../model/model.ts';
import { typeText } from '../../model/machines/type-text.ts';
import type { Run } from '../../simulation/kernel/run.ts';
import { parametersTaken } from '../../simulation/play/outside-events.ts';
import { textOf } from '../../simulation/program/expressions.ts';
import { readValue } from '../../simulation/program/read-value.ts';

/** A parameter to ask for. */
export interface AskedParameter {
  readonly name: string;
  /** Its type, as the language writes it. */
  readonly type: string;
  /** A value that fits, as the language writes it: that of a variable with its name, or the first of its type. */
  readonly initial: string;
  /** All values, if they are few. */
  readonly options?: readonly string[];
}

/** More values than this are typed, not chosen. */
const mostOptions = 200;

/** Returns the parameters of an event for an entity; none if it has none. */
export function askedParameters(run: Run, entity: EntityId, event: string): readonly AskedParameter[] {
  const { model } = run.program;
  return (parametersTaken(run.program, entity, event) ?? []).map(({ name, type }) => {
    const options = optionsOf(model, type);
    const initial = variableText(run, entity, { name, type }) ?? options?.[0] ?? firstOf(type);
    return {
      ...{ name, type: typeText(type), initial },
      ...(options !== undefined && options.length <= mostOptions && { options }),
    };
  });
}

/** Returns the value of the variable of that name, if it fits. */
function variableText(
  { program, state }: Run,
  entity: EntityId,
  { name, type }: { readonly name: string; readonly type: Type },
): string | undefined {
  const slot = program.machineOf[entity]?.slots.get(name);
  if (slot === undefined) return undefined;
  const text = textOf(program, state.values[itemAt(program.slotsFrom, entity) + slot] ?? null);
  return readValue(program.model, type, text) === undefined ? undefined : text;
}

function optionsOf({ entities }: Model, type: Type): readonly string[] | undefined {
  switch (type.kind) {
    case 'bool':
      return ['false', 'true'];
    case 'enum':
      return type.values;
    case 'entity':
      return [
        ...entities.filter(({ kind }) => type.of === 'entity' || kind === type.of).map(({ name }) => name),
        'none',
      ];
    default:
      return undefined;
  }
}

function firstOf(type: Type): string {
  switch (type.kind) {
    case 'range':
      return type.from.toString();
    case 'duration':
      return '0s';
    case 'rate':
      return '1 per s';
    case 'int':
    case 'number':
      return '0';
    default:
      return '';
  }
}
