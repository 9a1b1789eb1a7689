/**
 * The runs that may explain a log, step by step: every due entry, every answer of chance, and what the lines report
 * from outside. The steps are those of the exploration of checks.
 */
import type { Check } from '../../model/scenario.ts';
import { type Environment, type Move, movesOf, nothingSpent, type Spent } from '../play/environment.ts';
import type { Interference, LoggedStep } from '../play/interventions.ts';
import { dueNow, initial, moveClock } from '../kernel/kernel.ts';
import type { Effect, State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import { createOdometer } from '../explore/steps/odometer.ts';
import { createWays, type Way } from '../explore/steps/ways.ts';
import { noPiles } from '../explore/state/piles.ts';
import { relevanceOf } from '../explore/state/relevance.ts';
import { noneDead } from '../explore/state/dead-variables.ts';
import { createStateCode } from '../explore/state/state-code.ts';
import { mentions, timeKept } from '../explore/state/time-kept.ts';
import { itemAt } from '../../model/lookup.ts';
import { factsOf } from './fact.ts';
import { noLines, possibleNext } from './front.ts';
import { type Log, type Matched, matchings, nothingTold, type Told, type Unstated } from './matching.ts';
import { deadlineOf, mayExplain, schedules, strainOf, timesFor } from './timing.ts';
import { createOutside, type Outside, type OutsideMove } from './outside.ts';

/** One step of a run that explains lines, and those before it. */
export interface ExplainedPath {
  readonly parent: ExplainedPath | undefined;
  /** The index of the due entry, or what came from outside; absent for the start. */
  readonly step: { readonly due: number } | (Reached & (Interference | LoggedStep)) | undefined;
  readonly draws: readonly number[];
  readonly told: Told;
}

/** The time to which the clock moved before, in microseconds, if it did. */
interface Reached {
  readonly at?: number;
}

/** A run that explains a part of a log. */
export interface Standing extends Omit<Matched, 'told'> {
  readonly state: State;
  readonly spent: Spent;
  /** The number of steps since the last line. */
  readonly quiet: number;
  /** How often its steps came out of time, as far as the order of times does not matter. */
  readonly strain: number;
  /** The time of the log at the model's start as the last line has it: it tells about when the next one comes. */
  readonly guess: number | undefined;
  readonly path: ExplainedPath;
}

/** The runs that may explain a log. */
export interface Runs {
  readonly log: Log;
  /** Returns every start. */
  readonly starts: () => readonly Standing[];
  /** Returns the steps with which a run may go on. */
  readonly after: (standing: Standing, watch: HindranceWatch) => readonly LazyStep[];
  /** Equal for runs after which the same can follow. */
  readonly keyOf: (standing: Standing) => string;
  /** Returns a run of the same model that goes on here; it may have been found with fewer faults. */
  readonly adopt: (standing: Standing) => Standing;
}

/** A step that is made when it is asked for. */
export interface LazyStep {
  /** How promising it is: the strain that it adds, below zero; above zero if it explains a line for sure. */
  readonly promise: number;
  /** True if it may explain the next line, as far as one can tell before it is made. */
  readonly isLikely: boolean;
  /** Returns the runs with this step, one for each answer of chance and each way to match lines. */
  readonly make: () => readonly Standing[];
}

/** Watches what keeps runs from explaining more. */
export interface HindranceWatch {
  readonly unstated: Unstated;
  /** A mistake in the model ended the run. */
  readonly ended: (message: string) => void;
  /** What comes from outside may have had other values, or come at other times, than those that were tried. */
  readonly untried: (what: 'values' | 'times') => void;
}

/** Creates the runs that may explain a log. */
export function createRuns(log: Log): Runs {
  const { program, rules } = log;
  const { model } = program;
  const outside = createOutside(program, rules.clock, rules.faults);
  const { environment } = outside;
  const check = freeCheck(rules.clock);
  const { readsClock } = relevanceOf(model, check);
  const time = timeKept(model, check, { isRead: () => true, readsClock });
  const kept = {
    relevance: { isRead: () => true, readsClock },
    dead: noneDead,
    isUnheard: () => false,
    ...{ time, keepsTimers: time === 'none' },
    keepsLastEnd: mentions(model, check, 'before'),
    keptOfLeases: { spans: false, freed: false },
  };
  const first = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false }).run.state;
  const code = createStateCode(program, check, environment, first, kept);
  let effects: Effect[] = [];
  const ways = createWays(program, environment, {
    ...{ isTimeless: code.time === 'none', piles: noPiles, grid: undefined },
    tell: (effect) => effects.push(effect),
    begin: () => {
      effects = [];
    },
  });
  const keyOf = ({ state, spent, front, offset, lost }: Standing): string => {
    const time = offset === undefined ? '' : String(offset + state.now);
    return `${code.encode(state, spent).join()};${String(front.next)};${front.ahead.join()};${time};${String(lost)}`;
  };
  const context = { ways, environment, outside, effects: () => effects };
  return {
    log,
    keyOf,
    starts: () => startsOf(log, environment),
    after: (standing, watch) => after(context, log, standing, watch),
    adopt: ({ spent, ...standing }) => {
      const unused = rules.faults.slice(spent.faults.length).map(() => 0);
      return { ...standing, quiet: 0, spent: { ...spent, faults: [...spent.faults, ...unused] } };
    },
  };
}

