/**
 * Actions of transitions, `enter`, `leave` and `on destroy` blocks, `action` declarations and scenarios. Every action
 * knows its location, for traces and for highlights in the editor.
 */
import type { Expression } from './expression.ts';
import type { RelationKind } from '../relation.ts';

/** The index in `Sources.places` of a piece of text that is neither entity nor relation. */
export type PlaceId = number & { readonly brand?: 'place' };

/** The target of `:=` and `set`: a variable or setting of an entity, or a key of a map in it. */
export interface Assignable {
  /** Absent for a variable of the machine itself. */
  readonly of: Expression | undefined;
  readonly name: string;
  readonly key: Expression | undefined;
}

/** A step with targets only: each is a set of entities, handled in order. */
export type EndStep = 'create' | 'destroy' | 'evict' | 'remove' | 'crash' | 'halt' | 'restart';

/** One action with its operands. */
export type Action =
  | {
      readonly kind: 'assign' | 'set';
      readonly place: PlaceId;
      readonly target: Assignable;
      readonly value: Expression;
    }
  | {
      readonly kind: 'send';
      readonly place: PlaceId;
      readonly event: string;
      readonly arguments: readonly Expression[];
      readonly to: Expression;
      /** Waits so long before it leaves. */
      readonly after?: Expression;
    }
  | { readonly kind: 'cancel'; readonly place: PlaceId; readonly event: string }
  | {
      readonly kind: 'raise';
      readonly place: PlaceId;
      readonly event: string;
      readonly arguments: readonly Expression[];
    }
  | { readonly kind: 'log' | 'report'; readonly place: PlaceId; readonly text: Expression }
  | {
      readonly kind: 'if';
      readonly place: PlaceId;
      readonly condition: Expression;
      readonly then: readonly Action[];
      readonly else: readonly Action[];
    }
  | {
      readonly kind: 'for';
      readonly place: PlaceId;
      readonly variable: string;
      readonly set: Expression;
      readonly body: readonly Action[];
    }
  | {
      readonly kind: EndStep;
      readonly place: PlaceId;
      readonly targets: readonly Expression[];
      readonly policy: Expression | undefined;
    }
  | {
      readonly kind: 'delete';
      readonly place: PlaceId;
      readonly targets: readonly Expression[];
      readonly mode: 'background' | 'foreground' | 'orphan' | undefined;
      readonly policy: Expression | undefined;
    }
  | {
      readonly kind: 'link' | 'unlink';
      readonly place: PlaceId;
      readonly source: Expression;
      readonly relation: RelationKind;
      readonly targets: readonly { readonly target: Expression; readonly as: string | undefined }[];
      /** Of an `unlink`, null for a relation without an action. */
      readonly notify: string | null | undefined;
    }
  | { readonly kind: 'move'; readonly place: PlaceId; readonly subject: Expression; readonly to: Expression }
  | {
      readonly kind: 'collect';
      readonly place: PlaceId;
      readonly moment: 'before' | 'demand' | 'after';
      readonly policy: Expression | undefined;
    };
