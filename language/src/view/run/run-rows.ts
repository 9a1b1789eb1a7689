/**
 * Makes the rows and views of the steps of a run from its timeline, with their source locations.
 */
import type { Fact } from '../../model/fact.ts';
import type { Sources } from '../../model/model.ts';
import type { Span } from '../../model/span.ts';
import { dueNow } from '../../simulation/kernel/kernel.ts';
import {
  type ObservedDifference,
  differenceOf,
  dueText,
  isChange,
  type Observation,
  observe,
} from '../../simulation/program/observe.ts';
import type { Played } from '../../simulation/play/player.ts';
import type { Effect, Program } from '../../simulation/kernel/run.ts';
import type { StepRecord, Timeline } from '../../simulation/play/recording/timeline.ts';
import { durationText } from '../../simulation/values/values.ts';
import { effectText } from './effect-text.ts';
import { partWord, saidOf } from './observed-words.ts';
import { stateRows } from './full-state.ts';
import type { ChangeRow, EntityRow, NextRow, StepEvent, StepKind, StepMark, RunRow, StepView } from './run-step.ts';
import { stepRow } from './trace/trace-steps.ts';
import { t } from '../../model/common/translation.ts';

/** A program with its source locations. */
export interface RunModel {
  readonly program: Program;
  readonly sources: Sources;
}

/** The source locations of the parts of a step; undefined for parts without one. */
export interface StepPlaces {
  readonly row: Span | undefined;
  readonly events: readonly (Span | undefined)[];
  readonly because: readonly (Span | undefined)[];
}

/** The most entities, changes, effects and due entries of a step to show. */
export const mostShown = 500;

/** The most lines of a full state to show. */
const mostStateRows = 10_000;

/** Returns a step as one line, with its location. */
export function runRow({ program, sources }: RunModel, record: StepRecord): RunRow & { readonly span?: Span } {
  const { step, time, text, span } = stepRow(program, sources, record);
  const mark = wrongTurnMark(record.played);
  return {
    step,
    at: time,
    kind: kindOf(record.played),
    text,
    ...(mark !== undefined && { mark }),
    ...(span !== undefined && { span }),
  };
}

/**
 * Returns the view of a step, with its full state on request; undefined if the timeline does not have the step. Cost:
 * that of the model.
 */
export function stepView(
  model: RunModel,
  timeline: Timeline,
  step: number,
  isFull = false,
): { readonly view: StepView; readonly places: StepPlaces } | undefined {
  const { program } = model;
  const before = step === 0 ? undefined : observe(timeline.goTo(step - 1).run);
  const record = timeline.records(step, step).at(-1);
  if (record?.step !== step) return undefined;
  const { run } = timeline.goTo(step);
  const after = observe(run);
  const difference = before === undefined ? {} : differenceOf(before, after);
  const { span, ...row } = runRow(model, record);
  const effects = record.effects.slice(0, mostShown);
  const eventPlaces = effects.map((effect) => spanOf(model.sources, sourcePlace(effect)));
  const problem = problemOf(model, record.played);
  const next: readonly NextRow[] = dueNow(run.state)
    .slice(0, mostShown)
    .map(({ at, due }) => ({ text: dueText(program, due), at: durationText(at) }));
  return {
    view: {
      row,
      ...(problem !== undefined && { problem: problem.problem }),
      events: effects.map((effect, index) => eventOf(effectText(program, effect), eventPlaces[index])),
      changes: changeRows(difference, 0).slice(0, mostShown),
      ...entityRows(after, difference),
      next,
      ...(isFull && { full: fullState(after) }),
    },
    places: { row: span, events: eventPlaces, because: problem?.places ?? [] },
  };
}

function fullState(state: Observation): NonNullable<StepView['full']> {
  const rows = stateRows(state);
  const shown = rows.slice(0, mostStateRows);
  return { rows: shown, others: rows.length - shown.length };
}

/** Returns the location of a fact, if it has one. */
export function factPlace(sources: Sources, { relation, entity }: Fact): Span | undefined {
  return relation === undefined ? sources.entities[entity ?? -1] : sources.relations[relation];
}

