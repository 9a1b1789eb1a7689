/**
 * What *Simulate Crash…* can be called with: `{ uri, pd, policy }` by other commands and extensions,
 * or what VS Code passes from the context menu of a node in the graph. Anything else counts as nothing.
 */
import { textField } from '../page/text-field.ts';

export interface CrashArguments {
  readonly uri?: string;
  readonly pd?: string;
  readonly policy?: string;
}

/** Returns the arguments that a value holds. */
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
