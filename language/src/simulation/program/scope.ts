/** The meaning of names while expressions and actions are compiled. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';

/** The names around an expression or action. */
export interface Scope {
  readonly model: Model;
  /** The slots of the machine that the text belongs to, by name. */
  readonly machine: { readonly slots: ReadonlyMap<string, number> } | undefined;
  /** Returns the slot of a parameter or variable of an entity in `State.values`. */
  readonly slotOf: (entity: EntityId, name: string) => number | undefined;
  /** Parameters of the event or action, then variables of quantifiers and loops, outer ones first. */
  readonly locals: readonly string[];
}

/** Returns a scope with one more local name; it hides an equal one. */
export const withLocal = (scope: Scope, name: string): Scope => ({ ...scope, locals: [...scope.locals, name] });

/** Returns a scope with these local names and no others. */
export const withLocals = (scope: Scope, locals: readonly string[]): Scope => ({ ...scope, locals });

/** Returns the index of a local name in `Frame.locals`. Throws for a name that lowering should have refused. */
export function localIndex({ locals }: Scope, name: string): number {
  const index = locals.lastIndexOf(name);
  if (index < 0) throw new Error(`The local name "${name}" is not known here.`);
  return index;
}
