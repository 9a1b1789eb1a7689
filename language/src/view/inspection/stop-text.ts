/**
 * Explains in words why a run stops.
 */
import { stepTextAt } from '../../simulation/play/recording/step-texts.ts';
import type { StopCause } from '../../simulation/play/recording/stops.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import type { RunModel } from '../run/run-rows.ts';
import { nameIn } from '../run/step-text.ts';
import { numberedTransitions, transitionText } from '../transition-text.ts';
import { nextTurn } from './inspect-run.ts';
import { t } from '../../model/common/translation.ts';

/** Returns one sentence without the final full stop. */
export function stopText(model: RunModel, timeline: Timeline, step: number, cause: StopCause): string {
  switch (cause.kind) {
    case 'point':
      return pointText(model, timeline, step, cause);
    case 'failure': {
      const played = timeline.records(step, step).at(-1)?.played;
      if (played?.kind !== 'judged') return t`The expectation does not hold`;
      return t`Expected ${played.judgement.expected}, found ${played.judgement.found}`;
    }
    case 'error':
    case 'remark': {
      const played = timeline.records(step, step).at(-1)?.played;
      if (played === undefined || played.kind === 'judged') return t`Something is wrong`;
      const { error, remarks } = played.stepped;
      return error?.message ?? remarks[0]?.message ?? t`Something is wrong`;
    }
    case 'final':
      return t`${nameIn(model.program, cause.entity ?? -1)} has entered the final state ${stateAt(model, cause)}`;
  }
}

/** Returns in a few words what comes next or went wrong; undefined if a state was entered. */
export function stopTop(model: RunModel, timeline: Timeline, step: number, cause: StopCause): string | undefined {
  switch (cause.kind) {
    case 'point':
      return cause.what === 'entered' ? undefined : comingText(model, timeline, step, cause);
    case 'failure':
      return cause.place === undefined ? undefined : stepTextAt(model.program.model, cause.place);
    case 'error':
      return t`error in the model`;
    case 'remark':
      return t`remark`;
    case 'final':
      return undefined;
  }
}

function pointText(
  model: RunModel,
  timeline: Timeline,
  step: number,
  cause: Extract<StopCause, { readonly kind: 'point' }>,
): string {
  const { entity, what, error } = cause;
  const trouble = error === undefined ? '' : t`. Its condition has no value: ${error}`;
  if (what === 'entered')
    return t`${nameIn(model.program, entity ?? -1)} has entered ${stateAt(model, cause)}${trouble}`;
  const text = comingText(model, timeline, step, cause);
  return `${entity === undefined ? t`Next` : t`${nameIn(model.program, entity)} is about to take`}: ${text}${trouble}`;
}

/** Returns in words what is about to happen at a point. */
function comingText(model: RunModel, timeline: Timeline, step: number, cause: StopCause): string {
  return cause.entity === undefined ? (nextTurn(model, timeline, step)?.text ?? t`a step`) : transitionAt(model, cause);
}

const stateAt = ({ program }: RunModel, { entity, place }: StopCause): string =>
  program.machineOf[entity ?? -1]?.states.find((state) => state.place === place)?.name ?? '';

function transitionAt({ program }: RunModel, { entity, place }: StopCause): string {
  const machine = program.model.machines[program.model.entities[entity ?? -1]?.machine ?? -1];
  const found = machine && numberedTransitions(machine).find((transition) => transition.place === place);
  return machine && found ? transitionText(machine, found, (id) => nameIn(program, id)) : '';
}
