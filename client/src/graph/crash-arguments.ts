/**
 * The arguments of *Simulate Crash…*: `{ uri, pd, policy }`, or `pds` that crash at once, from other commands and extensions, or the context of a
 * node in the graph from VS Code. Anything else is ignored.
 */
import { textField, textsField } from '../page/text-field.ts';

/** The arguments of a crash. */
export interface CrashArguments {
  readonly uri?: string;
  /** What crashes, at least one. */
  readonly pds?: readonly string[];
  readonly policy?: string;
}

/** Returns the arguments in a value. */
export function crashArgumentsOf(value: unknown): CrashArguments {
  const uri = textField(value, 'uri');
  const pd = textField(value, 'pd') ?? textField(value, 'aftermathName');
  const pds = textsField(value, 'pds') ?? (pd === undefined ? undefined : [pd]);
  const policy = textField(value, 'policy');
  return {
    ...(uri !== undefined && { uri }),
    ...(pds !== undefined && { pds }),
    ...(policy !== undefined && { policy }),
  };
}
