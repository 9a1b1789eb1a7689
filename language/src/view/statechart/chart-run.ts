/**
 * The machine of an entity after a step of a run: its active states, possible transitions, timers and variables.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { textOf } from '../../simulation/program/expressions.ts';
import { lifeText, messageText } from '../../simulation/program/observe.ts';
import { configurationOf } from '../../simulation/kernel/machines/configuration.ts';
import { dueNow } from '../../simulation/kernel/kernel.ts';
import { isTrue } from '../../simulation/kernel/operators.ts';
import { RunError } from '../../simulation/values/run-error.ts';
import type { Frame, Run, TransitionProgram } from '../../simulation/kernel/run.ts';
import { takenNow } from '../../simulation/play/recording/interventions.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import { computedOf } from '../inspection/inspect-actor.ts';
import type { RunModel } from '../run/run-rows.ts';
import { numberedTransitions } from '../transition-text.ts';
import { askedParameters, type AskedParameter } from './event-parameters.ts';
import { rootState, stateId, transitionId } from './statechart.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { entityMachine } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** An armed timer. */
export interface ChartTimer {
  readonly transition: string;
  /** `2s left`. */
  readonly left: string;
}

/** A transition that a user can make happen. */
export interface Fire {
  readonly transition: string;
  readonly event?: string;
  /** What the event says; absent if it says nothing. */
  readonly parameters?: readonly AskedParameter[];
}

/** The machine of an entity after a step. */
export interface ChartRun {
  readonly entity: string;
  readonly step: number;
  readonly time: string;
  /** `alive`, `crashed`. */
  readonly is: string;
  /** The active states, outer ones first, including the machine; empty while it is not alive. */
  readonly active: readonly string[];
  /** The transitions that their event or timer would trigger now, as far as that can be known. */
  readonly enabled: readonly string[];
  /** The transitions that it took in the step itself. */
  readonly taken: readonly string[];
  /**
   * The transitions that a user can make happen: by sending the event, or by waiting for the timer if there is none.
   */
  readonly fires: readonly Fire[];
  /** The first due entry of the whole run: its index in the agenda, and its time. */
  readonly due?: { readonly entry: number; readonly at: string };
  readonly timers: readonly ChartTimer[];
  readonly variables: readonly { readonly name: string; readonly text: string }[];
  readonly deferred: readonly string[];
}

/** Returns the machine of an entity after a step; undefined if it runs none, or the run has no such step. */
export function chartRun({ program }: RunModel, timeline: Timeline, step: number, name: string): ChartRun | undefined {
  const entity = program.model.entities.find((each) => each.name === name)?.id ?? -1;
  const machine = program.machineOf[entity];
  if (machine === undefined) return undefined;
  const record = timeline.records(step, step).at(-1);
  const { run } = timeline.goTo(step);
  if (record?.step !== step) return undefined;
  const enabled = enabledIn(run, entity);
  const taken = record.effects.flatMap((effect) =>
    effect.kind === 'taken' && effect.entity === entity ? [transitionId(effect.transition)] : [],
  );
  const { state } = run;
  const from = itemAt(program.slotsFrom, entity);
  return {
    entity: name,
    step,
    time: durationText(state.now),
    is: lifeText(run, entity),
    active: activeStates(run, entity),
    enabled: enabled.map(({ number }) => transitionId(number)),
    taken: [...new Set(taken)],
    fires: firesNow(run, entity, enabled),
    ...firstDue(run),
    timers: timersOf(run, entity),
    variables: [
      ...machine.variables.map((variable, slot) => ({
        name: variable.name,
        text: textOf(program, state.values[from + slot] ?? null),
      })),
      ...computedOf(run, entity).map(({ name, text }) => ({ name, text })),
    ],
    deferred: (state.deferred.get(entity) ?? []).map((message) => messageText(program, message)),
  };
}

function activeStates({ program, state }: Run, entity: EntityId): readonly string[] {
  const states = configurationOf({ program, state }, entity)?.states;
  return states === undefined ? [] : [rootState, ...states.map(stateId)];
}

/**
 * Returns the transitions of the active states that could be taken, because their guards hold. A guard that uses the
 * values of an event cannot be evaluated in advance; such a transition counts.
 */
function enabledIn(run: Run, entity: EntityId): readonly TransitionProgram[] {
  const machine = run.program.machineOf[entity];
  const path = new Set(configurationOf(run, entity)?.innermost.flatMap((state) => state.path));
  return (machine?.transitions ?? []).filter(
    (transition) => path.has(transition.source) && mayBeTaken(run, entity, transition),
  );
}

function mayBeTaken(run: Run, entity: EntityId, { guard, number }: TransitionProgram): boolean {
  if (guard === undefined) return true;
  const machine = entityMachine(run.program.model, entity);
  const declared = machine && numberedTransitions(machine)[number];
  const names = declared?.trigger.kind === 'event' ? declared.trigger.parameters : [];
  if (names.length > 0 && namesOneOf(names, declared?.guard)) return true;
  const frame: Frame = { run, self: entity, locals: [] };
  try {
    return isTrue(guard(frame));
  } catch (error) {
    if (error instanceof RunError) return false;
    throw error;
  }
}

/** Returns true if an expression names a value of the event. */
function namesOneOf(names: readonly string[], part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && part.kind === 'local' && 'name' in part) return names.some((name) => name === part.name);
  return Object.values(part).some((inner) => namesOneOf(names, inner));
}

/** Returns the transitions that an event of the user or an armed timer triggers. */
function firesNow(run: Run, entity: EntityId, enabled: readonly TransitionProgram[]): ChartRun['fires'] {
  const machine = entityMachine(run.program.model, entity);
  const transitions = machine === undefined ? [] : numberedTransitions(machine);
  const events = new Set(takenNow(run).flatMap(({ to, event }) => (to === entity ? (event ?? []) : [])));
  const armed = new Set(timersOf(run, entity).map(({ transition }) => transition));
  return enabled.flatMap(({ number }): Fire[] => {
    const [transition, trigger] = [transitionId(number), transitions[number]?.trigger];
    if (trigger?.kind === 'event' && events.has(trigger.event)) {
      const parameters = askedParameters(run, entity, trigger.event);
      return [{ transition, event: trigger.event, ...(parameters.length > 0 && { parameters }) }];
    }
    return trigger?.kind === 'after' && armed.has(transition) ? [{ transition }] : [];
  });
}

function firstDue({ state }: Run): Pick<ChartRun, 'due'> {
  const [first] = dueNow(state);
  return first === undefined ? {} : { due: { entry: state.agenda.indexOf(first), at: durationText(first.at) } };
}

function timersOf({ state }: Run, entity: EntityId): readonly ChartTimer[] {
  return [...state.agenda, ...state.held].flatMap(({ at, due }) =>
    due.kind === 'timer' && due.entity === entity
      ? [{ transition: transitionId(due.transition), left: t`${durationText(Math.max(0, at - state.now))} left` }]
      : [],
  );
}
