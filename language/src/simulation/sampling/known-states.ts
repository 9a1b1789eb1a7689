/**
 * States in which nothing is under way, each kept once: from there only what the environment does leads on. Copies that
 * can change places without any difference do so, and one state stands for all that differ only in that.
 */
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { at, byteAt, itemAt, required } from '../../model/common/lookup.ts';
import { entityOf, type Model } from '../../model/model.ts';
import type { Check } from '../../model/scenario.ts';
import { hasNodes } from '../explore/relevance/time-kept.ts';
import { interchangeable } from '../explore/relevance/interchangeable.ts';
import { permutedState } from '../explore/state/permuted.ts';
import { createStateCode, type StateCode } from '../explore/state/state-code.ts';
import type { Program, Run, State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import { ratesInRuns } from './rated-steps.ts';

/** A state, and the entities that wait for their repair there, ascending. */
export interface QuietState {
  readonly state: State;
  readonly down: readonly EntityId[];
}

/** The states that are kept. */
export interface KnownStates<Known extends QuietState> {
  /** Has to be called with a run that has started, before anything is kept. */
  readonly begin: (run: Run) => void;
  /** Returns what is kept for the state of a run, made by `create` at the first time; undefined if it cannot be kept. */
  readonly of: (run: Run, down: readonly EntityId[], create: (quiet: QuietState) => Known) => Known | undefined;
}

/** The most copies that are interchanged: finding out whether they are alike takes a pass over the model for each. */
const mostCopies = 200;

/** Creates an empty collection. */
export function createKnownStates<Known extends QuietState>(program: Program, check: Check): KnownStates<Known> {
  // Without a clock of its own, a state knows of time only what the model reads.
  const timeless: Check = { ...check, clock: 'any', horizon: undefined };
  const byCore = new Map<number, Known[]>();
  const kept = new Map<string, Known>();
  let code: StateCode | undefined;
  let groups: readonly (readonly EntityId[])[] = [];
  return {
    begin: ({ state }) => {
      if (code !== undefined) return;
      const environment = { faults: [], actions: [], clock: 'any', horizon: undefined, patience: 0 } as const;
      code = createStateCode(program, timeless, environment, copyOf(state));
      if (!code.keepsLastEnd && code.time === 'none') groups = groupsIn(program.model, timeless);
    },
    of: ({ state }, down, create) => {
      if (code?.time !== 'none' || state.agenda.length > 0 || state.held.length > 0) return undefined;
      const key = `${String(code.coreOf(state))} ${down.join()}`;
      const found = kept.get(key);
      if (found !== undefined) return found;
      const quiet = sorted(program, { state, down }, groups);
      const core = code.coreOf(quiet.state);
      const same = byCore.get(core)?.find((each) => isSameList(each.down, quiet.down));
      const known = same ?? create({ state: copyOf(quiet.state), down: quiet.down });
      if (same === undefined) append(byCore, core, known);
      kept.set(key, known);
      return known;
    },
  };
}

/** Returns the groups of copies that can change places, their rates included. */
function groupsIn(model: Model, check: Check): EntityId[][] {
  if (model.collectors.length > 0 || hasNodes(model)) return [];
  return interchangeable(model, check, mostCopies).flatMap((group) => {
    const byRates = new Map<string, EntityId[]>();
    for (const id of group) append(byRates, JSON.stringify(ratesInRuns(entityOf(model, id), model) ?? ''), id);
    return [...byRates.values()].filter(({ length }) => length > 1);
  });
}

/** Lets the copies of each group change places such that they are sorted by what is said of each. */
function sorted(program: Program, quiet: QuietState, groups: readonly (readonly EntityId[])[]): QuietState {
  const { state, down } = quiet;
  const { slotsFrom } = program;
  const waiting = new Set(down);
  const saidOf = (id: EntityId): string => {
    const values = state.values.slice(at(slotsFrom, id), at(slotsFrom, id + 1));
    return JSON.stringify([waiting.has(id), byteAt(state.life, id), at(state.active, id), values]);
  };
  const to = program.model.entities.map(({ id }) => id);
  let isMoved = false;
  for (const group of groups) {
    const said = new Map(group.map((id) => [id, saidOf(id)]));
    const order = [...group].sort((a, b) => compareTexts(required(said.get(a)), required(said.get(b))) || a - b);
    for (const [place, id] of order.entries()) {
      to[id] = itemAt(group, place);
      isMoved ||= to[id] !== id;
    }
  }
  if (!isMoved) return quiet;
  return { state: permutedState(program, state, to), down: down.map((id) => to[id] ?? id).sort((a, b) => a - b) };
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);
