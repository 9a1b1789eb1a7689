/** Abbreviations for the values of models, to write expectations. */

export const number = (numerator: number, denominator = 1) => ({ kind: 'number', numerator, denominator });
export const duration = (milliseconds: number) => ({ kind: 'duration', milliseconds });
export const entity = (id: number) => ({ kind: 'entity', entity: id });
export const list = (...items: readonly object[]) => ({ kind: 'list', items });
export const text = (...parts: readonly (string | object)[]) => ({ kind: 'text', parts });
export const yes = { kind: 'boolean', value: true };
export const no = { kind: 'boolean', value: false };
export const local = (name: string) => ({ kind: 'local', name });
export const all = (of: string) => ({ kind: 'all', of });
export const predicate = (name: string, subject: object) => ({ kind: 'predicate', predicate: name, subject });
export const binary = (left: object, operator: string, right: object) => ({ kind: 'binary', operator, left, right });
export const property = (of: object, name: string) => ({ kind: 'property', of, name });

/** Returns a value without its source locations. */
export function unplaced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unplaced);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, each]) => name !== 'place' && each !== undefined);
  return Object.fromEntries(kept.map(([name, each]) => [name, unplaced(each)]));
}
