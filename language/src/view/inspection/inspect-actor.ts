/**
 * Inspects one actor after a step of a run: its states from the innermost, and its variables, parameters, timers and
 * facts.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Span } from '../../model/span.ts';
import { compileExpression } from '../../simulation/program/expressions.ts';
import { bareStateText, stateText } from '../../simulation/program/found.ts';
import { configurationOf } from '../../simulation/kernel/machines/configuration.ts';
import { isAlive } from '../../simulation/kernel/graph-now.ts';
import { dueText, lifeText, messageText, observeSettings, troublesIn } from '../../simulation/program/observe.ts';
import { machineScope } from '../../simulation/program/program.ts';
import { RunError } from '../../simulation/values/run-error.ts';
import type { Link, Run } from '../../simulation/kernel/run.ts';
import type { Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import type { RunModel } from '../run/run-rows.ts';
import { nameIn } from '../run/step-text.ts';
import { numberedTransitions, triggerText } from '../transition-text.ts';
import { typeText } from '../../model/machines/type-text.ts';
import { nextTurn, type NextTurn } from './inspect-run.ts';
import type { InspectedDetails, InspectedFrame, InspectedScope, InspectedTurn, InspectedValue } from './inspected.ts';
import { inspectValue, mostParts, others } from './value-parts.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { entityMachine } from '../../model/model.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the details of an actor after a step; undefined if it does not exist. */
export function inspectActor(
  model: RunModel,
  timeline: Timeline,
  step: number,
  { actor, title, place }: { readonly actor: number; readonly title: string; readonly place: Span | undefined },
): InspectedDetails | undefined {
  const next = nextTurn(model, timeline, step);
  const { run, step: reached } = timeline.goTo(step);
  if (reached !== step) return undefined;
  const coming = next?.actor === actor ? [frameOf(next)] : [];
  if (actor === 0) {
    const frame: InspectedFrame = { kind: 'run', name: title, ...(place !== undefined && { span: place }) };
    return { frames: [...coming, frame], scopes: scopesOfRun(run) };
  }
  const entity = actor - 1;
  if (model.program.model.entities[entity] === undefined) return undefined;
  const event = next?.actor === actor && next.parameters !== undefined ? eventScope(run, next.parameters) : [];
  return { frames: [...coming, ...framesOf(model, run, entity)], scopes: [...event, ...scopesOf(run, entity)] };
}

const eventScope = ({ program }: Run, parameters: NonNullable<NextTurn['parameters']>): InspectedScope[] => [
  {
    name: 'event',
    values: [...parameters].map(([name, value]) => inspectValue(program, { name, value, expression: name })),
  },
];

const frameOf = ({ text, span }: InspectedTurn): InspectedFrame => ({
  kind: 'next',
  name: text,
  ...(span !== undefined && { span }),
});

/** Returns the states of an entity, innermost first, then its machine; the entity itself if it runs none. */
function framesOf({ program, sources }: RunModel, { state }: Run, entity: EntityId): InspectedFrame[] {
  const placed = (kind: InspectedFrame['kind'], name: string, span: Span | undefined): InspectedFrame => ({
    kind,
    name,
    ...(span !== undefined && { span }),
  });
  const machine = program.machineOf[entity];
  const declared = placed('entity', nameIn(program, entity), sources.entities[entity]);
  if (machine === undefined) return [declared];
  const root = machine.states.length - 1;
  const states = [...(configurationOf({ program, state }, entity)?.states ?? [])]
    .reverse()
    .map((index) => machine.states[index])
    .filter((each) => each !== undefined)
    .map(({ name, place }) => placed('state', name, sources.places[place]));
  const around = machine.states[root];
  if (states.length === 0 || around === undefined) return [declared];
  return [...states, placed('machine', machine.name, sources.places[around.place])];
}

function scopesOf(run: Run, entity: EntityId): InspectedScope[] {
  const scopes: InspectedScope[] = [
    { name: 'variables', values: [...variablesOf(run, entity, false), ...computedOf(run, entity)] },
    { name: 'parameters', values: variablesOf(run, entity, true) },
    { name: 'timers', values: timersOf(run, entity) },
    { name: 'facts', values: factsOf(run, entity) },
  ];
  return scopes.filter(({ name, values }) => name === 'facts' || values.length > 0);
}

function variablesOf({ program, state }: Run, entity: EntityId, areParameters: boolean): InspectedValue[] {
  const from = itemAt(program.slotsFrom, entity);
  const variables = program.machineOf[entity]?.variables ?? [];
  return variables.flatMap(({ name, type, isParameter, persistent }, slot) => {
    if (isParameter !== areParameters) return [];
    const value = inspectValue(program, { name, value: state.values[from + slot] ?? null, expression: name });
    const written = `${persistent && !isParameter ? 'persistent ' : ''}${typeText(type)}`;
    return [{ ...value, type: written, isVariable: value.parts === undefined }];
  });
}

