/**
 * The arguments of *Simulate Crash…*: `{ uri, pd, policy }`, or `pds` that crash at once, from other commands and
 * extensions, or the context of a node in the graph from VS Code. Anything else is ignored.
 */
import { textField, textsField } from '../page/text-field.ts';

/** The arguments of a crash. */
export interface CrashArguments {
  readonly uri?: string;
  /** The names of the crashing entities, at least one. */
  readonly pds?: readonly string[];
  readonly policy?: string;
}

/** Returns the arguments in a value; of several selected entities in the side bar those that can crash. */
export function crashArgumentsOf(value: unknown, selected?: unknown): CrashArguments {
  const uri = textField(value, 'uri');
  const pd = textField(value, 'pd') ?? textField(value, 'aftermathName');
  const pds = textsField(value, 'pds') ?? selectedIn(selected) ?? (pd === undefined ? undefined : [pd]);
  const policy = textField(value, 'policy');
  return {
    ...(uri !== undefined && { uri }),
    ...(pds !== undefined && { pds }),
    ...(policy !== undefined && { policy }),
  };
}

function selectedIn(selected: unknown): readonly string[] | undefined {
  if (!Array.isArray(selected) || selected.length < 2) return undefined;
  const names = selected.flatMap((each: unknown) =>
    ['pd', 'node'].includes(textField(each, 'aftermathKind') ?? '') ? (textField(each, 'aftermathName') ?? []) : [],
  );
  return names.length === 0 ? undefined : names;
}
