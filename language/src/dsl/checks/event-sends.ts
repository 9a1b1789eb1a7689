/**
 * Finds the machine that a message goes to, or that raises an event, if the text determines it.
 */
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { machineAround, typeOf } from '../types/typing.ts';

/** Returns the machine of the entity, or of all copies, that a message is sent to. */
export function receiverOf({ to }: ast.Send): ast.Machine | undefined {
  const type = typeOf(to);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? single.machine : undefined;
}

/** Returns the machine that does an action: the one around it, or that of the entity around it. */
export function runningMachine(action: ast.Step): ast.Machine | undefined {
  return machineAround(action) ?? AstUtils.getContainerOfType(action, ast.isEntity)?.machine?.ref;
}
