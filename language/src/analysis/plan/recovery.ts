/**
 * Plans the recovery from a crash: what is ended because it lost something, and what is restarted, created and linked
 * after that, in which order, until nothing is broken or degraded that was not so before.
 */
import { append } from '../../model/common/append.ts';
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { startOf, type StartingModel } from '../deletion/at-start.ts';
import { type Gone, lostBefore } from '../crash/already.ts';
import { crash } from '../crash/cleanup.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { spreadOf } from '../facts/spread.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { orderStart } from './start-order.ts';
import { actionsOf, broughtBy, type RecoveryAction } from './recovery-actions.ts';
import { endLosers } from './recovery-losers.ts';
import { leftDangling } from './left-dangling.ts';
import { comingBack, throughBroken, withThrough } from './recovery-layers.ts';
import { damageWith, type StartPlan, startLayers } from './start-plan.ts';
import { type StartWait, startWaits } from './start-waits.ts';
import { entityOf } from '../../model/model.ts';

/** The plan of a recovery. Its layers are those of all that comes to life again. */
export interface Recovery extends Omit<StartPlan, 'target' | 'stops'> {
  /** The entities that were named to crash. */
  readonly named: readonly EntityId[];
  /** The crashing entities: these, and the PDs and nodes on a node. */
  readonly crashed: readonly EntityId[];
  readonly destroyed: readonly EntityId[];
  /**
   * Survivors that lost a hold, a request or a space: they end before anything is restarted, with what goes with them.
   */
  readonly ended: readonly Explained[];
  /**
   * The entities that go with these: dependents that die with them, what they host, their spaces. They crash, so
   * nothing that only stops with them.
   */
  readonly along: readonly Explained[];
  /** The actions of `actions[i]` are taken in parallel, after all earlier ones. */
  readonly actions: readonly (readonly RecoveryAction[])[];
  /** Relations to make at the end: what carries them came back before what they lead to. */
  readonly links: readonly Fact[];
  /** The entities that point to something destroyed, or to its earlier incarnation, even then. */
  readonly dangling: readonly Explained[];
}

/** Returns the recovery from the crash of PDs and nodes at once. Cost: that of the crash and of an order of a start. */
export function recoveryFrom(given: StartingModel, targets: readonly EntityId[], policy: Policy): Recovery {
  const start = startOf(given);
  const { model, ending } = start;
  const cleanup = crash(model, targets, policy);
  const destroyed = cleanup.destroyed.map(({ entity }) => entity);
  // What was ending already has come to its end: nothing brings it back.
  const gone = new Set(destroyed.filter((id) => !ending.modes.has(id)));
  const over = new Set(destroyed.filter((id) => ending.modes.has(id)));
  const { ended, along } = endLosers(model, gone, over);
  const revived = endedWithin(model, gone, (id) => over.has(id) || start.ended.has(id));
  for (const id of revived) gone.add(id);
  const isThere = (id: EntityId): boolean => !gone.has(id) && !over.has(id) && !entityOf(model, id).absent;
  const order = orderStart(model, recoveryWaits(model, gone), {
    starts: (id) => gone.has(id),
    isThere,
  });
  const reasons = new Map(cleanup.destroyed.map((each) => [each.entity, each]));
  const before: Gone = {
    ended: new Set([...start.ended, ...over]),
    because: (id) => reasons.get(id)?.because ?? start.because(id),
  };
  const alive = Uint8Array.from(model.entities, ({ id }) => (isThere(id) ? 1 : 0));
  const survivors = alive.slice();
  const wanted = order.layers.map((layer) => layer.filter((id) => !revived.has(id)));
  const { actions, stepOf } = actionsOf(model, wanted, gone, alive);
  const { yielded, stuck, layers, cycles } = startLayers(comingBack(model, order, { survivors, alive }));
  return {
    model,
    named: targets,
    crashed: cleanup.crashed,
    destroyed,
    ended,
    along,
    actions,
    links: lateLinks(model, stepOf),
    layers: withThrough(model, layers, survivors),
    cycles,
    stuck: stillDead(model, gone, alive, stuck).filter(({ entity }) => !revived.has(entity)),
    yielded: yielded.filter(({ wait }) => isOwnNeed(model, wait)),
    ...damageWith(model, alive, lostBefore(spreadOf(model), survivors, before)),
    dangling: leftDangling(model, {
      isAlive: (id) => alive[id] === 1,
      hasEnded: (id) => gone.has(id) || before.ended.has(id),
      stepOf,
    }),
  };
}

