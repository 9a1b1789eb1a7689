/**
 * The runs that may explain a log, step by step: every due entry, every answer of chance, and what the lines report
 * from outside. The steps are those of the exploration of checks.
 */
import type { Check } from '../../model/scenario.ts';
import { type Environment, nothingSpent } from '../play/environment.ts';
import { dueNow, initial } from '../kernel/kernel.ts';
import type { Effect } from '../kernel/run.ts';
import { createOdometer } from '../explore/steps/odometer.ts';
import { createWays } from '../explore/steps/ways.ts';
import { noPiles } from '../explore/state/piles.ts';
import { relevanceOf } from '../explore/relevance/relevance.ts';
import { noneDead } from '../explore/relevance/dead-variables.ts';
import { createStateCode } from '../explore/state/state-code.ts';
import { mentions, timeKept } from '../explore/relevance/time-kept.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { factsOf } from './fact.ts';
import { noLines, possibleNext } from './front.ts';
import { type Log, type Matched, matchings, nothingTold, offsetText } from './matching.ts';
import { createOutside } from './outside.ts';
import type { HindranceWatch, LazyStep, Standing } from './standing.ts';
import { type Context, explained, outsideStep, unloggedFaults, visitWays } from './steps.ts';
import { deadlineOf, mayExplain, middleOf, needsBetween, schedules, strainOf, timesFor } from './timing.ts';

/** The runs that may explain a log. */
export interface Runs {
  readonly log: Log;
  /** Goes through every start: there may be millions where what the start sends takes any of a range of times. */
  readonly starts: () => Iterable<Standing>;
  /** Returns the steps with which a run may go on. */
  readonly after: (standing: Standing, watch: HindranceWatch) => readonly LazyStep[];
  /** Equal for runs after which the same can follow. */
  readonly keyOf: (standing: Standing) => string;
  /** Returns a run of the same model that goes on here; it may have been found with fewer faults. */
  readonly adopt: (standing: Standing) => Standing;
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
    const { now } = state;
    const time = offsetText(offset && { least: offset.least + now, most: offset.most + now });
    return `${code.encode(state, spent).join()};${String(front.next)};${front.ahead.join()};${time};${String(lost)}`;
  };
  const context = { ways, environment, outside, effects: () => effects };
  return {
    log,
    keyOf,
    starts: () => startsOf(log, environment, code.time === 'none'),
    after: (standing, watch) => after(context, log, standing, watch),
    adopt: ({ spent, ...standing }) => {
      const unused = rules.faults.slice(spent.faults.length).map(() => 0);
      return { ...standing, quiet: 0, spent: { ...spent, faults: [...spent.faults, ...unused] } };
    },
  };
}

/** A check that allows everything and asks nothing. */
const freeCheck = (clock: 'any' | 'exact'): Check => ({
  ...{ title: '', fails: false, clock, horizon: undefined, bounds: [], steps: [], faults: [], possibilities: [] },
  ...{ properties: [], watched: [], documentation: undefined, place: -1 },
});

/** Lines may state what the start shows, but need not. */
function* startsOf(log: Log, environment: Environment, isTimeless: boolean): Generator<Standing> {
  const odometer = createOdometer(isTimeless);
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
    const { start } = log.rules;
    const offset = start === undefined ? undefined : { least: start, most: start };
    const from: Matched = { front: noLines, offset, lost: 0, told: nothingTold };
    const shown = { facts, now: run.state.now, isStart: true };
    for (const { told, ...matched } of matchings(log, from, shown, () => undefined)) {
      const path = { parent: undefined, step: undefined, draws: odometer.answers(), told };
      const begun = { quiet: 0, strain: 0, guess: matched.offset && middleOf(matched.offset) };
      yield { ...matched, ...begun, state: run.state, spent: nothingSpent(environment), path };
    }
  } while (odometer.turn());
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
      visitWays(ways, { state, spent, move: { kind: 'due', entry }, watch }, (way) => {
        found.push(...explained(context, log, standing, { way, step: { due: index }, strain }, watch));
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
    if (times.length > 1 && needsBetween(log, { front, offset }, line)) watch.untried('times');
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
  return environment.faults.length === 0 ? steps : [...steps, ...unloggedFaults(context, log, standing, watch)];
}
