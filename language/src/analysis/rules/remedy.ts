/**
 * Remedies: changes of a model that resolve a finding, in terms of the model. The language turns them into text edits.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';

/** A mechanical change of the model. */
export type Remedy = {
  /** A title that needs no context: `Let "fs" hold "disk.block2"`. */
  readonly title: string;
  readonly isPreferred?: boolean;
} & (
  | {
      readonly kind: 'relate';
      readonly subject: EntityId;
      readonly relation: RelationKind;
      readonly targets: readonly EntityId[];
      /** True if the copies that share a target's declaration are included. */
      readonly areAllCopies?: boolean;
      /** True if everything nested in a target is meant instead of the target. */
      readonly areNested?: boolean;
    }
  | { readonly kind: 'unrelate'; readonly relations: readonly RelationId[] }
  /** Replaces ownership by references, which imply no order; removes the other relations. */
  | { readonly kind: 'refer'; readonly owned: readonly RelationId[]; readonly unrelated: readonly RelationId[] }
  /** Replaces the text of a setting in the entity's own body. */
  | { readonly kind: 'set'; readonly entity: EntityId; readonly name: string; readonly text: string }
  /** Gives the relation another target or another kind. */
  | { readonly kind: 'redirect'; readonly relation: RelationId; readonly to: EntityId | RelationKind }
  /** Adds a modifier to the declaration. */
  | { readonly kind: 'mark'; readonly entity: EntityId; readonly as: 'root' | 'absent' }
  /** Declares a new PD that manages the space. */
  | { readonly kind: 'serve'; readonly space: EntityId; readonly areAllCopies: boolean }
  /** Declares a new space around the resource, managed by this PD or by a new one. */
  | { readonly kind: 'house'; readonly resource: EntityId; readonly manager: EntityId | undefined }
);
