/**
 * What *Simulate Crash…* can be called with: `{ uri, pd, policy }` by other commands and extensions,
 * or what VS Code passes from the context menu of a node in the graph. Anything else counts as nothing.
 */

export interface CrashArguments {
  readonly uri?: string;
  readonly pd?: string;
  readonly policy?: string;
}

/** Returns the arguments that a value holds. */
export function crashArgumentsOf(value: unknown): CrashArguments {
  if (typeof value !== 'object' || value === null) return {};
  const text = (name: string): string | undefined => {
    const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
    return typeof found === 'string' ? found : undefined;
  };
  const [uri, pd, policy] = [text('uri'), text('pd') ?? text('aftermathName'), text('policy')];
  return {
    ...(uri !== undefined && { uri }),
    ...(pd !== undefined && { pd }),
    ...(policy !== undefined && { policy }),
  };
}
