/**
 * The arguments of *Simulate Crash…*: `{ uri, pd, policy }` from other commands and extensions, or the context of a
 * node in the graph from VS Code. Anything else is ignored.
 */
import { textField } from '../page/text-field.ts';

/** The arguments of a crash. */
export interface CrashArguments {
  readonly uri?: string;
  readonly pd?: string;
  readonly policy?: string;
}

/** Returns the arguments in a value. */
export function crashArgumentsOf(value: unknown): CrashArguments {
  const uri = textField(value, 'uri');
  const pd = textField(value, 'pd') ?? textField(value, 'aftermathName');
  const policy = textField(value, 'policy');
  return {
    ...(uri !== undefined && { uri }),
    ...(pd !== undefined && { pd }),
    ...(policy !== undefined && { policy }),
  };
}
