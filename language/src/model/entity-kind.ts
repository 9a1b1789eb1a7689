/**
 * The kinds of entities, and how entities are referred to.
 */

/** The six kinds of entities, in the order of the language page. */
export const entityKinds = ['pd', 'space', 'resource', 'object', 'node', 'region'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** The index of an entity in `Model.entities`; ascending ids are declaration order. */
export type EntityId = number & { readonly brand?: 'entity' };
