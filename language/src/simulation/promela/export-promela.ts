/**
 * Exports a check with its model to Promela, for SPIN to judge independently: the same states, and the same properties.
 * Written from the meaning of the model; uncovered parts are named, construct by construct.
 */
import type { Action } from '../../model/machines/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { struckBy } from '../play/struck-by.ts';
import { relevanceOf } from '../explore/relevance/relevance.ts';
import { timeKept } from '../explore/relevance/time-kept.ts';
import type { Program } from '../kernel/run.ts';
import type { ExportedClaim } from './claims.ts';
import { write } from './terms/expression.ts';
import { mortalsOf } from './lives.ts';
import { inside } from './machines.ts';
import { checkContext } from './moves.ts';
import { type Beginning, type Begun, carryOut } from './plain-part.ts';
import { queueBetween } from './queues.ts';
import { setItems } from './terms/sets.ts';
import { entityTerm } from './terms/terms.ts';
import type { MoveOrigin } from './move-origin.ts';
import { preludeOf } from './prelude.ts';
import { exportedParts, promelaText } from './text.ts';
import { isAboutCoverage, NotCovered, type Uncovered } from './terms/uncovered.ts';
import { withinOneBudget } from '../values/work.ts';
import type { Queue, Writing } from './terms/writing.ts';
import { at } from '../../model/common/lookup.ts';
import { entityMachine } from '../../model/model.ts';

/** A check in Promela. */
export interface PromelaModel {
  readonly text: string;
  /** The names in it with their meanings. */
  readonly names: readonly { readonly name: string; readonly meaning: string }[];
  readonly claims: readonly ExportedClaim[];
  /** The number of states that Aftermath counts before those that SPIN counts, minus those that only SPIN counts. */
  readonly statesBefore: number;
  /** The number of processes that SPIN has to treat fairly. */
  readonly processes: number;
  /** The moves that a trail shows as `@1`, `@2` and so on, in that order. */
  readonly moves: readonly MoveOrigin[];
  /** Bytes of a state, at most, where a channel has its default capacity. */
  readonly vector: number;
}

/** What an export has besides. */
interface ExportOptions {
  /** True if a trail is to show its moves. */
  readonly shows?: boolean;
}

/**
 * Exports a check; of several combinations of its plain steps the one with that index, from 0. Otherwise returns what
 * of it is not covered. Cost: O(model), and the plain steps of the check.
 */
export function exportPromela(
  program: Program,
  check: Check,
  combination?: number,
  { shows = false }: ExportOptions = {},
): { readonly value: PromelaModel } | { readonly uncovered: readonly Uncovered[] } {
  const uncovered: Uncovered[] = generalLimits(program, check);
  const note = (what: string): void => {
    if (!uncovered.some((each) => each.what === what)) uncovered.push({ what, place: check.place });
  };
  let begun: Begun;
  try {
    begun = carryOut(program, check, combination);
  } catch (error) {
    if (!(error instanceof NotCovered)) throw error;
    return { uncovered: [...uncovered, { what: error.message, place: check.place }] };
  }
  for (const { state } of [begun.first, ...begun.others]) {
    const isToBegin = program.active.some((id) => isAlive(state, id) && at(state.active, id) < 0);
    if (state.held.length > 0 || isToBegin) note('entities that stand still');
    // What holds it up may be computed, and change with any step.
    if (state.deletions.size > 0) note('a deletion that is under way');
    if (state.agenda.some(({ due }) => due.kind === 'delayed')) note('a delayed message');
    if (state.agenda.some(({ due }) => due.kind === 'deletion' || due.kind === 'lease'))
      note('deletion that takes time');
  }
  try {
    return withinOneBudget(() => written(program, { check, begun, shows }, uncovered));
  } catch (error) {
    if (!isAboutCoverage(error)) throw error;
    const what = error instanceof NotCovered ? error.message : 'an expression that takes too much work to write out';
    return { uncovered: [...uncovered, { what, place: check.place }] };
  }
}

type Exported = ReturnType<typeof exportPromela>;

interface Wanted {
  readonly check: Check;
  readonly begun: Begun;
  readonly shows: boolean;
}

