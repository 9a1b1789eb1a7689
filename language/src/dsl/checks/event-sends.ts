/**
 * To which machine a message goes, as far as its text tells.
 */
import type * as ast from '../generated/ast.ts';
import { typeOf } from '../types/typing.ts';

/** Returns the machine of the entity, or of all the copies, that a message is sent to. */
export function receiverOf({ to }: ast.Send): ast.Machine | undefined {
  const type = typeOf(to);
  const single = type.kind === 'set' ? type.of : type;
  return single.kind === 'entity' ? single.machine : undefined;
}