/** Returns what had ended for good and comes back nevertheless: with a PD or node that it is in, or that manages it. */
const endedWithin = (
  model: RelatedEntities,
  gone: ReadonlySet<EntityId>,
  isOver: (id: EntityId) => boolean,
): ReadonlySet<EntityId> =>
  new Set(
    [...gone].flatMap((id) =>
      canCrash(entityOf(model, id).kind)
        ? [...broughtBy(model, id, (part) => gone.has(part) || isOver(part))].filter(isOver)
        : [],
    ),
  );

/** Returns what does not come back, and why: a need to start that stays unmet, or that what it is in does not. */
function stillDead(
  model: RelatedEntities,
  gone: ReadonlySet<EntityId>,
  alive: Uint8Array,
  stuck: readonly Explained[],
): Explained[] {
  const known = new Map(stuck.map((each) => [each.entity, each]));
  const toStart = new Map<EntityId, Fact[]>();
  for (const { id, source, as } of indexRelations(model).all('needs'))
    if (as === 'start') append(toStart, source, relationFact(model, id));
  const through = throughBroken(model, (one) => alive[one] === 1);
  return model.entities.flatMap(({ id }) => {
    if (!gone.has(id) || alive[id] === 1) return [];
    const because = through(id)?.because ?? toStart.get(id) ?? [nestingFact(model, id)];
    return [known.get(id) ?? { entity: id, because }];
  });
}

/**
 * Returns the waits of a recovery. Most are mere preferences, the earlier before the later, so soft needs come last: as
 * in a start, they give way to all others.
 */
function recoveryWaits(model: RelatedEntities, gone: ReadonlySet<EntityId>): StartWait[] {
  const waits = startWaits(model);
  const firm = [...waits.filter(({ strength }) => strength !== 'soft').map(preferred), ...holdWaits(model)];
  const soft = waits.filter(({ strength }) => strength === 'soft');
  return [firm, soft].flatMap((some) => [...some, ...liftedWaits(model, some, gone)]);
}

/** Makes a mere preference of a wait: a restart asks only for the host, and for what is needed `as start`. */
const preferred = (wait: StartWait): StartWait =>
  wait.strength === 'hard' && wait.others.some(({ because }) => because[0]?.relation !== undefined)
    ? { ...wait, strength: 'soft' }
    : wait;

/** Returns true for a soft need of the subject itself: other soft waits are mere preferences. */
function isOwnNeed(model: RelatedEntities, { subject, others }: StartWait): boolean {
  const relation = model.relations[others[0]?.because[0]?.relation ?? -1];
  return relation?.kind === 'needs' && relation.source === subject && relation.as === 'soft';
}

/**
 * Returns waits for what is held or referred to: a restart makes only holds of what is alive, and all other references
 * dangle. They give way on a cycle.
 */
function holdWaits(model: RelatedEntities): StartWait[] {
  const index = indexRelations(model);
  return [...index.all('holds'), ...index.all('refers')].map(({ id, source, target }) => ({
    subject: source,
    least: 1,
    others: [{ entity: target, because: [relationFact(model, id)] }],
    strength: 'soft',
    isWanted: false,
  }));
}

/** Returns the waits of what comes back with a PD or node as waits of this: it would come back too early otherwise. */
function liftedWaits(model: RelatedEntities, waits: readonly StartWait[], gone: ReadonlySet<EntityId>): StartWait[] {
  const bySubject = new Map<EntityId, StartWait[]>();
  for (const wait of waits) append(bySubject, wait.subject, wait);
  return model.entities.flatMap(({ id, kind }) => {
    if (!gone.has(id) || !canCrash(kind)) return [];
    const along = broughtBy(model, id, (part) => gone.has(part));
    const isInside = (part: EntityId): boolean => part === id || along.has(part);
    return [...along].flatMap((part) =>
      (bySubject.get(part) ?? []).flatMap((wait): StartWait[] => {
        const others = wait.others.filter(({ entity }) => !isInside(entity));
        // What else comes back along counts as alive.
        const inside = wait.others.filter(({ entity }) => entity !== part && isInside(entity));
        const least = wait.least - inside.length;
        return least <= 0 || least > others.length
          ? []
          : [{ ...wait, others, least, subject: id, strength: 'soft', isWanted: false }];
      }),
    );
  });
}

/** Returns the holds, requests, managements and maps between two that come back, the carrier first. */
const lateLinks = (model: RelatedEntities, stepOf: ReadonlyMap<EntityId, number>): Fact[] =>
  (['holds', 'manages', 'requests', 'maps'] as const).flatMap((kind) =>
    indexRelations(model)
      .all(kind)
      .filter(({ source, target }) => (stepOf.get(source) ?? Infinity) < (stepOf.get(target) ?? 0))
      .map(({ id }) => relationFact(model, id)),
  );
