/**
 * Deletions of a state: what they end now or at last, why, and what protection keeps from them.
 */
import { entityName } from '../../../model/model.ts';
import type { Ending } from '../../../analysis/deletion/at-start.ts';
import type { DeletionRun, EndMode } from '../../../analysis/deletion/deletion-state.ts';
import { runDeletion } from '../../../analysis/deletion/deletion-run.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Fact } from '../../../model/fact.ts';
import { graphNow, isAlive } from '../graph-now.ts';
import { isHeldUp, ownershipNow, ownModeNow } from './ownership.ts';
import { vetoesNow } from './refusals.ts';
import { lifeBits, type Link, type Run } from '../run.ts';
import type { Sentence } from './sentences.ts';
import { append } from '../../../model/common/append.ts';
import { t } from '../../../model/common/translation.ts';

/** Returns what is ending in a state. */
export function endingIn(run: Run): Ending {
  const { owns } = ownershipNow(run);
  return {
    modes: run.state.deletions,
    ownModeOf: (id) => ownModeNow(run, id),
    isHeld: (id) => isHeldUp(run, id),
    isForeign: (owner, owned) => !owns(owner, owned),
  };
}

/**
 * Runs deletions from the state: as far as they come within the instant, or to the end of it all, without what holds
 * anything up.
 */
export function deletionNow(
  run: Run,
  deletions: ReadonlyMap<EntityId, EndMode>,
  atLast?: { readonly staysAbandoned: (entity: EntityId) => boolean },
): { readonly outcome: DeletionRun; readonly links: readonly Link[] } {
  const { entities } = graphNow(run).model;
  const { links, relations, owns } = ownershipNow(run);
  const outcome = runDeletion({
    model: { entities, relations },
    targets: [...deletions.keys()].sort((a, b) => a - b),
    mode: 'background',
    modeOf: (id) => deletions.get(id),
    ownModeOf: (id) => ownModeNow(run, id),
    exists: run.state.life.map((bits) => bits & lifeBits.alive),
    isHeld: (id) => atLast === undefined && isHeldUp(run, id),
    isForeign: (owner, owned) => !owns(owner, owned),
    isAwaited: () => atLast === undefined,
    isInstant: atLast === undefined,
    ...atLast,
  });
  return { outcome, links };
}

/**
 * Returns all that a step with these deletions would end sooner or later: what those under way would not, and what the
 * `named` would end by themselves, even if it is already ending. Of what has no owner, what is protected stays. Cost:
 * O(V + E), and again for each object without owners.
 */
export function endedBy(
  run: Run,
  deletions: ReadonlyMap<EntityId, EndMode>,
  named: readonly EntityId[],
  staysAbandoned = (id: EntityId): boolean => isProtectedNow(run, id),
): EntityId[] {
  const { deletions: before } = run.state;
  const modesOf = (each: ReadonlyMap<EntityId, EndMode>, stays = staysAbandoned): DeletionRun['mode'] =>
    deletionNow(run, each, { staysAbandoned: stays }).outcome.mode;
  const [then, now] = [modesOf(deletions), modesOf(before)];
  // What has lost its owners before ends by nobody's step.
  const own = modesOf(new Map([...deletions].filter(([id]) => named.includes(id))), () => true);
  return run.program.model.entities
    .map(({ id }) => id)
    .filter((id) => own[id] !== undefined || (then[id] !== undefined && now[id] === undefined));
}

/** Returns true if what is protected keeps an object from being deleted only because its owners are gone. */
export function isProtectedNow(run: Run, entity: EntityId): boolean {
  const ending = (): readonly EntityId[] => {
    const deletions = new Map(run.state.deletions).set(entity, ownModeNow(run, entity) ?? 'background');
    return endedBy(run, deletions, [entity], () => true);
  };
  const step = { named: [], isEviction: false, policy: run.program.defaultPolicy, because: () => [] };
  return vetoesNow(run, { ...step, ending }).length > 0;
}

/**
 * Returns why each object is deleted: by itself, or because it lost its owners. Recorded while these are still known.
 */
export function reasonsOfDeletion(run: Run, ended: readonly EntityId[]): Sentence['because'] {
  const nameOf = (id: EntityId): string => `"${entityName(run.program.model, id)}"`;
  const isEnded = new Set(ended);
  const owners = new Map<EntityId, Fact[]>();
  for (const { kind, source, target, declared } of run.keepsHistory ? run.state.links : []) {
    if ((kind === 'dies with' || kind === 'stops with') && isEnded.has(source) && run.state.deletions.has(target)) {
      const text = `${nameOf(source)} ${kind} ${nameOf(target)}`;
      owners.set(source, [declared === undefined ? { text, entity: target } : { text, relation: declared }]);
    }
    if (kind !== 'owns' || !isEnded.has(target)) continue;
    const isGone = !isAlive(run.state, source);
    if (!isGone && !run.state.deletions.has(source)) continue;
    const text = t`${nameOf(source)}, which owns ${nameOf(target)}, is ${isGone ? t`gone` : t`deleted`}`;
    const fact = declared === undefined ? { text, entity: source } : { text, relation: declared };
    append(owners, target, fact);
  }
  return (entity) => [...(owners.get(entity) ?? []), { text: t`${nameOf(entity)} is deleted`, entity }];
}
