/**
 * What can be seen of a state, as plain nested data in names and texts: for traces, views and the
 * debugger. Two observations can be compared; their difference is nested in the same way.
 */
import type { EntityId } from '../model/entity-kind.ts';
import { textOf } from './expressions.ts';
import { stateText } from './found.ts';
import { isAlive } from './graph-now.ts';
import { predicateOf } from './predicates.ts';
import type { Due, Program, Run, State } from './run.ts';
import { lifeBits } from './run.ts';
import { durationText } from './values.ts';

/** A record of texts and further records, by names. */
export interface Observation {
  readonly [name: string]: string | Observation;
}

/** What is different: by name, the text before and after, or what is different within. */
export interface Difference {
  readonly [name: string]: Change | Difference;
}

/** Either side is absent where there was or is nothing of that name. */
export type Change = readonly [before: string | undefined, after: string | undefined];

/** Whether one part of a difference is a change of a text, and not a record of changes. */
export const isChange = (part: Change | Difference): part is Change => Array.isArray(part);

/** Returns what can be seen of some entities, by default of all, and of what is under way. Cost: O(what is seen). */
export function observe(run: Run, entities?: Iterable<EntityId>): Observation {
  const { program, state } = run;
  const seen: Record<string, Observation> = {};
  for (const id of entities ?? program.model.entities.keys()) {
    const name = program.model.entities[id]?.name;
    if (name !== undefined) seen[name] = observeEntity(run, id);
  }
  return {
    time: durationText(state.now),
    entities: seen,
    underway: observeAgenda(run),
    settings: observeSettings(run),
  };
}

/** Returns what is different in the second of two observations; empty if nothing is. */
export function differenceOf(before: Observation, after: Observation): Difference {
  const difference: Record<string, Change | Difference> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [first, second] = [before[name], after[name]];
    if (first === second) continue;
    if (typeof first !== 'string' && typeof second !== 'string') {
      const inner = differenceOf(first ?? {}, second ?? {});
      if (Object.keys(inner).length > 0) difference[name] = inner;
    } else difference[name] = [textIn(first), textIn(second)];
  }
  return difference;
}

const textIn = (part: string | Observation | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? part : '…';

/** Says what is due in words: `CheckpointDone(source, 1) from source to orders`. */
export function dueText(program: Program, due: Due): string {
  const nameOf = (id: EntityId): string => program.model.entities[id]?.name ?? String(id);
  switch (due.kind) {
    case 'message': {
      const { from, to, event, arguments: values } = due.message;
      const call =
        values.length === 0 ? event : `${event}(${values.map((value) => textOf(program, value)).join(', ')})`;
      return `${call} ${from === undefined ? '' : `from ${nameOf(from)} `}to ${nameOf(to)}`;
    }
    case 'timer': {
      const machine = program.machineOf[due.entity];
      const state = machine?.states[machine.transitions[due.transition]?.source ?? -1];
      return `timer of ${nameOf(due.entity)}${state === undefined ? '' : ` in ${state.name}`}`;
    }
    case 'start':
      return `${due.isRestart ? 'restart' : 'start'} of ${nameOf(due.entity)}`;
    case 'deletion':
      return `deletion of ${nameOf(due.entity)}, whose owners are gone`;
  }
}

function observeEntity(run: Run, id: EntityId): Observation {
  const { program, state } = run;
  const machine = program.machineOf[id];
  const seen: Observation = { is: lifeText(run, id) };
  if (machine === undefined) return seen;
  const deferred = state.deferred.get(id);
  const variables: Record<string, string> = {};
  const from = program.slotsFrom[id] ?? 0;
  for (const [index, { name }] of machine.variables.entries()) {
    variables[name] = textOf(program, state.values[from + index] ?? null);
  }
  return {
    ...seen,
    ...(isAlive(state, id) ? { state: stateText(run, id).replace(/^in /, '') } : {}),
    ...(machine.variables.length > 0 ? { variables } : {}),
    ...(deferred === undefined ? {} : { deferred: deferred.map(({ event }) => event).join(', ') }),
  };
}

function lifeText(run: Run, id: EntityId): string {
  const life = run.state.life[id] ?? 0;
  if ((life & lifeBits.alive) === 0) {
    if ((life & lifeBits.existed) === 0) return 'absent';
    if ((life & lifeBits.halted) !== 0) return 'halted';
    return (life & lifeBits.crashed) === 0 ? 'destroyed' : 'crashed';
  }
  const more = (['doomed', 'degraded', 'broken', 'dangling', 'stale'] as const).filter((word) =>
    predicateOf(run, word, id),
  );
  return ['alive', ...more].join(', ');
}

function observeAgenda({ program, state }: Run): Observation {
  const seen: Record<string, string> = {};
  for (const { at, due } of state.agenda) {
    const text = dueText(program, due);
    let name = text;
    for (let count = 2; name in seen; count++) name = `${text} (${count})`;
    seen[name] = `at ${durationText(at)}`;
  }
  return seen;
}

function observeSettings({ program, state }: { readonly program: Program; readonly state: State }): Observation {
  const seen: Record<string, string> = {};
  for (const [key, value] of state.settings) {
    const [owner = '', ...name] = key.split(' ');
    const entity = program.model.entities[Number(owner)];
    seen[entity === undefined ? key : `${entity.name}.${name.join(' ')}`] = textOf(program, value);
  }
  return seen;
}
