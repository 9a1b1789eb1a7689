/**
 * Evaluates the parameters and values of a machine in an entity that runs it, from settings and defaults.
 */
import { parametersOf, settingsOf } from '../types/bodies.ts';
import * as ast from '../generated/ast.ts';
import { type Constant, constantOf, type ConstantOf } from './constants.ts';

/** Values for parameters that an entity does not set. */
export type AddedValues = ReadonlyMap<ast.Parameter, Constant>;

/** Returns the values of names in an entity; if undefined, in an entity without settings. */
export function meaningIn(entity: ast.Entity | undefined, added: AddedValues = new Map()): ConstantOf {
  const settings = entity === undefined ? new Map<string, ast.Expression>() : givenIn(entity);
  const open = new Set<ast.Named>();
  const meaning: ConstantOf = (name) => {
    const value = ast.isLet(name) || ast.isParameter(name) ? (settings.get(name.name) ?? name.value) : undefined;
    if (ast.isParameter(name) && added.has(name)) return added.get(name);
    // A value that depends on itself is unknown.
    if (value === undefined || open.has(name)) return undefined;
    open.add(name);
    const constant = constantOf(value, meaning);
    open.delete(name);
    return constant;
  };
  return meaning;
}

/** Returns the values that an entity and its classes give to parameters, by name. */
function givenIn(entity: ast.Entity): ReadonlyMap<string, ast.Expression> {
  const defaults = parametersOf(entity).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const settings = settingsOf(entity).map(({ property, value }) => [property.$refText, value] as const);
  return new Map([...defaults, ...settings.toReversed()]);
}
