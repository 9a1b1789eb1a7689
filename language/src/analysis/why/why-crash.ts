/**
 * Explains why a crash destroys, breaks or degrades an entity, or leaves it dangling; and why not.
 */
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { type Cleanup, crash, stateBefore } from '../crash/cleanup.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { absentRemark, type Claim, quotedList, inDoubleQuotes, tryRelations, type WhyAnswer } from './why-answer.ts';
import { breaking, degrading, destroying, leavingDangling } from './why-crash-candidates.ts';
import { t } from '../../model/common/translation.ts';

/** The crash, and the entity whose fate is asked. */
export interface CrashQuestion {
  readonly entity: EntityId;
  readonly crashed: readonly EntityId[];
  readonly policy: Policy;
}

type CrashClaim = Extract<Claim, 'destroyed' | 'broken' | 'degraded' | 'dangling'>;

/**
 * Returns an answer for each consequence that an entity of that kind can suffer; a destroyed entity suffers no other.
 */
export function whyAfterCrash(model: Model, question: CrashQuestion): WhyAnswer[] {
  const { entity, crashed, policy } = question;
  const cleanup = crash(model, crashed, policy);
  const destroyed = answer(model, question, 'destroyed', cleanup);
  if (destroyed.holds) return [destroyed];
  const others = claimsFor(model, entity).map((claim) => answer(model, question, claim, cleanup));
  const holding = others.filter(({ holds }) => holds);
  return [...holding, destroyed, ...others.filter(({ holds }) => !holds)];
}

function claimsFor(model: Model, entity: EntityId): readonly CrashClaim[] {
  const { kind } = entityOf(model, entity);
  if (kind === 'pd' || kind === 'object') return ['broken', 'degraded', 'dangling'];
  return kind === 'node' || kind === 'region' ? ['broken', 'degraded'] : ['dangling'];
}

function answer(model: Model, question: CrashQuestion, claim: CrashClaim, cleanup: Cleanup): WhyAnswer {
  const { entity, crashed, policy } = question;
  const asked = entityOf(stateBefore(model, {}).model, entity);
  const event = t`when ${quotedList(model, crashed)} ${crashed.length === 1 ? t`crashes` : t`crash`}`;
  const words = claim === 'dangling' ? t`left dangling` : claim;
  const found = findIn(cleanup, claim, entity);
  const before = claim === 'destroyed' ? undefined : findAlready(cleanup, claim, entity);
  // A survivor may be degraded already and lose a hold as well.
  if (before !== undefined && (claim !== 'degraded' || found === undefined)) return alreadySo(asked, claim, before);
  if (found !== undefined) {
    const text = t`${inDoubleQuotes(asked)} is ${words} ${event}.`;
    return { claim, holds: true, text, because: found.because, missing: [], remarks: remarksOn(model, claim, found) };
  }
  const { missing, limit } = tryRelations(
    model,
    candidates[claim](model, entity, cleanup),
    (changed) => findIn(crash(changed, crashed, policy), claim, entity) !== undefined,
  );
  const remarks = asked.absent ? absentRemark(asked) : claim === 'destroyed' ? otherDecisions(model, question) : [];
  return {
    claim,
    holds: false,
    text: t`${inDoubleQuotes(asked)} is not ${words} ${event}.`,
    because: [],
    missing,
    remarks: [...remarks, limit],
  };
}

const candidates = { destroyed: destroying, broken: breaking, degraded: degrading, dangling: leavingDangling } as const;

const findIn = (cleanup: Cleanup, claim: CrashClaim, entity: EntityId): Explained | undefined =>
  cleanup[claim].find((each) => each.entity === entity);

const findAlready = (
  { already }: Cleanup,
  claim: Exclude<CrashClaim, 'destroyed'>,
  entity: EntityId,
): Explained | undefined => already[claim].find((each) => each.entity === entity);

/** Returns the answer for damage that predates the crash. */
function alreadySo(asked: Entity, claim: CrashClaim, { because }: Explained): WhyAnswer {
  const text = t`${inDoubleQuotes(asked)} is already ${claim}, because ${because[0]?.text ?? ''}.`;
  return { claim, holds: true, text, because, missing: [], remarks: [] };
}

/** Returns the remark on a resource that ends only because its whole space ends. */
function remarksOn(model: Model, claim: CrashClaim, { entity, because }: Explained): string[] {
  const { parent, kind } = entityOf(model, entity);
  const last = because.at(-1);
  const isNested = last?.relation === undefined && last?.entity === entity && because.length > 1;
  if (claim !== 'destroyed' || kind !== 'resource' || parent === undefined || !isNested) return [];
  return [t`It is destroyed only because its whole space ${inDoubleQuotes(entityOf(model, parent))} is.`];
}

/** Returns remarks on the other deciding factors: the word `root` and the depths of the policy. */
function otherDecisions(model: Model, { entity, crashed, policy }: CrashQuestion): string[] {
  const asked = entityOf(model, entity);
  const isRoot = asked.kind === 'pd' && asked.root;
  const deeper = (['pdDepth', 'spaceDepth'] as const).flatMap((depth) => {
    const far = crash(model, crashed, { ...policy, [depth]: 'unlimited' });
    const found = far.destroyed.find((each) => each.entity === entity);
    if (found === undefined) return [];
    return [t`It is destroyed where ${depth} is at least ${found.distance}.`];
  });
  return [
    ...(isRoot
      ? [t`${inDoubleQuotes(asked)} is a root: only its own crash, or that of an entity around it, destroys it.`]
      : []),
    ...deeper,
  ];
}