interface Context {
  readonly ways: ReturnType<typeof createWays>;
  readonly environment: Environment;
  readonly outside: Outside;
  readonly effects: () => readonly Effect[];
}

/** A check that allows everything and asks nothing. */
const freeCheck = (clock: 'any' | 'exact'): Check => ({
  ...{ title: '', fails: false, clock, horizon: undefined, bounds: [], steps: [], faults: [], possibilities: [] },
  ...{ properties: [], watched: [], documentation: undefined, place: -1 },
});

/** Lines may state what the start shows, but need not. */
function startsOf(log: Log, environment: Environment): Standing[] {
  const odometer = createOdometer(false);
  const found: Standing[] = [];
  do {
    odometer.begin();
    const effects: Effect[] = [];
    const { run, started } = initial(log.program, {
      draw: { pick: odometer.pick },
      tell: (effect) => effects.push(effect),
      keepsHistory: false,
    });
    if (started.error !== undefined) continue;
    const facts = factsOf(log.program, { played: { kind: 'started', stepped: started }, effects });
    const from: Matched = { front: noLines, offset: log.rules.start, lost: 0, told: nothingTold };
    const shown = { facts, now: run.state.now, isStart: true };
    for (const { told, ...matched } of matchings(log, from, shown, () => undefined)) {
      const path = { parent: undefined, step: undefined, draws: odometer.answers(), told };
      const begun = { quiet: 0, strain: 0, guess: matched.offset };
      found.push({ ...matched, ...begun, state: run.state, spent: nothingSpent(environment), path });
    }
  } while (odometer.turn());
  return found;
}

function after(context: Context, log: Log, standing: Standing, watch: HindranceWatch): readonly LazyStep[] {
  const { ways, environment, outside } = context;
  const { state, spent, front, offset } = standing;
  const { clock, skew } = log.rules;
  const steps: LazyStep[] = [];
  const deadline = clock === 'exact' ? deadlineOf(log, standing) : Infinity;
  const next = possibleNext(log.lines, front, skew);
  for (const [index, entry] of dueNow(state, clock).entries()) {
    if (entry.at > deadline) continue;
    const strain = strainOf(log, standing, entry);
    const make = (): readonly Standing[] => {
      const found: Standing[] = [];
      ways.of(state, spent, { kind: 'due', entry }, (way) => {
        found.push(...explained(context, log, standing, { way, step: { due: index }, strain }, watch));
        return true;
      });
      return found;
    };
    steps.push({
      promise: -strain,
      isLikely: next.some((line) => mayExplain(entry, itemAt(log.lines, line).fact)),
      make,
    });
  }
  for (const line of next) {
    const { fact, at } = itemAt(log.lines, line);
    const moves = outside.movesFor(ways.at(state), fact);
    if (outside.isSome(fact)) watch.untried('values');
    if (moves.length === 0) continue;
    const times = timesFor(clock, state, { at, offset, skew });
    for (const time of times) {
      for (const each of moves) {
        const make = (): readonly Standing[] => {
          const found = outsideStep(context, log, standing, { each, time, line }, watch);
          if (times.length > 1 && found.some((later) => schedules(state, later.state))) watch.untried('times');
          return found;
        };
        steps.push({ promise: 1, isLikely: true, make });
      }
    }
  }
  if (environment.faults.length > 0)
    steps.push({ promise: 0, isLikely: false, make: () => unloggedFaults(context, log, standing, watch) });
  return steps;
}