function written(program: Program, { check, begun, shows }: Wanted, uncovered: Uncovered[]): Exported {
  const beginnings = [begun.first, ...begun.others];
  const most = Math.max(0, ...program.model.events.map(({ parameters }) => parameters.length));
  // The first pass finds what may arrive at all, on which channels, and how much a message carries.
  const found = { arity: most, arriving: new Set<string>(), queues: new Map<string, Queue>(), events: [] };
  for (const beginning of [...begun.others, begun.first]) {
    const writing = writingOf(program, { check, begun, shows, beginning }, found);
    if (beginning === begun.first) exportedParts(writing, begun);
    else preludeOf(writing);
    for (const each of writing.arriving) found.arriving.add(each);
    for (const [name, queue] of writing.queues) found.queues.set(name, queue);
  }
  const { arriving } = found;
  const carried = program.model.events.filter(({ name }) => [...arriving].some((each) => each.endsWith(` ${name}`)));
  const arity = Math.max(0, ...carried.map(({ parameters }) => parameters.length));
  const events = [...new Set([...arriving].map((each) => each.slice(each.indexOf(' ') + 1)))].sort();
  const writings = beginnings.map((beginning) => {
    const writing = writingOf(
      program,
      { check, begun, shows, beginning },
      { arity, arriving, queues: new Map(), events },
    );
    // All channels in the same order, each as it is there.
    for (const { from, to } of found.queues.values()) queueBetween(writing, from, to);
    return writing;
  });
  const parts = writings.map((writing) => exportedParts(writing, begun));
  const [first] = writings;
  for (const { what, place } of writings.flatMap((writing) => writing.uncovered))
    if (!uncovered.some((each) => each.place === place && each.what === what)) uncovered.push({ what, place });
  if (uncovered.length > 0) return { uncovered: [...uncovered].sort((a, b) => a.place - b.place) };
  const { text, claims, extra, processes, moves, vector } = promelaText(writings, parts, begun);
  const names = [...(first?.variables.values() ?? [])].map(({ name, meaning }) => ({ name, meaning }));
  return { value: { text, names, claims, statesBefore: begun.before - extra, processes, moves, vector } };
}

/** Returns the limits that no single part of a model states. */
function generalLimits({ model }: Program, check: Check): Uncovered[] {
  const { place } = check;
  const limits: Uncovered[] = [];
  if (model.collectors.length > 0)
    limits.push({ what: 'keepalive collection', place: model.collectors[0]?.place ?? place });
  if (model.entities.some((entity) => entity.doomed === true))
    limits.push({ what: 'what is doomed at the start', place });
  const running = new Set(model.entities.map(({ machine }) => machine));
  for (const { states, histories = [] } of model.machines.filter((_, index) => running.has(index))) {
    const parallel = states.find((state) => state.parallel);
    if (parallel !== undefined) limits.push({ what: 'a parallel state', place: parallel.place });
    if (histories[0] !== undefined) limits.push({ what: 'a history', place: histories[0].place });
  }
  if (check.horizon !== undefined) limits.push({ what: 'a horizon', place });
  else if (check.clock === 'exact') limits.push({ what: 'an exact clock', place });
  else if (model.collectors.length === 0 && timeKept(model, check, relevanceOf(model, check)) !== 'none')
    limits.push({ what: 'the time of the clock', place });
  return limits;
}

interface Asked extends Wanted {
  readonly beginning: Beginning;
}

function writingOf(
  program: Program,
  { check, begun, shows, beginning }: Asked,
  { arity, arriving, queues, events }: Pick<Writing, 'arity' | 'arriving' | 'queues' | 'events'>,
): Writing {
  const writing: Writing = {
    program,
    check,
    start: beginning.state,
    spent: beginning.spent,
    relevance: relevanceOf(program.model, check),
    mortal: new Set(),
    variables: new Map(),
    scratch: new Set(),
    queues: new Map(queues),
    events: [...events],
    uncovered: [],
    isChancy: false,
    shows,
    arity,
    arriving: new Set(arriving),
  };
  return { ...writing, mortal: mortalsIn(writing, begun) };
}

/** Returns all entities that faults, the environment or machines may end or bring to life. */
function mortalsIn(writing: Writing, { environment }: Begun): ReadonlySet<EntityId> {
  const { program, check } = writing;
  const { model } = program;
  const byFaults = environment.faults.flatMap((fault) =>
    fault.kind === 'crash' || fault.kind === 'halt' ? struckBy(model, fault) : [],
  );
  const targetsFor =
    (self: EntityId | undefined) =>
    (target: Expression): readonly EntityId[] => {
      try {
        const around = self === undefined ? checkContext(writing) : inside(writing, self);
        return setItems(write(target, around)).flatMap(({ item }) => entityTerm(item).among);
      } catch (error) {
        // Reported where the action is written.
        if (isAboutCoverage(error)) return [];
        throw error;
      }
    };
  const byEnvironment = mortalsOf(
    check.possibilities.map(({ action }) => action),
    targetsFor(undefined),
  );
  const byMachines = program.active.flatMap((entity) => mortalsOf(actionsOf(program, entity), targetsFor(entity)));
  return new Set([...byFaults, ...byEnvironment, ...byMachines].sort((a, b) => a - b));
}

function actionsOf({ model }: Program, entity: EntityId): Action[] {
  const machine = entityMachine(model, entity);
  if (machine === undefined) return [];
  return [
    ...machine.states.flatMap(({ enter, leave, transitions }) => [
      ...enter,
      ...leave,
      ...transitions.flatMap(({ actions }) => actions),
    ]),
    ...machine.transitions.flatMap(({ actions }) => actions),
  ];
}
