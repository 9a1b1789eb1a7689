/**
 * Finds free names for declarations that a fix adds.
 */
import type * as ast from '../../generated/ast.ts';
import { symbolsOf } from '../../types/symbols.ts';

/** Returns the name, with a number appended if a declaration of this file already has it. */
export function freeName(wanted: string, document: ast.Document): string {
  const { entities, entitiesByLastName, channels, collectors } = symbolsOf(document);
  const isTaken = (name: string) =>
    [entities, entitiesByLastName, channels, collectors].some((names) => names.has(name));
  for (let number = 2, name = wanted; ; name = `${wanted}${number}`, number++) if (!isTaken(name)) return name;
}
