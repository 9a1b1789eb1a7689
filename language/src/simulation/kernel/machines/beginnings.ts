/**
 * The beginning of machines: at the start of a run, and in the step in which their entity comes to life, before
 * anything else can happen. While an entity stands still, its machine waits until the step in which it goes on.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isAlive } from '../graph-now.ts';
import { complete, defer, noteArrival, offer, startMachine } from './machine.ts';
import { lifeBits, type Run } from '../run.ts';
import { checkRequirements } from './start-values.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** Returns the first entity, in declaration order, whose machine has yet to begin and that is not suspended. */
export function nextToBegin(run: Run, isSuspended: ((entity: EntityId) => boolean) | undefined): EntityId | undefined {
  const next = run.program.active.find((entity) => hasYetToBegin(run, entity) && isSuspended?.(entity) !== true);
  run.step.hasRevived = next !== undefined;
  return next;
}

const hasYetToBegin = ({ state }: Run, entity: EntityId): boolean =>
  itemAt(state.active, entity) < 0 && isAlive(state, entity);

/** Begins a machine; after a restart it first takes `restarted`. */
export function beginMachine(run: Run, entity: EntityId): void {
  const { state } = run;
  if (!hasYetToBegin(run, entity)) return;
  const life = itemAt(state.life, entity);
  state.life[entity] = life & ~lifeBits.restarted;
  checkRequirements(run, entity);
  startMachine(run, entity);
  const isUnheard = (life & lifeBits.restarted) !== 0 && !takeRestarted(run, entity);
  complete(run, entity);
  // A first state that is left at once is a choice, which observes nothing.
  if (isUnheard && offer(run, entity, 'restarted', []) === 'taken') complete(run, entity);
}

/** Returns false if the first state does nothing with the event. */
function takeRestarted(run: Run, entity: EntityId): boolean {
  const { state } = run;
  const number = state.messages;
  const message = { from: undefined, to: entity, event: 'restarted', arguments: [], place: undefined, number };
  state.messages += 1;
  noteArrival(run, message);
  const taken = offer(run, entity, message.event, []);
  if (taken === 'deferred') defer(run, message);
  return taken !== 'dropped';
}
