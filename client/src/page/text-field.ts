/**
 * Texts in values from elsewhere, such as the arguments of commands.
 */

/** Returns the text that a record has under its own name; nothing of anything else. */
export function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}
