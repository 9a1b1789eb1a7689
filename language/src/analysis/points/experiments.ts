/**
 * Experiments: which crashes to cause in the real system, so that with the fewest of them every claim of the model to
 * survive has been tested. A crash of one or two PDs or nodes is survived if it breaks nothing; so is the end of an
 * object that dies with a node, such as a pod, which may fail alone, too. What it then claims:
 *
 * - a need of a survivor is met although some of its targets are lost;
 * - a survivor goes on degraded, without what it holds, requests or needs softly.
 *
 * An experiment tests a claim about a need, too, if it loses more of the targets than the claim says.
 */
import type { Entity } from '../../model/entity.ts';
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { crash, stateBefore } from '../crash/cleanup.ts';
import type { StartingModel } from '../deletion/at-start.ts';
import { type Need, needsOf } from '../facts/needs.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { setCover } from './set-cover.ts';

/** A claim: `subject` goes on without `lost`; degraded, if no need is named. */
export interface SurvivalClaim {
  readonly subject: EntityId;
  /** The first relation of the need that stays met. */
  readonly need: RelationId | undefined;
  /** Ascending. */
  readonly lost: readonly EntityId[];
}

/** A crash to cause, or the end of objects that die with nodes, and the claims that it tests. */
export interface Experiment {
  /** One or two, ascending. */
  readonly crashed: readonly EntityId[];
  readonly claims: readonly SurvivalClaim[];
  /**
   * The stake: all that is lost if none of its claims are true, that is, their subjects and all that needs these.
   * Ascending.
   */
  readonly stake: readonly EntityId[];
}

/** The experiments of a model. */
export interface Experiments {
  /** Those with the most at stake first. */
  readonly chosen: readonly Experiment[];
  /** No set of fewer experiments tests all the claims. */
  readonly atLeast: number;
  /** The number of claims that are tested; those that another includes are not counted. */
  readonly claims: number;
  /** The number of events that the model survives, and of those that were tried. */
  readonly survived: number;
  readonly tried: number;
  /** True if pairs were tried, too; a larger model has too many. */
  readonly hasPairs: boolean;
}

/** The most of what can fail for which all pairs are tried. */
export const mostPaired = 150;

/** Returns the experiments of a model under a policy. Cost: a cleanup for each event that is tried. */
export function experimentsOf(given: StartingModel, policy: Policy): Experiments {
  const { model, aliveBefore } = stateBefore(given, {});
  const failing = failingObjects(model);
  const isAble = ({ id, kind, root }: Entity): boolean => (canCrash(kind) ? !root : failing.has(id));
  const able = model.entities.filter((entity) => isAble(entity) && aliveBefore[entity.id] === 1);
  const ids = able.toSorted((a, b) => Number(canCrash(a.kind)) - Number(canCrash(b.kind))).map(({ id }) => id);
  const hasPairs = ids.length <= mostPaired;
  const pairs = hasPairs
    ? ids.flatMap((first, at) => ids.slice(at + 1).map((second) => ascending([first, second])))
    : [];
  const events: readonly (readonly EntityId[])[] = [...ids.map((id) => [id]), ...pairs];
  const needs = needsOf(indexRelations(model)).filter(({ strength }) => strength === 'hard');
  const found = events.flatMap((crashed) => {
    const made = claimsOf(given, crashed, { policy, needs, aliveBefore, failing });
    return made === undefined ? [] : [{ crashed, ...made }];
  });
  // Of two that test the same, the first is chosen: the one that ends less.
  const survived = found.toSorted((a, b) => a.ended - b.ended);
  const widest = widestClaims(survived.flatMap(({ claims }) => claims));
  const sets = survived.map(
    ({ claims }) =>
      new Set(widest.flatMap((claim, index) => (claims.some((each) => includes(each, claim)) ? [index] : []))),
  );
  const { chosen, atLeast } = setCover(widest.length, sets);
  const experiments = chosen.flatMap((index): Experiment[] => {
    const crashed = survived[index]?.crashed ?? [];
    const claims = widest.filter((_, claim) => sets[index]?.has(claim) === true);
    return [{ crashed, claims, stake: stakeOf(claims, needs) }];
  });
  return {
    chosen: experiments.sort((a, b) => b.stake.length - a.stake.length),
    ...{ atLeast, claims: widest.length, survived: survived.length, tried: events.length, hasPairs },
  };
}

