/**
 * Finds the machine that a message goes to, if the text determines it.
 */
import type * as ast from '../generated/ast.ts';
import { typeOf } from '../types/typing.ts';

/** Returns the machine of the entity, or of all copies, that a message is sent to. */
export function receiverOf({ to }: ast.Send): ast.Machine | undefined {
  const type = typeOf(to);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? single.machine : undefined;
}
