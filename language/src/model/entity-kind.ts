/**
 * The kinds of entities, and entity ids.
 */

/** The six kinds of entities, in the order of the language reference. */
export const entityKinds = ['pd', 'space', 'resource', 'object', 'node', 'region'] as const;
/** One of the six kinds. */
export type EntityKind = (typeof entityKinds)[number];

/** The index of an entity in `Model.entities`; ascending ids are declaration order. */
export type EntityId = number & { readonly brand?: 'entity' };

/** Returns true for PDs and nodes: nothing else can crash. */
export const canCrash = (kind: EntityKind | undefined): boolean => kind === 'pd' || kind === 'node';

/** Returns true if what is nested lives only while what is around it does; an object in an object is owned instead. */
export const isHostedBy = (kind: EntityKind | undefined, around: EntityKind | undefined): boolean =>
  around !== undefined && (kind !== 'object' || around !== 'object');
