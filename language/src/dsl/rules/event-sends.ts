/**
 * Finds the machine that a message goes to, or that raises an event, if the text determines it.
 */
import { AstUtils } from 'langium';
import type * as ast from '../generated/ast.ts';
import { isBody, machineOf } from '../types/bodies.ts';
import { machineAround, typeOf } from '../types/typing.ts';

/** Returns the machine of the entity, or of all copies, that a message is sent to. */
export function receiverOf({ to }: ast.Send): ast.Machine | undefined {
  const type = typeOf(to);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? single.machine : undefined;
}

/** Returns the machine that does an action: the one around it, or that of the entity or class around it. */
export function runningMachine(action: ast.Step): ast.Machine | undefined {
  const body = AstUtils.getContainerOfType(action, isBody);
  return machineAround(action) ?? (body && machineOf(body));
}
