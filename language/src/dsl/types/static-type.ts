/**
 * The static types of expressions. The declaration or the machine of an entity is needed to resolve `x.name` and `x in
 * State`.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type * as ast from '../generated/ast.ts';
import type { Body } from './bodies.ts';
import { t } from '../../model/common/translation.ts';

/** The static type of an expression. */
export type StaticType =
  | { readonly kind: 'bool' | 'number' | 'duration' | 'rate' | 'text' | 'none' | 'policy' | 'label' | 'unknown' }
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly declaration?: ast.EnumType }
  | {
      readonly kind: 'entity';
      readonly of: EntityKind | 'entity';
      readonly declaration?: Body;
      readonly machine?: ast.Machine;
      /** Set if the machine is named but unknown, so that its names cannot be judged. */
      readonly unsure?: true;
    }
  | { readonly kind: 'set'; readonly of: StaticType }
  | { readonly kind: 'map'; readonly key: StaticType; readonly value: StaticType }
  /** A channel, collector or policy, whose settings can be read. */
  | { readonly kind: 'settings'; readonly of: ast.Channel | ast.Collector | ast.Policy };

/** The type of an expression that cannot be determined. */
export const unknownType: StaticType = { kind: 'unknown' };
/** The type of conditions. */
export const boolType: StaticType = { kind: 'bool' };
/** The type of numbers. */
export const numberType: StaticType = { kind: 'number' };
/** The type of durations. */
export const durationType: StaticType = { kind: 'duration' };
/** The type of rates: events per time. */
export const rateType: StaticType = { kind: 'rate' };
/** The type of texts. */
export const textType: StaticType = { kind: 'text' };
/** The type of type labels. */
export const labelType: StaticType = { kind: 'label' };
/** The type of policies. */
export const policyType: StaticType = { kind: 'policy' };
/** The type of entities of any kind. */
export const anyEntity: StaticType = { kind: 'entity', of: 'entity' };

/** Returns the type of all entities of a kind. */
export const kindType = (of: EntityKind | 'entity'): StaticType => ({ kind: 'entity', of });

/** Returns the type of sets with such members. */
export const setType = (of: StaticType): StaticType => ({ kind: 'set', of });

/** Returns the type of a fixed choice of words. */
export const enumOf = (...values: readonly string[]): StaticType => ({ kind: 'enum', values });

/** Returns the type of a product in which a duration or a rate decides; a duration times a rate is a number of events. */
export function productType(left: StaticType, right: StaticType): StaticType | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.includes('rate')) return kinds.includes('duration') ? numberType : rateType;
  return right.kind === 'duration' ? durationType : undefined;
}

/** Returns the type of a quotient in which the divisor decides; a number divided by a duration is a rate. */
export function quotientType(left: StaticType, right: StaticType): StaticType | undefined {
  if (right.kind === 'duration') return left.kind === 'number' ? rateType : numberType;
  if (right.kind === 'rate') return left.kind === 'number' ? durationType : numberType;
  return undefined;
}

/** Returns the type of what has one of several types: the first that is known, of entities only what all have in common. */
export function commonType(types: readonly StaticType[]): StaticType {
  const [first = unknownType, ...others] = types.filter(({ kind }) => kind !== 'unknown' && kind !== 'none');
  return others.reduce(inCommon, first);
}

function inCommon(first: StaticType, other: StaticType): StaticType {
  if (first.kind === 'set' && other.kind === 'set') return setType(inCommon(first.of, other.of));
  if (first.kind !== 'entity' || other.kind !== 'entity') return first;
  const { declaration, machine, unsure = other.unsure } = first;
  return {
    kind: 'entity',
    of: first.of === other.of ? first.of : 'entity',
    ...(declaration !== undefined && declaration === other.declaration && { declaration }),
    ...(machine !== undefined && machine === other.machine && { machine }),
    ...(unsure && { unsure }),
  };
}

/** Names a type for a message, such as `duration`, `set of pd` or `one of open, done`. */
export function describeType(type: StaticType): string {
  switch (type.kind) {
    case 'enum':
      return t`one of ${type.values.join(', ')}`;
    case 'entity':
      return type.of;
    case 'set':
      return t`set of ${describeType(type.of)}`;
    case 'map':
      return t`map from ${describeType(type.key)} to ${describeType(type.value)}`;
    case 'settings':
      return type.of.$type.toLowerCase();
    case 'label':
      return t`type label`;
    default:
      return type.kind;
  }
}
