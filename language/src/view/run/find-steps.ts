/**
 * Finds the steps of a run that match a filter, in portions.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Effect } from '../../simulation/kernel/run.ts';
import type { StepRecord, Timeline } from '../../simulation/play/recording/timeline.ts';
import type { RunFilter } from './run-filter.ts';
import { runRow, type RunModel } from './run-rows.ts';
import { playedEntity } from './step-text.ts';

/** The number of steps to examine before yielding. */
const stepsAtOnce = 64;

/** Returns the matching steps in order, yielding in between. Cost: that of playing the run. */
export function* findSteps(
  model: RunModel,
  { timeline, last }: { readonly timeline: Timeline; readonly last: number },
  filter: RunFilter,
): Generator<undefined, readonly number[]> {
  const found: number[] = [];
  const entity = filter.entity.trim();
  const id = entity === '' ? undefined : model.program.model.entities.find(({ name }) => name === entity)?.id;
  // An entity that does not exist has no steps.
  if (entity !== '' && id === undefined) return found;
  for (let from = 0; from <= last; from += stepsAtOnce) {
    const records = timeline.records(from, Math.min(last, from + stepsAtOnce - 1));
    for (const record of records) if (fits(model, record, filter, id)) found.push(record.step);
    yield;
  }
  return found;
}

function fits(
  model: RunModel,
  record: StepRecord,
  { without, text, onlyMarked }: RunFilter,
  entity: EntityId | undefined,
): boolean {
  if (entity !== undefined && !isAbout(record, entity)) return false;
  const row = runRow(model, record);
  if (onlyMarked && row.mark === undefined) return false;
  if (without.includes(row.kind)) return false;
  return row.text.toLowerCase().includes(text.trim().toLowerCase());
}

/** Returns true if a step affects an entity directly or through one of its effects. */
function isAbout({ played, effects }: StepRecord, entity: EntityId): boolean {
  return playedEntity(played) === entity || effects.some((effect) => concerns(effect, entity));
}

function concerns(effect: Effect, entity: EntityId): boolean {
  if ('entity' in effect && effect.entity === entity) return true;
  return 'message' in effect && (effect.message.from === entity || effect.message.to === entity);
}
