/**
 * Writes declared facts in plain words: the links of reason chains.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { type Origin, originText } from '../../model/origin.ts';
import type { RelationId } from '../../model/relation.ts';

import type { RelatedEntities } from './relation-index.ts';
import { entityOf, quotedName, relationOf } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the fact that begins each chain: `"fs" crashed`. */
export function crashFact(model: RelatedEntities, entity: EntityId): Fact {
  return { text: t`${quotedName(model, entity)} crashed`, entity };
}

/**
 * Returns the fact that begins the chain of an entity that lacks something: `"lib" is absent`. What is doomed, and not
 * there, has ended.
 */
export function missingFact(model: RelatedEntities, entity: EntityId): Fact {
  const { absent, doomed } = entityOf(model, entity);
  const state = !absent ? t`is not alive` : doomed === true ? t`is doomed at the start` : t`is absent`;
  return { text: `${quotedName(model, entity)} ${state}`, entity };
}

/**
 * Returns the fact of a relation: `"db" requests "files"`, `"files" is managed by "fs"`. One that is imported names its
 * line there: `"db" stops with "app" (units/db.service:7: PartOf=app.service)`.
 */
export function relationFact(model: RelatedEntities, id: RelationId): Fact {
  return { text: `${declaredText(model, id)}${from(relationOf(model, id).origin)}`, relation: id };
}

const from = (origin: Origin | undefined): string => (origin === undefined ? '' : ` (${originText(origin)})`);

/** The word of a need that is a call: its subject is blocked until what it calls answers. */
export const callWord = 'call';

function declaredText(model: RelatedEntities, id: RelationId): string {
  const { kind, source, target, as } = relationOf(model, id);
  const [first, second] = [quotedName(model, source), quotedName(model, target)];
  if (kind === 'manages') return t`${second} is managed by ${first}`;
  const isOfType = kind === 'requests' && entityOf(model, target).kind === 'pd' && as !== undefined;
  const verb = kind === 'destroyed after' ? t`is destroyed after` : kind;
  const isSaid = isOfType || (kind === 'needs' && (as === 'soft' || as === callWord));
  return `${first} ${verb} ${second}${isSaid ? ` as ${as}` : ''}`;
}

/** Returns the fact that an entity is nested: `"block1" is in "disk1"`, `"worker" is on "host"`. */
export function nestingFact(model: RelatedEntities, entity: EntityId): Fact {
  const { parent, origin } = entityOf(model, entity);
  if (parent === undefined) return { text: t`${quotedName(model, entity)} is nested in nothing`, entity };
  const words = { space: t`is in`, node: t`is on` };
  const { kind } = entityOf(model, parent);
  const verb = kind === 'space' || kind === 'node' ? words[kind] : t`is nested in`;
  return { text: `${quotedName(model, entity)} ${verb} ${quotedName(model, parent)}${from(origin)}`, entity };
}