/** Returns the objects that die with a node, as what runs there does. */
const failingObjects = ({ entities, relations }: Pick<Model, 'entities' | 'relations'>): ReadonlySet<EntityId> =>
  new Set(
    relations
      .filter(({ kind, source, target }) => {
        const [what, host] = [entities[source], entities[target]];
        return kind === 'dies with' && what?.kind === 'object' && host?.kind === 'node';
      })
      .map(({ source }) => source),
  );

interface Judged {
  readonly policy: Policy;
  readonly needs: readonly Need[];
  readonly aliveBefore: Uint8Array;
  readonly failing: ReadonlySet<EntityId>;
}

/** Returns what the model claims of an event, and how much that ends; nothing if it breaks something. */
function claimsOf(
  given: StartingModel,
  crashed: readonly EntityId[],
  { policy, needs, aliveBefore, failing }: Judged,
): { readonly claims: readonly SurvivalClaim[]; readonly ended: number } | undefined {
  const { broken, destroyed, degraded, already } = crash(given, crashed, policy, { mayFail: (id) => failing.has(id) });
  if (broken.length > 0) return undefined;
  const gone = new Set(destroyed.map(({ entity }) => entity));
  const wasBroken = new Set(already.broken.map(({ entity }) => entity));
  const isOn = (id: EntityId): boolean => aliveBefore[id] === 1 && !gone.has(id) && !wasBroken.has(id);
  const isLost = (id: EntityId): boolean => gone.has(id) && aliveBefore[id] === 1;
  const met = needs.flatMap(({ source, members }): SurvivalClaim[] => {
    const lost = ascending(members.map(({ target }) => target).filter(isLost));
    return isOn(source) && lost.length > 0 ? [{ subject: source, need: members[0]?.id, lost }] : [];
  });
  const lessened = degraded.flatMap(({ entity }): SurvivalClaim[] =>
    isOn(entity) ? [{ subject: entity, need: undefined, lost: [] }] : [],
  );
  return { claims: [...met, ...lessened], ended: gone.size };
}

const ascending = (ids: readonly EntityId[]): EntityId[] => [...new Set(ids)].sort((a, b) => a - b);

/** Returns true if a claim is another one, or says more. */
const includes = (claim: SurvivalClaim, other: SurvivalClaim): boolean =>
  claim.subject === other.subject && claim.need === other.need && other.lost.every((id) => claim.lost.includes(id));

/** Returns the claims that no other one includes, each once, in their order. */
function widestClaims(claims: readonly SurvivalClaim[]): readonly SurvivalClaim[] {
  const bySubject = new Map<string, SurvivalClaim[]>();
  for (const claim of claims) {
    const key = `${String(claim.subject)} ${String(claim.need ?? '')}`;
    const known = bySubject.get(key) ?? [];
    if (known.some((each) => includes(each, claim))) continue;
    bySubject.set(key, [...known.filter((each) => !includes(claim, each)), claim]);
  }
  return [...bySubject.values()].flat();
}

/** Returns the subjects and everything that needs them, directly or not. */
function stakeOf(claims: readonly SurvivalClaim[], needs: readonly Need[]): readonly EntityId[] {
  const lost = new Set(claims.map(({ subject }) => subject));
  for (let before = -1; before !== lost.size;) {
    before = lost.size;
    for (const { source, members } of needs) if (members.some(({ target }) => lost.has(target))) lost.add(source);
  }
  return ascending([...lost]);
}
