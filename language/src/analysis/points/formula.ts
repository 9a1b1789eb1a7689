/**
 * The formulas of fault trees: and-, or- and k-of-n gates over crashes.
 */
import type { EntityId } from '../../model/entity-kind.ts';

/** A formula: it is true once what it stands for has failed. */
export type Formula =
  | { readonly kind: 'event'; readonly entity: EntityId }
  /** A gate of the tree by its number: an entity is destroyed or broken, or what a later number stands for. */
  | { readonly kind: 'failed'; readonly entity: EntityId }
  | { readonly kind: 'at least'; readonly least: number; readonly inputs: readonly Formula[] };

/** Returns a gate; one that has a single input is that input. */
export function atLeast(least: number, inputs: readonly Formula[]): Formula {
  const [only] = inputs;
  return least === 1 && only !== undefined && inputs.length === 1 ? only : { kind: 'at least', least, inputs };
}

/** Returns a gate that is true if any of its inputs is; never true without inputs. */
export const anyOf = (inputs: readonly Formula[]): Formula => atLeast(1, inputs);

/** Returns a gate that is true if all of its inputs are; always true without inputs. */
export const allOf = (inputs: readonly Formula[]): Formula => atLeast(inputs.length, inputs);

/** A formula that is never true. */
export const never: Formula = anyOf([]);
