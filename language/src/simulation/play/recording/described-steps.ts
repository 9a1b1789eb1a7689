/**
 * Says what happened in each step of a run, by names: so a trace can be repaired when the model has changed since, and
 * the steps that are lost can be named.
 */
import { faultWord } from './fault-words.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { entityName, type Model } from '../../../model/model.ts';
import { type NodeOrOutside, outside } from '../../kernel/lease/leases.ts';
import type { Due, Program } from '../../kernel/run.ts';
import { textOf } from '../../program/expressions.ts';
import type { Choice, Played } from '../player.ts';
import { stepTextAt } from './step-texts.ts';
import type { Timeline } from './timeline.ts';
import { t } from '../../../model/common/translation.ts';

/** What happens in a step, without its time and what it leads to. */
export interface StepKey {
  /** `step`: one of a scenario or check, in `text`; `outside`: an event from outside. */
  readonly kind: Choice['kind'] | 'step' | 'outside' | 'started';
  /** The names of those that it happens to; of a message the sender, if there is one, then the receiver. */
  readonly of: readonly string[];
  readonly event?: string;
  readonly values?: readonly string[];
  /** The state whose timer it is, or other words that tell it from others. */
  readonly state?: string;
  /** Which timer of that state it is, from 0; absent for the first. */
  readonly number?: number;
  readonly text?: string;
}

/** The steps of a trace by what happened in them. */
export interface DescribedSteps {
  /** Each once. */
  readonly keys: readonly StepKey[];
  /** For each step, without the start, the index of its key. */
  readonly played: readonly number[];
  /** The number of draws of the start, and of each step. */
  readonly drawn: readonly number[];
  /** The names of the model in order, to find out what was renamed. */
  readonly names: ModelNames;
}

/** The names of a model, each list in the order of the text. */
export interface ModelNames {
  /** Each with its kind before it. */
  readonly entities: readonly string[];
  readonly events: readonly string[];
  readonly states: readonly string[];
}

/** The most steps that are described. */
export const mostDescribed = 10_000;

/** Walks through the first steps of a timeline and describes them, with pauses. */
export function* describeSteps(
  program: Program,
  timeline: Timeline,
  steps: number,
): Generator<undefined, DescribedSteps> {
  const keys: StepKey[] = [];
  const indices = new Map<string, number>();
  const played: number[] = [];
  timeline.goTo(0);
  const drawn = [timeline.drawnAt()];
  let before = timeline.drawnAt();
  for (let step = 1; step <= steps; step++) {
    const [record] = timeline.records(step, step);
    if (record === undefined) break;
    const key = playedKey(program, record.played);
    const text = JSON.stringify(key);
    const index = indices.get(text) ?? keys.push(key) - 1;
    indices.set(text, index);
    played.push(index);
    drawn.push(timeline.drawnAt() - before);
    before = timeline.drawnAt();
    if (step % 256 === 0) yield;
  }
  return { keys, played, drawn, names: namesOf(program.model) };
}

/** Returns the names of a model. */
export const namesOf = ({ entities, events, machines }: Model): ModelNames => ({
  entities: entities.map(({ kind, name }) => `${kind} ${name}`),
  events: events.map(({ name }) => name),
  states: machines.flatMap(({ states }) => states.map(({ name }) => name)),
});

/** Returns what happened in a turn. */
export function playedKey(program: Program, played: Played): StepKey {
  switch (played.kind) {
    case 'started':
      return { kind: 'started', of: [] };
    case 'due':
      return dueKey(program, 'due', played.due);
    case 'acted':
    case 'judged': {
      const text = stepTextAt(program.model, played.place);
      if (text !== undefined || played.kind === 'judged') return { kind: 'step', of: [], text: text ?? '' };
      return outsideKey(program, played.event, played.to);
    }
    default:
      return played.due === undefined
        ? { kind: played.kind, of: names(program, [played.entity, ...(played.others ?? [])]) }
        : dueKey(program, played.kind, played.due);
  }
}

/** Returns what a choice would make happen. */
export function choiceKey(program: Program, { kind, due, place, event, to, entity, others = [] }: Choice): StepKey {
  if (due !== undefined) return dueKey(program, kind, due);
  if (kind === 'action') {
    const text = place === undefined ? undefined : stepTextAt(program.model, place);
    return text === undefined ? outsideKey(program, event, to) : { kind: 'step', of: [], text };
  }
  return { kind, of: names(program, entity === undefined ? others : [entity, ...others]) };
}

/** Returns a step in words. */
export function keyText({ kind, of, event, values = [], state, text }: StepKey): string {
  const message = `${event ?? ''}${values.length === 0 ? '' : `(${values.join(', ')})`}`;
  const path = of.length === 2 ? t`${message} from ${of[0] ?? ''} to ${of[1] ?? ''}` : t`${message} to ${of[0] ?? ''}`;
  if (kind === 'step') return text ?? '';
  if (kind === 'outside') return t`from outside: ${path}`;
  if (event !== undefined) return kind === 'due' ? path : `${faultWord(kind)} ${path}`;
  if (kind === 'due')
    return t`${state?.startsWith(':') === true ? state.slice(1) : t`timer`} of ${of.join()}${state === undefined || state.startsWith(':') ? '' : t` in ${state}`}`;
  return `${faultWord(kind)} ${of.join(t` and `)}`;
}

const names = ({ model }: Program, ids: readonly NodeOrOutside[]): readonly string[] =>
  ids.map((id) => (id === outside ? t`the outside` : entityName(model, id)));

const outsideKey = (program: Program, event: string | undefined, to: EntityId | undefined): StepKey => ({
  kind: 'outside',
  of: to === undefined ? [] : names(program, [to]),
  ...(event !== undefined && { event }),
});

function dueKey(program: Program, kind: StepKey['kind'], due: Due): StepKey {
  switch (due.kind) {
    case 'message':
    case 'delayed': {
      const { event, to, from, arguments: values } = due.message;
      return {
        kind,
        of: names(program, from === undefined ? [to] : [from, to]),
        event,
        values: values.map((value) => textOf(program, value)),
        ...(due.kind === 'delayed' && { state: ':delay' }),
      };
    }
    case 'timer': {
      const machine = program.machineOf[due.entity];
      if (machine === undefined) return { kind, of: names(program, [due.entity]) };
      const { source } = itemAt(machine.transitions, due.transition);
      const number = machine.transitions.slice(0, due.transition).filter((each) => each.source === source).length;
      const state = machine.states[source]?.name ?? '';
      return { kind, of: names(program, [due.entity]), state, ...(number > 0 && { number }) };
    }
    default:
      return { kind, of: names(program, [due.entity]), state: `:${due.kind}` };
  }
}
