/**
 * The machine of an entity in both its forms, for those that write it in another language.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Machine } from '../../../model/machines/machine.ts';
import { entityMachine } from '../../../model/model.ts';
import type { MachineProgram, Program } from '../run.ts';

/** A machine as declared, and its compiled form. */
export interface DeclaredMachine {
  readonly program: MachineProgram;
  readonly machine: Machine;
}

/** Returns the machine that an entity runs. */
export function declaredMachine(program: Program, entity: EntityId): DeclaredMachine | undefined {
  const compiled = program.machineOf[entity];
  const machine = entityMachine(program.model, entity);
  return compiled === undefined || machine === undefined ? undefined : { program: compiled, machine };
}
