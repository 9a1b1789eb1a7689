/**
 * What could be changed in a model so that a finding goes, in words of the model. How a text is
 * changed to say so is the language's business.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId, RelationKind } from '../../model/relation.ts';

/** A change of the model that is mechanical. */
export type Remedy = {
  /** In words that stand alone: `Let "fs" hold "disk.block2"`. */
  readonly title: string;
  readonly isPreferred?: boolean;
} & (
  | {
      readonly kind: 'relate';
      readonly subject: EntityId;
      readonly relation: RelationKind;
      readonly targets: readonly EntityId[];
      /** Whether the copies that share the declaration of a target are meant with it. */
      readonly areAllCopies?: boolean;
      /** Whether all that is nested in a target is meant in its place. */
      readonly areNested?: boolean;
    }
  | { readonly kind: 'unrelate'; readonly relations: readonly RelationId[] }
  /** An ownership becomes a reference, which says nothing of an order; other relations go with it. */
  | { readonly kind: 'refer'; readonly owned: readonly RelationId[]; readonly unrelated: readonly RelationId[] }
  /** The setting of an entity, which it gives itself, gets another text. */
  | { readonly kind: 'set'; readonly entity: EntityId; readonly name: string; readonly text: string }
  /** The relation goes to another target, or becomes one of another kind. */
  | { readonly kind: 'redirect'; readonly relation: RelationId; readonly to: EntityId | RelationKind }
  | { readonly kind: 'mark root'; readonly entity: EntityId }
  /** A new PD that manages the space. */
  | { readonly kind: 'serve'; readonly space: EntityId; readonly areAllCopies: boolean }
  /** A new space around the resource, which this PD, or a new one, manages. */
  | { readonly kind: 'house'; readonly resource: EntityId; readonly manager: EntityId | undefined }
);