/** Returns the mark of a turn in which something is wrong. */
export function wrongTurnMark(played: Played): StepMark | undefined {
  if (played.kind === 'judged') return played.judgement.holds ? undefined : 'failure';
  const { error, remarks } = played.stepped;
  if (error !== undefined) return 'error';
  return remarks.length > 0 ? 'remark' : undefined;
}

function kindOf(played: Played): StepKind {
  switch (played.kind) {
    case 'started':
      return 'start';
    case 'acted':
      return 'action';
    case 'judged':
      return 'expectation';
    case 'due':
      if (played.due.kind === 'delayed') return 'timer';
      return played.due.kind === 'message' || played.due.kind === 'timer' ? played.due.kind : 'life';
    case 'restart':
    case 'resume':
      return 'recovery';
    default:
      return 'fault';
  }
}

const spanOf = ({ places }: Sources, place: number | undefined): Span | undefined =>
  place === undefined ? undefined : places[place];

const eventOf = (text: string, place: Span | undefined): StepEvent => ({ text, hasPlace: place !== undefined });

function sourcePlace(effect: Effect): number | undefined {
  if (effect.kind === 'taken') return effect.place;
  if (effect.kind === 'sent') return effect.message.place;
  return effect.kind === 'remarked' ? effect.remark.place : undefined;
}

interface ProblemWithPlaces {
  readonly problem: NonNullable<StepView['problem']>;
  readonly places: readonly (Span | undefined)[];
}

function problemOf({ sources }: RunModel, played: Played): ProblemWithPlaces | undefined {
  if (played.kind !== 'judged') {
    const { error } = played.stepped;
    return error === undefined ? undefined : { problem: { message: error.message, because: [] }, places: [] };
  }
  const { holds, expected, found, because } = played.judgement;
  if (holds) return undefined;
  const places = because.map((fact: Fact) => factPlace(sources, fact));
  return {
    problem: {
      message: t`The expectation does not hold.`,
      expected,
      found,
      because: because.map(({ text }, index) => eventOf(text, places[index])),
    },
    places,
  };
}

/** Returns a difference as rows, each name before its content. */
export function changeRows(difference: ObservedDifference, depth: number, around = ''): ChangeRow[] {
  return Object.entries(difference).flatMap(([key, part]): ChangeRow[] => {
    // Between these are names of entities, and below them those of variables.
    const name = depth === 0 || depth === 2 ? partWord(key) : key;
    if (!isChange(part)) return [{ depth, name }, ...changeRows(part, depth + 1, key)];
    const [before, after] = part.map((text) => (text === undefined ? undefined : saidOf(around, text)));
    return [{ depth, name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  });
}

function entityRows(after: Observation, difference: ObservedDifference): Pick<StepView, 'entities' | 'otherEntities'> {
  const seen = partOf(after, 'entities');
  const changed = difference.entities === undefined || isChange(difference.entities) ? {} : difference.entities;
  const all = Object.entries(seen);
  const rows = all.flatMap(([name, entity]): EntityRow[] => {
    if (typeof entity === 'string') return [];
    const hasChanged = Object.hasOwn(changed, name);
    const [is, state] = [textIn(entity, 'is') ?? '', textIn(entity, 'state')];
    const values = Object.entries(partOf(entity, 'variables')).map(
      ([variable, value]) => `${variable} = ${textOf(value)}`,
    );
    const deferred = textIn(entity, 'deferred');
    if (is === 'alive' && state === undefined && !hasChanged) return [];
    return [
      {
        name,
        is,
        ...(state !== undefined && { state }),
        values: deferred === undefined ? values : [...values, t`deferred: ${deferred}`],
        hasChanged,
      },
    ];
  });
  // Changed entities are shown whatever their number.
  const shown = rows.length <= mostShown ? rows : [...rows].sort((a, b) => Number(b.hasChanged) - Number(a.hasChanged));
  const entities = shown.slice(0, mostShown);
  return { entities, otherEntities: all.length - entities.length };
}

function partOf(observation: Observation, name: string): Observation {
  const part = observation[name];
  return part === undefined || typeof part === 'string' ? {} : part;
}

function textIn(observation: Observation, name: string): string | undefined {
  const part = observation[name];
  return typeof part === 'string' ? part : undefined;
}

const textOf = (part: string | Observation): string => (typeof part === 'string' ? part : '…');
