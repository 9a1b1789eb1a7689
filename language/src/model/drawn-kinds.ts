/**
 * The kinds of boxes and lines in a picture of a model: its entities and relations, and what follows from the rest of
 * its text.
 */
import { entityKinds, type EntityKind } from './entity-kind.ts';
import { relationKinds, type RelationKind } from './relation.ts';

/** The kinds of lines in the order of a legend: relations, messages, settings that name an entity, and channels. */
export const lineKinds = [...relationKinds, 'sends', 'names', 'channel'] as const;
/** One of the kinds of lines. */
export type LineKind = (typeof lineKinds)[number];

/** The kinds of boxes in the order of a legend: entities, and the gate of a need with a number. */
export const boxKinds = [...entityKinds, 'gate'] as const;
/** One of the kinds of boxes. */
export type BoxKind = (typeof boxKinds)[number];

/** Returns true if a line is a declared relation. */
export const isRelation = (kind: LineKind): kind is RelationKind =>
  kind !== 'sends' && kind !== 'names' && kind !== 'channel';

/** Returns true if a box is an entity. */
export const isEntity = (kind: BoxKind): kind is EntityKind => kind !== 'gate';
