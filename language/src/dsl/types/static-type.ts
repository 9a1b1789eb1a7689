/**
 * The types that expressions have before anything runs. Knowing the declaration or the machine of
 * an entity is what lets `x.name` and `x in State` be resolved.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type * as ast from '../generated/ast.ts';

export type StaticType =
  | { readonly kind: 'bool' | 'number' | 'duration' | 'text' | 'none' | 'policy' | 'label' | 'unknown' }
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly declaration?: ast.EnumType }
  | {
      readonly kind: 'entity';
      readonly of: EntityKind | 'entity';
      readonly declaration?: ast.Entity;
      readonly machine?: ast.Machine;
      /** Set where the machine is named but not known, so that nothing can be said of its names. */
      readonly unsure?: true;
    }
  | { readonly kind: 'set'; readonly of: StaticType }
  | { readonly kind: 'map'; readonly key: StaticType; readonly value: StaticType }
  /** A channel, collector or policy, whose settings can be read. */
  | { readonly kind: 'settings'; readonly of: ast.Channel | ast.Collector | ast.Policy };

export const unknownType: StaticType = { kind: 'unknown' };
export const boolType: StaticType = { kind: 'bool' };
export const numberType: StaticType = { kind: 'number' };
export const durationType: StaticType = { kind: 'duration' };
export const textType: StaticType = { kind: 'text' };
export const labelType: StaticType = { kind: 'label' };
export const policyType: StaticType = { kind: 'policy' };
export const anyEntity: StaticType = { kind: 'entity', of: 'entity' };

/** Makes the type of all entities of a kind. */
export const entityOf = (of: EntityKind | 'entity'): StaticType => ({ kind: 'entity', of });

/** Makes the type of sets with such members. */
export const setOf = (of: StaticType): StaticType => ({ kind: 'set', of });

/** Makes the type of a fixed choice of words. */
export const enumOf = (...values: readonly string[]): StaticType => ({ kind: 'enum', values });

/** Names a type for a message, such as `duration`, `set of pd` or `one of open, done`. */
export function describeType(type: StaticType): string {
  switch (type.kind) {
    case 'enum':
      return `one of ${type.values.join(', ')}`;
    case 'entity':
      return type.of;
    case 'set':
      return `set of ${describeType(type.of)}`;
    case 'map':
      return `map from ${describeType(type.key)} to ${describeType(type.value)}`;
    case 'settings':
      return type.of.$type.toLowerCase();
    case 'label':
      return 'type label';
    default:
      return type.kind;
  }
}
