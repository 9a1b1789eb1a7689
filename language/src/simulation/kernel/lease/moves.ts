/**
 * Moves of a PD to another node: it travels as messages do, stands still meanwhile, and counts as being at its origin
 * until it arrives.
 */
import { entityName } from '../../../model/model.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import { schedule } from '../agenda.ts';
import { arrivalGroup, groupEntries } from '../agenda-groups.ts';
import { isAlive } from '../graph-now.ts';
import { nodeOf, passage } from '../messages.ts';
import { remark } from '../remarks.ts';
import type { Entry, Run } from '../run.ts';
import { outside } from './leases.ts';
import { referencesNow } from './references.ts';
import { acknowledge, addRemote, enterBoxes, keepFor } from './transfers.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** Sends a living PD to a living node; a PD that is lost on the way stays at its origin. */
export function departTo(run: Run, entity: EntityId, to: EntityId, place: PlaceId): void {
  const { state, program } = run;
  const nameOf = (id: EntityId): string => `"${entityName(program.model, id)}"`;
  const life = itemAt(state.lives, entity);
  if (travellers(run).has(entity)) {
    remark(run, { code: 'run/refused', message: t`${nameOf(entity)} is already on its way; it cannot move.`, place });
    return;
  }
  const { at, isLost } = passage(run, { from: entity, to }, () => 0);
  if (isLost) {
    const message = t`${nameOf(entity)} stays where it is: its move to ${nameOf(to)} was interrupted.`;
    remark(run, { code: 'run/lost', message, place });
    return;
  }
  if (state.leases !== undefined && nodeOf(run, entity) !== to) enterBoxes(run, referencesNow(run).boxesOf(entity));
  if (at > state.now) schedule(run, at, { kind: 'lease', entity, work: { kind: 'arrival', to, life } });
  else arriveAt(run, entity, to, life);
}

/** Puts a PD on the node that it was sent to; the node it came from hears of it in the same instant. */
export function arriveAt(run: Run, entity: EntityId, to: EntityId, life: number): void {
  const { state, program } = run;
  if (!isAlive(state, entity) || state.lives[entity] !== life) return;
  if (!isAlive(state, to)) {
    const name = entityName(program.model, entity);
    const message = t`"${name}" stays where it is: the target node is not alive.`;
    remark(run, { code: 'run/lost', message, place: undefined });
    return;
  }
  const from = nodeOf(run, entity) ?? outside;
  state.places = new Map(state.places).set(entity, to);
  run.tell?.({ kind: 'moved', entity });
  if (state.leases === undefined || from === to) return;
  const boxes = referencesNow(run).boxesOf(entity);
  if (boxes.length === 0) return;
  addRemote(
    run,
    to,
    boxes.filter((box) => nodeOf(run, box) !== to),
  );
  const transfer = { number: state.messages, from, boxes };
  state.messages += 1;
  keepFor(run, transfer);
  acknowledge(run, transfer, state.now);
}

/** Returns the PDs that are on their way to another node. */
export function travellers({ state }: Pick<Run, 'state'>): Set<EntityId> {
  const found = new Set<EntityId>();
  const add = ({ due }: Entry): void => {
    if (due.kind === 'lease' && due.work.kind === 'arrival') found.add(due.entity);
  };
  groupEntries(state, arrivalGroup).forEach(add);
  state.held.forEach(add);
  return found;
}
