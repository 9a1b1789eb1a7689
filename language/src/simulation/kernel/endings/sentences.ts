/**
 * What a step ends: with what dies or stops with it, without what is protected from a collection, and without what has
 * to wait.
 */
import { fatesOf, takenBy } from '../../../analysis/deletion/takes-along.ts';
import { type EndMode, goesOn } from '../../../analysis/deletion/deletion-state.ts';
import { withoutWaiting } from '../../../analysis/doomed/doomed-by-destruction.ts';
import { type DoomedSet, plainDoomedSet } from '../../../analysis/facts/doomed.ts';
import { indexRelations } from '../../../analysis/facts/relation-index.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Fact } from '../../../model/fact.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import type { Policy } from '../../../model/policy.ts';
import { graphNow } from '../graph-now.ts';
import { collectable } from './reachability.ts';
import { mayRefuseNow, sayKept } from './refusals.ts';
import { lifeBits, type Run } from '../run.ts';

/** The entities that end together, and why each of them does. */
export interface Sentence {
  readonly entities: readonly EntityId[];
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** Sentences an entity: from now on it is doomed. */
export function doom(run: Run, entity: EntityId): void {
  const { life } = run.state;
  if ((itemAt(life, entity) & lifeBits.doomed) !== 0) return;
  life[entity] = itemAt(life, entity) | lifeBits.doomed;
  run.tell?.({ kind: 'doomed', entity });
}

/** What ends because no root reaches it, and what does not end along with it. */
interface Found {
  readonly found: ReadonlySet<EntityId>;
  readonly kept?: readonly EntityId[];
}

/** Returns which of the entities that are unreachable now end, and what is protected and stays, which makes a remark. */
export function collectLeft(
  run: Run,
  left: readonly EntityId[],
  policy: Policy,
): { readonly found: readonly EntityId[]; readonly kept: readonly EntityId[] } {
  if (left.length === 0 || policy.protection === 'ignore' || !mayRefuseNow(run)) return { found: left, kept: [] };
  const { stages, held, spared } = collectable(run, 'demand', policy);
  const ends = new Set([...stages.flat(), ...held.map(({ entity }) => entity)]);
  const would = new Set([...left, ...fatesOf(graphNow(run).model, left, existing(run))]);
  sayKept(
    run,
    spared.filter(({ entity }) => would.has(entity)),
    undefined,
  );
  return { found: left.filter((id) => ends.has(id)), kept: spared.map(({ entity }) => entity) };
}

/** Marks what is alive with 1, but for what is `kept`. */
function existing({ state }: Run, kept: readonly EntityId[] = []): Uint8Array {
  const exists = state.life.map((bits) => bits & lifeBits.alive);
  for (const id of kept) exists[id] = 0;
  return exists;
}

/**
 * Returns a sentence with what dies or stops with its entities, but for what is kept, without what has to wait for
 * something else. What is `found` ends without what it owns.
 */
export function withFates(run: Run, sentence: Sentence, { found, kept = [] }: Found): Sentence {
  const { model } = graphNow(run);
  if (!model.relations.some(({ kind }) => kind === 'dies with' || kind === 'stops with' || kind === 'waits for'))
    return sentence;
  const { because } = sentence;
  const exists = existing(run);
  const along = new Set(takenBy(model, sentence.entities, existing(run, kept)));
  const entities = [...new Set([...sentence.entities, ...along])];
  const isDestroyed = new Set(sentence.entities.filter((id) => !found.has(id)));
  const modeOf = (entity: EntityId): EndMode => {
    if (isDestroyed.has(entity)) return 'destroy';
    if (!along.has(entity)) return 'collect';
    return kept.length > 0 ? 'taken' : 'destroy';
  };
  const isUnderWay = (entity: EntityId): boolean => goesOn(run.state.deletions.get(entity), modeOf(entity));
  const all = plainDoomedSet(entities, { because, hops: (entity) => because(entity).length - 1 });
  const set = withoutWaiting(indexRelations(model), exists, all, isUnderWay);
  holdBack(run, set, modeOf);
  return { entities: set.stages.flat(), because };
}

/** Dooms what has to wait for something else before it can end, in a mode, unless a stronger end has begun. */
export function holdBack(
  run: Run,
  { held }: Pick<DoomedSet, 'held'>,
  modeOf: (entity: EntityId) => EndMode = () => 'destroy',
): void {
  if (held.length === 0) return;
  const { state } = run;
  const deletions = new Map(state.deletions);
  for (const { entity } of held) {
    const mode = modeOf(entity);
    if (!goesOn(deletions.get(entity), mode)) deletions.set(entity, mode);
    doom(run, entity);
  }
  state.deletions = deletions;
}
