/**
 * The answer to "why" and "why not", and the trial of single missing relations.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationKind } from '../../model/relation.ts';
import { wordList } from '../../model/common/word-list.ts';
import { relationFact } from '../facts/facts.ts';
import { canRelate } from '../facts/legal-ends.ts';
import { indexRelations, withoutRelations } from '../facts/relation-index.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** A claim about an entity. */
export type Claim =
  | 'destroyed'
  | 'broken'
  | 'degraded'
  | 'dangling'
  | 'before'
  | 'on a cycle'
  | 'orphaned'
  | 'connected';

/** One answer. */
export interface WhyAnswer {
  readonly claim: Claim;
  readonly holds: boolean;
  /** A full sentence that states what holds or does not. */
  readonly text: string;
  /**
   * A minimal chain, from the cause to the effect. If the claim holds: the facts it follows from; if not: the facts
   * that prevent it, if there are any.
   */
  readonly because: readonly Fact[];
  /** Single relations that would reverse the answer if added; the nearest first. */
  readonly missing: readonly MissingRelation[];
  /** Full sentences: other deciding factors, and what was not examined. */
  readonly remarks: readonly string[];
}

/** A relation that is not in the model. */
export interface MissingRelation {
  readonly kind: RelationKind;
  readonly source: EntityId;
  readonly target: EntityId;
  /** The label after `as`. */
  readonly as?: string;
  /** The relation in words: `"db" requests "files"`. */
  readonly text: string;
}

/** A relation to try. */
export type Candidate = Omit<MissingRelation, 'text'>;

/** The number of relations tried for one answer, and the number of successful ones reported. */
const triedRelations = 40;
const shownRelations = 5;

/** Returns the model with one more relation, at the end. Cost: O(E). */
function withRelation(model: Model, { kind, source, target, as }: Candidate): Model {
  const relation = {
    id: model.relations.length,
    kind,
    source,
    target,
    as,
    notify: undefined,
    nested: false,
  };
  return withoutRelations({ ...model, relations: [...model.relations, relation] }, indexRelations(model).cut);
}

/** The result of trying relations. */
export interface Tried {
  readonly missing: readonly MissingRelation[];
  /** A sentence that states which relations were examined. */
  readonly limit: string;
}

/**
 * Returns the first of these relations for which `turns` returns true. Skips relations that exist, are illegal between
 * their ends, or would give a space a second manager. Keeps the order of the candidates.
 */
export function tryRelations(model: Model, candidates: Iterable<Candidate>, turns: (changed: Model) => boolean): Tried {
  const missing: MissingRelation[] = [];
  const seen = new Set<string>();
  let tried = 0;
  let isCutShort = false;
  for (const candidate of candidates) {
    const key = `${candidate.kind} ${candidate.source} ${candidate.target} ${candidate.as ?? ''}`;
    if (seen.has(key) || !isPossible(model, candidate)) continue;
    seen.add(key);
    if (tried === triedRelations || missing.length === shownRelations) {
      isCutShort = true;
      break;
    }
    tried += 1;
    const changed = withRelation(model, candidate);
    if (!turns(changed)) continue;
    missing.push({ ...candidate, text: relationFact(changed, model.relations.length).text });
  }
  const more = isCutShort ? t`, only the nearest of them` : '';
  const none = missing.length === 0 ? t` None of them changes that.` : '';
  return {
    missing,
    limit: t`Considered: single relations between entities that exist at the start${more}.${none} Not considered: several relations together, new entities, other nesting.`,
  };
}

function isPossible(model: Model, { kind, source, target, as }: Candidate): boolean {
  const [first, second] = [entityOf(model, source), entityOf(model, target)];
  if (source === target || first.absent || second.absent || !canRelate(kind, first, second)) return false;
  return !model.relations.some(
    (each) =>
      each.kind === kind &&
      each.target === target &&
      // A need for the start, a soft one, or one of several may be joined by a plain one.
      (kind !== 'needs' || (each.as === as && each.quorum === undefined)) &&
      (each.source === source || (kind === 'manages' && isThere(model, each.source))),
  );
}

const isThere = (model: Model, id: EntityId): boolean => !entityOf(model, id).absent;

/** Returns a name in double quotes. */
export const inDoubleQuotes = ({ name }: Entity): string => `"${name}"`;

/** Returns the names of entities for a sentence: `"a", "b" and "c"`. */
export function quotedList(model: Pick<Model, 'entities'>, ids: readonly EntityId[]): string {
  return wordList(ids.map((id) => inDoubleQuotes(entityOf(model, id))));
}

/** Returns the remark on an entity that does not exist; empty if it does. */
export function absentRemark(entity: Entity): readonly string[] {
  if (!entity.absent) return [];
  // At its start, a model has what ended by then as absent, and as doomed still.
  const name = inDoubleQuotes(entity);
  return entity.doomed === true
    ? [t`${name} has ended at the start, so nothing happens to it.`]
    : [t`${name} is absent at the start, so nothing happens to it.`];
}