/** Faults that may happen without a line, at the time of the run. */
function unloggedFaults(context: Context, log: Log, standing: Standing, watch: HindranceWatch): readonly Standing[] {
  const { ways, environment } = context;
  const { state, spent } = standing;
  const free = { ...environment, actions: [] };
  return movesOf(ways.at(state), free, spent).flatMap((move) => {
    const step = writtenFault(log, state, move);
    if (step === undefined) return [];
    const found: Standing[] = [];
    ways.of(state, spent, move, (way) => {
      found.push(...explained(context, log, standing, { way, step, spent: way.spent }, watch));
      return true;
    });
    if (log.rules.clock === 'exact' && found.some((after) => schedules(state, after.state))) watch.untried('times');
    return found;
  });
}

function writtenFault({ program }: Log, state: State, move: Move): ExplainedPath['step'] {
  switch (move.kind) {
    case 'due':
    case 'action':
      return undefined;
    case 'crash':
    case 'halt':
    case 'pause':
    case 'restart':
    case 'resume':
      return { kind: move.kind, entity: itemAt(program.model.entities, move.entity).name };
    default:
      return { kind: move.kind, entry: state.agenda.indexOf(move.entry) };
  }
}

/** Makes a step that a line reports; it has to explain that line. */
function outsideStep(
  context: Context,
  log: Log,
  standing: Standing,
  { each, time, line }: { readonly each: OutsideMove; readonly time: number | undefined; readonly line: number },
  watch: HindranceWatch,
): readonly Standing[] {
  const { ways } = context;
  const before = copyOf(standing.state);
  if (time !== undefined) moveClock(ways.at(before), time);
  const step = { ...each.written, ...(time !== undefined && { at: time }) };
  const found: Standing[] = [];
  ways.of(before, standing.spent, each.move, (way) => {
    const runs = explained(context, log, standing, { way, step }, watch);
    found.push(...runs.filter(({ path }) => path.told.lines.includes(line)));
    return true;
  });
  return found;
}

interface Taken {
  readonly way: Way;
  readonly strain?: number;
  readonly step: ExplainedPath['step'];
  /** What is used up then; by default as much as before. */
  readonly spent?: Spent;
}

function explained(
  { effects }: Context,
  log: Log,
  standing: Standing,
  { way, step, spent = standing.spent, strain = 0 }: Taken,
  { unstated, ended }: HindranceWatch,
): readonly Standing[] {
  const { run, played, draws } = way;
  const error = 'stepped' in played ? played.stepped.error : undefined;
  if (error !== undefined) {
    ended(error.message);
    return [];
  }
  const action = step !== undefined && 'action' in step ? step.action : undefined;
  const facts = factsOf(log.program, { played, effects: effects(), action });
  const { front, offset, lost } = standing;
  const shown = { facts, now: run.state.now, isStart: false };
  return matchings(log, { front, offset, lost, told: nothingTold }, shown, unstated).map(({ told, ...matched }) => {
    const quiet = told.lines.length > 0 ? 0 : standing.quiet + 1;
    const last = told.lines.at(-1);
    const at = last === undefined ? undefined : itemAt(log.lines, last).at;
    const guess = at === undefined ? standing.guess : at - run.state.now;
    const course = { quiet, strain: standing.strain + strain, guess };
    return { ...matched, ...course, state: run.state, spent, path: { parent: standing.path, step, draws, told } };
  });
}
