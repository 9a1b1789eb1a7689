/**
 * Inspects a run after one of its steps: its actors, and what comes next.
 */
import type { Trigger } from '../../model/machines/machine.ts';
import { bareStateText } from '../../simulation/program/found.ts';
import { durationText, type Value } from '../../simulation/values/values.ts';
import type { Program, Run } from '../../simulation/kernel/run.ts';
import type { StepRecord, Timeline } from '../../simulation/play/recording/timeline.ts';
import { lifeText } from '../../simulation/program/observe.ts';
import type { RunModel } from '../run/run-rows.ts';
import { nameIn, playedEntity, playedPlace, playedText } from '../run/step-text.ts';
import { numberedTransitions, transitionText } from '../transition-text.ts';
import type { InspectedActor, InspectedRun, InspectedTurn } from './inspected.ts';
import { entityMachine } from '../../model/model.ts';

/** The most actors to list. */
const mostActors = 1000;

/** Returns the state of a run after a step; undefined if the timeline does not have the step. Cost: O(entities). */
export function inspectRun(model: RunModel, timeline: Timeline, step: number, title: string): InspectedRun | undefined {
  const next = nextTurn(model, timeline, step);
  const { run, step: reached } = timeline.goTo(step);
  if (reached !== step) return undefined;
  const all = actorsOf(run);
  const actors = [{ id: 0, name: title, detail: durationText(run.state.now) }, ...all.slice(0, mostActors)];
  const otherActors = Math.max(0, all.length - mostActors);
  const shown = { step, time: durationText(run.state.now), actors, otherActors };
  if (next === undefined) return shown;
  const { actor, text, span } = next;
  return { ...shown, next: { actor, text, ...(span !== undefined && { span }) } };
}

/** A turn with the parameter names and values of the event it handles, if any. */
export interface NextTurn extends InspectedTurn {
  readonly parameters?: ReadonlyMap<string, Value>;
}

/** Returns the first action of the step after one, with its location. */
export function nextTurn(model: RunModel, timeline: Timeline, step: number): NextTurn | undefined {
  const record = timeline.records(step + 1, step + 1).at(-1);
  return record?.step === step + 1 ? turnOf(model, record) : undefined;
}

/** Returns the entities that act: those with a machine, and all protection domains and regions. */
function actorsOf(run: Run): InspectedActor[] {
  const { program } = run;
  return program.model.entities
    .filter(({ machine, kind }) => machine !== undefined || kind === 'pd' || kind === 'region')
    .map(({ id, name, machine }) => {
      const state = machine === undefined ? '' : bareStateText(run, id);
      const life = lifeText(run, id);
      return { id: id + 1, name, detail: life !== 'alive' || state === '' ? life : state };
    });
}

function turnOf({ program, sources }: RunModel, record: StepRecord): NextTurn {
  const { played, effects } = record;
  const entity = played.kind === 'acted' || played.kind === 'judged' ? undefined : playedEntity(played);
  const taken = effects.find((effect) => effect.kind === 'taken' && effect.entity === entity);
  const transition = taken?.kind === 'taken' ? transitionOf(program, taken) : undefined;
  const text = transition?.text ?? playedText(program, played, effects);
  const message = played.kind === 'due' && played.due.kind === 'message' ? played.due.message : undefined;
  const trigger = transition?.trigger;
  const isIts = message !== undefined && trigger?.kind === 'event' && trigger.event === message.event;
  const parameters = isIts
    ? new Map(trigger.parameters.map((name, index) => [name, message.arguments[index] ?? null]))
    : undefined;
  const place = taken?.kind === 'taken' ? taken.place : playedPlace(program, played);
  const span = sources.places[place ?? -1];
  return {
    actor: (entity ?? -1) + 1,
    text,
    ...(span !== undefined && { span }),
    ...(parameters !== undefined && parameters.size > 0 && { parameters }),
  };
}

/** A transition in words. */
interface TakenTransition {
  readonly text: string;
  readonly trigger: Trigger;
}

/** Returns a transition of an entity's machine in words. */
function transitionOf(
  program: Program,
  { entity, transition }: { readonly entity: number; readonly transition: number },
): TakenTransition | undefined {
  const machine = entityMachine(program.model, entity);
  const taken = machine && numberedTransitions(machine)[transition];
  if (machine === undefined || taken === undefined) return undefined;
  return { text: transitionText(machine, taken, (id) => nameIn(program, id)), trigger: taken.trigger };
}
