/** The steps of runs that may explain a log: what is due, what lines report from outside, and faults without a line. */
import { itemAt } from '../../model/common/lookup.ts';
import type { createWays, Way } from '../explore/steps/ways.ts';
import { moveClock } from '../kernel/kernel.ts';
import type { Effect, State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import { type Environment, type Move, movesOf, type Spent } from '../play/environment.ts';
import type { Interference, LoggedStep } from '../play/recording/interventions.ts';
import { factsOf } from './fact.ts';
import { possibleNext } from './front.ts';
import { type Log, matchings, nothingTold } from './matching.ts';
import type { Outside, OutsideMove } from './outside.ts';
import type { ExplainedPath, HindranceWatch, LazyStep, Standing } from './standing.ts';
import { needsBetween, schedules, timesFor } from './timing.ts';

/** What steps are made with. */
export interface Context {
  readonly ways: ReturnType<typeof createWays>;
  readonly environment: Environment;
  readonly outside: Outside;
  readonly effects: () => readonly Effect[];
}

/**
 * Faults that may happen without a line: at the time of the run, or, where only the right time explains a line, at one
 * of those at which the next lines may come.
 */
export function unloggedFaults(context: Context, log: Log, standing: Standing, watch: HindranceWatch): LazyStep[] {
  const { rules, lines } = log;
  const { state, front, offset } = standing;
  const at = (time: number | undefined): LazyStep => ({
    ...{ promise: 0, isLikely: false },
    make: () => faultsAt(context, log, standing, { time, watch }),
  });
  if (rules.clock === 'any') return [at(undefined)];
  const later = new Set<number>();
  for (const line of possibleNext(lines, front, rules.skew)) {
    const times = timesFor('exact', state, { at: itemAt(lines, line).at, offset, skew: rules.skew });
    if (times.length > 1 && needsBetween(log, { front, offset }, line)) watch.untried('times');
    for (const time of times) if (time !== undefined) later.add(time);
  }
  return [at(undefined), ...[...later].map(at)];
}

function faultsAt(
  { ways, environment, effects }: Context,
  log: Log,
  standing: Standing,
  { time, watch }: { readonly time: number | undefined; readonly watch: HindranceWatch },
): readonly Standing[] {
  const { spent } = standing;
  const before = copyOf(standing.state);
  if (time !== undefined) moveClock(ways.at(before), time);
  const free = { ...environment, actions: [] };
  return movesOf(ways.at(before), free, spent).flatMap((move) => {
    const fault = writtenFault(log, before, move);
    if (fault === undefined) return [];
    const step = { ...fault, ...(time !== undefined && { at: time }) };
    const found: Standing[] = [];
    visitWays(ways, { state: before, spent, move, watch }, (way) => {
      found.push(...explained({ effects }, log, standing, { way, step, spent: way.spent }, watch));
    });
    // Without an error, a line has only one time.
    const isPinned = ({ path }: Standing): boolean => path.told.lines.length > 0 && log.rules.skew === 0;
    if (log.rules.clock === 'exact' && found.some((after) => !isPinned(after) && schedules(before, after.state)))
      watch.untried('times');
    return time === undefined ? found : found.filter(({ path }) => path.told.lines.length > 0);
  });
}

function writtenFault({ program }: Log, state: State, move: Move): Interference | LoggedStep | undefined {
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
export function outsideStep(
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
  visitWays(ways, { state: before, spent: standing.spent, move: each.move, watch }, (way) => {
    const runs = explained(context, log, standing, { way, step }, watch);
    found.push(...runs.filter(({ path }) => path.told.lines.includes(line)));
  });
  return found;
}

/** The most answers of chance that a step is tried with: two messages may take a million pairs of times. */
const mostWays = 10_000;

/** Visits what a move may lead to, with every answer of chance, as long as these are not too many. */
export function visitWays(
  ways: Context['ways'],
  { state, spent, move, watch }: { state: State; spent: Spent; move: Move; watch: HindranceWatch },
  visit: (way: Way) => void,
): void {
  let visited = 0;
  ways.of(state, spent, move, (way) => {
    if (visited === mostWays) {
      watch.untried('waiting');
      return false;
    }
    visit(way);
    visited += 1;
    return true;
  });
}

interface Taken {
  readonly way: Way;
  readonly strain?: number;
  readonly step: ExplainedPath['step'];
  /** What is used up then; by default as much as before. */
  readonly spent?: Spent;
}

/** Returns the runs after a step, one for each way in which it explains lines. */
export function explained(
  { effects }: Pick<Context, 'effects'>,
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
