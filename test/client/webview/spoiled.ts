/**
 * Messages with one error each.
 */

/** Returns a copy in which one value, at any depth, is replaced; the path is chosen by `choice`. */
export function spoiled(value: unknown, choice: number, replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const chosen = entries[choice % Math.max(1, entries.length)];
  if (chosen === undefined) return replacement;
  const [name, inner] = chosen;
  const changed = spoiled(inner, Math.floor(choice / entries.length), replacement);
  if (Array.isArray(value)) return value.map((one: unknown, at) => (String(at) === name ? changed : one));
  return { ...value, [name]: changed };
}
