/**
 * Texts in values from outside, such as the arguments of commands.
 */

/** Returns the text in an own field of a record; nothing for any other value. */
export function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** Returns the texts in an own field of a record, at least one; nothing for any other value. */
export function textsField(value: unknown, name: string): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  if (!Array.isArray(found) || found.length === 0) return undefined;
  const texts = found.filter((each) => typeof each === 'string');
  return texts.length === found.length ? texts : undefined;
}