/** Returns the values that an entity's machine computes from its variables; empty while it is not alive. */
export function computedOf(run: Run, entity: EntityId): InspectedValue[] {
  const { program } = run;
  const machine = entityMachine(program.model, entity);
  if (!isAlive(run.state, entity)) return [];
  return (machine?.lets ?? []).map(({ name, type, value }) => {
    try {
      const computed = compileExpression(value, machineScope(program, entity))({ run, self: entity, locals: [] });
      return { ...inspectValue(program, { name, value: computed, expression: name }), type: `let ${typeText(type)}` };
    } catch (error) {
      if (error instanceof RunError) return { name, text: error.message };
      throw error;
    }
  });
}

/** Returns the timers of an entity with the time left. */
function timersOf({ program, state }: Run, entity: EntityId): InspectedValue[] {
  const machine = entityMachine(program.model, entity);
  const transitions = machine === undefined ? [] : numberedTransitions(machine);
  return [...state.agenda, ...state.held].flatMap(({ at, due }): InspectedValue[] => {
    if ((due.kind !== 'timer' && due.kind !== 'delayed') || due.entity !== entity) return [];
    const transition = due.kind === 'timer' ? transitions[due.transition] : undefined;
    const waiting = due.kind === 'delayed' ? `send ${messageText(program, due.message)}` : 'after';
    const name = transition === undefined ? waiting : triggerText(transition, (id) => nameIn(program, id));
    const left = durationText(Math.max(0, at - state.now));
    return [{ name, text: t`${left} left, at ${durationText(at)}` }];
  });
}

function factsOf(run: Run, entity: EntityId): InspectedValue[] {
  const { program, state } = run;
  const declared = program.model.entities[entity];
  if (declared === undefined) return [];
  const { kind, type, machine, parent } = declared;
  const deferred = state.deferred.get(entity) ?? [];
  const inside = state.places.get(entity) ?? parent;
  const facts: readonly (InspectedValue | undefined)[] = [
    { name: 'is', text: lifeText(run, entity, isAlive(state, entity) ? troublesIn(run, entity) : []) },
    { name: 'kind', text: type === undefined ? kind : `${kind} : ${type}` },
    machine === undefined ? undefined : { name: 'state', text: bareStateText(run, entity) },
    { name: t`incarnation`, text: String(itemAt(state.lives, entity)) },
    inside === undefined ? undefined : { name: 'in', text: nameIn(program, inside), actor: inside + 1 },
    deferred.length === 0
      ? undefined
      : { name: t`deferred`, text: deferred.map((message) => messageText(program, message)).join(', ') },
    relationsOf(run, entity),
  ];
  return facts.filter((each) => each !== undefined);
}

/** Returns the current relations of an entity, each with its other end. */
function relationsOf({ program, state }: Run, entity: EntityId): InspectedValue | undefined {
  const links = state.links.filter(({ source, target }) => source === entity || target === entity);
  if (links.length === 0) return undefined;
  const partOf = ({ kind, source, target, as }: Link): InspectedValue => {
    const word = `${kind}${as === undefined ? '' : ` as ${as}`}`;
    return source === entity
      ? { name: word, text: nameIn(program, target), actor: target + 1 }
      : { name: t`${word}, by`, text: nameIn(program, source), actor: source + 1 };
  };
  const parts = links.slice(0, mostParts).map(partOf);
  const text = links.length === 1 ? t`1 relation` : t`${String(links.length)} relations`;
  return { name: t`relations`, text, parts: [...parts, ...others(links.length - parts.length)] };
}

/** Returns the scopes of the run itself: its time, all entities, and what is under way. */
function scopesOfRun(run: Run): InspectedScope[] {
  const { program, state } = run;
  const entities = program.model.entities.slice(0, mostParts).map(({ id, name, machine }) => {
    const place = machine === undefined || !isAlive(state, id) ? '' : `, ${stateText(run, id)}`;
    return { name, text: `${lifeText(run, id)}${place}`, actor: id + 1, expression: name };
  });
  const underway = [...state.agenda, ...state.held].slice(0, mostParts).map(({ at, due }, index) => ({
    name: String(index),
    text: t`${dueText(program, due)}, at ${durationText(at)}`,
  }));
  const leftOut = others(program.model.entities.length - entities.length);
  const settings = Object.entries(observeSettings(run)).map(([name, text]) => ({ name, text }));
  return [
    { name: 'run', values: [{ name: 'now', text: durationText(state.now), expression: 'now' }, ...settings] },
    { name: 'entities', values: [...entities, ...leftOut] },
    { name: 'underway', values: underway },
  ];
}
