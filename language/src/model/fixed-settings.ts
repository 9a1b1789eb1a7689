/**
 * The settings of entities with a fixed meaning, by kind. What else a body sets is a parameter of a machine, or the
 * author's own data.
 */
import type { EntityKind } from './entity-kind.ts';

/** The names of the settings with a fixed meaning, by the kind of entity that has them. */
export const fixedSettings: Readonly<Record<EntityKind, readonly string[]>> = {
  pd: ['overhead', 'id', 'rows', 'blankData', 'listed'],
  space: ['size'],
  resource: ['size'],
  object: ['size', 'finalizers', 'namespace'],
  node: ['phase', 'clockRate', 'paused'],
  region: [],
};
