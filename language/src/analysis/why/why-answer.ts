/**
 * The answer to "why" and "why not", and how single missing relations are tried out.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Model } from '../../model/model.ts';
import type { RelationKind } from '../../model/relation.ts';
import { relationFact } from '../facts/facts.ts';
import { canRelate } from '../facts/legal-ends.ts';
import { entityOf } from '../facts/relation-index.ts';

/** What can be asked about an entity. */
export type Claim = 'destroyed' | 'broken' | 'degraded' | 'dangling' | 'before' | 'on a cycle' | 'orphaned';

/** One answer. */
export interface WhyAnswer {
  readonly claim: Claim;
  readonly holds: boolean;
  /** A full sentence: what is so, or is not so. */
  readonly text: string;
  /**
   * A minimal chain, from the cause to the effect. Of what holds: the facts that it follows from; of what
   * does not hold: the facts that keep it from holding, where it is facts that do.
   */
  readonly because: readonly Fact[];
  /** Single relations that, added to the model, turn the answer round; the nearest first. */
  readonly missing: readonly MissingRelation[];
  /** Full sentences: what else decides, and what was not looked at. */
  readonly remarks: readonly string[];
}

/** A relation that is not in the model. */
export interface MissingRelation {
  readonly kind: RelationKind;
  readonly source: EntityId;
  readonly target: EntityId;
  /** What it would say: `"db" requests "files"`. */
  readonly text: string;
}

/** A relation to be tried. */
export type Candidate = Pick<MissingRelation, 'kind' | 'source' | 'target'>;

/** How many relations are tried for one answer, and how many of those that turn it are told. */
const triedRelations = 40;
const toldRelations = 5;

/** Returns the model with one more relation, at the end. Cost: O(E). */
function withRelation(model: Model, { kind, source, target }: Candidate): Model {
  const relation = {
    id: model.relations.length,
    kind,
    source,
    target,
    as: undefined,
    notify: undefined,
    nested: false,
  };
  return { ...model, relations: [...model.relations, relation] };
}

/** What came of trying. */
export interface Tried {
  readonly missing: readonly MissingRelation[];
  /** Says what was looked at. */
  readonly limit: string;
}

/**
 * Returns the first of these relations after which `turns` is true. Left out is what is there already, cannot
 * stand between its ends, or would give a space a second manager. The order of the candidates is kept.
 */
export function tryRelations(model: Model, candidates: Iterable<Candidate>, turns: (changed: Model) => boolean): Tried {
  const missing: MissingRelation[] = [];
  const seen = new Set<string>();
  let tried = 0;
  let isCutShort = false;
  for (const candidate of candidates) {
    const key = `${candidate.kind} ${candidate.source} ${candidate.target}`;
    if (seen.has(key) || !isPossible(model, candidate)) continue;
    seen.add(key);
    if (tried === triedRelations || missing.length === toldRelations) {
      isCutShort = true;
      break;
    }
    tried += 1;
    const changed = withRelation(model, candidate);
    if (!turns(changed)) continue;
    missing.push({ ...candidate, text: relationFact(changed, model.relations.length).text });
  }
  const more = isCutShort ? ', the nearest of them only' : '';
  return {
    missing,
    limit: `Looked at: single relations between what exists at the start${more}; not at several together, at new entities, or at other nesting.`,
  };
}

function isPossible(model: Model, { kind, source, target }: Candidate): boolean {
  const [first, second] = [entityOf(model, source), entityOf(model, target)];
  if (source === target || first.absent || second.absent || !canRelate(kind, first, second)) return false;
  return !model.relations.some(
    (each) =>
      each.kind === kind &&
      each.target === target &&
      (each.source === source || (kind === 'manages' && isThere(model, each.source))),
  );
}

const isThere = (model: Model, id: EntityId): boolean => !entityOf(model, id).absent;

/** Returns a name in double quotes. */
export const quotedName = ({ name }: Entity): string => `"${name}"`;

/** Returns the remark on an entity that does not exist; nothing if it does. */
export function absentRemark(entity: Entity): readonly string[] {
  return entity.absent ? [`${quotedName(entity)} is absent at the start, so nothing becomes of it.`] : [];
}
