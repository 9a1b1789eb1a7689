/**
 * Makes faults happen: to PDs and nodes, and to what is under way. When they may, and how often, is decided elsewhere.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { scheduleCopy, unschedule } from '../kernel/agenda.ts';
import { setValue } from '../kernel/assignment.ts';
import { act, take } from '../kernel/kernel.ts';
import { loseKeepalive } from '../kernel/lease/keepalives.ts';
import { countOutcome } from '../kernel/lease/tally.ts';
import { forget } from '../kernel/lease/transfers.ts';
import { crashNow } from '../kernel/endings/life.ts';
import type { Due, Entry, Run } from '../kernel/run.ts';
import type { Played } from './player.ts';

/** A fault that strikes an entity, and others in the same event. */
export interface Strike {
  readonly kind: 'crash' | 'halt' | 'pause';
  readonly entity: EntityId;
  readonly others?: readonly EntityId[];
}

/** A fault of the network. */
export interface Disturbance {
  readonly kind: 'lose' | 'duplicate' | 'reorder';
  readonly entry: Entry;
}

/**
 * Returns the entities of which a fault of the network has to name one to affect an entry: the receiver of a message
 * that travels, and not of one from the scenario or system; for a keepalive the box, or the node that it is on.
 */
export function receiversOf(due: Due): readonly EntityId[] {
  if (due.kind === 'message') return due.message.from === undefined ? [] : [due.message.to];
  return due.kind === 'lease' && due.work.kind === 'keepalive' ? [due.entity, due.work.keepalive.to] : [];
}

/** Strikes entities; a pause is a setting of the node, as one that the model sets. */
export function strike(run: Run, { kind, entity, others = [] }: Strike): Played {
  const all = [entity, ...others];
  const stepped = act(run, () => {
    if (kind === 'pause') {
      for (const id of all) setValue(run, { kind: 'entity', id }, 'paused', undefined, true);
      return;
    }
    crashNow(run, all, run.program.defaultPolicy, { place: undefined, isFinal: kind === 'halt' });
  });
  return { kind, entity, ...(others.length > 0 && { others }), stepped };
}

/** Loses, duplicates or reorders what is under way. */
export function disturb(run: Run, { kind, entry }: Disturbance): Played {
  const entity = itemAt(receiversOf(entry.due), 0);
  const stepped =
    kind === 'reorder'
      ? take(run, entry)
      : act(run, () => {
          if (kind === 'duplicate') duplicate(run, entry);
          else lose(run, entry);
        });
  return { kind, entity, due: entry.due, stepped };
}

function lose(run: Run, entry: Entry): void {
  const { at, due } = entry;
  unschedule(run.state, entry);
  if (due.kind === 'message') {
    run.tell?.({ kind: 'lost', message: due.message });
    forget(run, due.message);
  }
  if (due.kind === 'lease' && due.work.kind === 'keepalive') loseKeepalive(run, due.work.keepalive, at);
}

function duplicate(run: Run, entry: Entry): void {
  const { due } = entry;
  scheduleCopy(run, entry);
  if (due.kind === 'lease' && due.work.kind === 'keepalive') countOutcome(run, 'duplicated', due.work.keepalive);
}
