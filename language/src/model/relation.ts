/**
 * Relations: everything that a model declares between two entities. One list for all kinds, so that every analysis
 * works on one graph.
 */
import { type EntityId, type EntityKind, entityKinds } from './entity-kind.ts';
import type { Origin } from './origin.ts';

/** The kinds of relations, in the order of the language reference. */
export const relationKinds = [
  'holds',
  'manages',
  'requests',
  'maps',
  'owns',
  'refers',
  'destroyed after',
  'dies with',
  'stops with',
  'waits for',
  'protects',
  'needs',
  'contains',
  'feeds',
] as const;
/** One of the relation kinds. */
export type RelationKind = (typeof relationKinds)[number];

/** The index of a relation in `Model.relations`; ascending ids are declaration order. */
export type RelationId = number & { readonly brand?: 'relation' };

/**
 * A relation `source kind target`, as written in the language: `fileServer holds files.file1`, `net destroyed after
 * vm1`. An object nested in an object gives an `owns` with `nested` set. A `requests` whose target is a PD asks for all
 * spaces of the type `as` that this PD manages.
 */
export interface Relation {
  readonly id: RelationId;
  readonly kind: RelationKind;
  readonly source: EntityId;
  readonly target: EntityId;
  /**
   * The word after `as`: rights of a hold, type of a request, `nonblocking`, usage of a reference, strength of a need.
   */
  readonly as: string | undefined;
  /** The action after `notify`. */
  readonly notify: string | undefined;
  /** True if it comes from nesting alone. */
  readonly nested: boolean;
  /** For a need with a number, `needs 2 of api[*]`: the need that this relation is one of. */
  readonly quorum?: Quorum;
  /** The place in another tool's file that states it, if it is imported. */
  readonly origin?: Origin;
}

/** The need that several relations of one subject form together. */
export interface Quorum {
  /** The number of targets that must be alive and not broken. */
  readonly least: number;
  /** The same in all relations of one need, and in no other relation of its subject. */
  readonly key: number;
}

/** The kinds of entities that a relation may connect. */
export interface RelationEnds {
  readonly from: readonly EntityKind[];
  readonly to: readonly EntityKind[];
}

/** The legal ends of each relation; `maps` also requires both ends to be of the same kind. */
export const relationEnds: Readonly<Record<RelationKind, RelationEnds>> = {
  holds: { from: ['pd'], to: ['resource', 'space', 'pd'] },
  manages: { from: ['pd'], to: ['space'] },
  requests: { from: ['pd'], to: ['space', 'pd'] },
  maps: { from: ['resource', 'space'], to: ['resource', 'space'] },
  owns: { from: ['object'], to: ['object'] },
  refers: { from: ['object', 'pd'], to: ['object'] },
  'destroyed after': { from: entityKinds, to: entityKinds },
  'dies with': { from: entityKinds, to: entityKinds },
  'stops with': { from: entityKinds, to: entityKinds },
  'waits for': { from: entityKinds, to: entityKinds },
  protects: { from: entityKinds, to: entityKinds },
  needs: { from: ['pd', 'object', 'node', 'region'], to: entityKinds },
  contains: { from: ['region'], to: ['pd'] },
  feeds: { from: ['pd'], to: ['pd'] },
};

/** Returns the kinds that the target of a relation may have for a source of this kind. */
export const targetKinds = (relation: RelationKind, source: EntityKind): readonly EntityKind[] =>
  relation === 'maps' ? [source] : relationEnds[relation].to;

/** The end of a relation that depends on the other one. */
export const dependentEnd: Readonly<Record<RelationKind, 'source' | 'target'>> = {
  holds: 'source',
  manages: 'target',
  requests: 'source',
  maps: 'source',
  owns: 'target',
  refers: 'source',
  'destroyed after': 'source',
  'dies with': 'source',
  'stops with': 'source',
  'waits for': 'source',
  protects: 'target',
  needs: 'source',
  contains: 'source',
  feeds: 'target',
};
