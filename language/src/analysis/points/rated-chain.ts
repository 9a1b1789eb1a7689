/**
 * The Markov chain of a goal whose PDs and nodes fail and are repaired at constant rates, each independently of the
 * others. A state says how many members of each unit are down; units that the goal and their rates cannot tell apart
 * are counted together, so that k of n has n + 1 states instead of 2^n.
 */
import type { AbsorbingChain } from '../../graph/markov-chain.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { increase } from '../../model/common/increase.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { append } from '../../model/common/append.ts';
import type { Rates } from './rates.ts';
import type { GoalStructure } from './structure.ts';

/** The most states of a chain, unless said otherwise. */
const usualStates = 20_000;

/** Members of a unit with the same rates, which are counted together. */
interface Group extends Rates {
  readonly size: number;
}

/** A unit: its groups, and the number of the first digit of its state. */
interface Unit {
  readonly number: number;
  readonly groups: readonly Group[];
}

/**
 * Returns the chain from "all up" until the goal fails; undefined if it has too many states. What has no rates never
 * fails.
 */
export function chainToFailure(
  structure: GoalStructure,
  ratesOf: (event: EntityId) => Rates | undefined,
  mostStates = usualStates,
): AbsorbingChain | undefined {
  const classes = classesOf(structure, ratesOf);
  const order = classes.flat();
  const places = new Map(order.map(({ number }, place) => [number, place]));
  const fails = (state: State): boolean =>
    structure.fails((unit) => state[places.get(unit) ?? -1]?.some((down) => down > 0) === true);
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const numberOf = (state: State): number => {
    const key = state.join(';');
    let number = numbers.get(key);
    if (number === undefined) {
      number = states.length;
      numbers.set(key, number);
      states.push(state);
    }
    return number;
  };
  numberOf(order.map(({ groups }) => groups.map(() => 0)));
  const [rates, ends]: [Map<number, number>[], number[]] = [[], []];
  // Appending while iterating is intended: every state that is found is visited.
  for (const state of states) {
    if (states.length > mostStates) return undefined;
    const row = new Map<number, number>();
    let end = 0;
    for (const { rate, to } of movesFrom(state, order, classes)) {
      if (fails(to)) {
        end += rate;
        continue;
      }
      const number = numberOf(to);
      increase(row, number, rate);
    }
    rates.push(row);
    ends.push(end);
  }
  return { rates, ends };
}

/** By unit, in the order of the classes: how many of each group are down. */
type State = readonly (readonly number[])[];

/** Returns what may happen in a state, with its rate; the states of the units of a class are sorted. */
function movesFrom(
  state: State,
  order: readonly Unit[],
  classes: readonly (readonly Unit[])[],
): { readonly rate: number; readonly to: State }[] {
  return order.flatMap(({ groups }, place) =>
    groups.flatMap(({ size, failure, repair }, group) => {
      const down = itemAt(itemAt(state, place), group);
      const to = (change: number): State => sortedState(changed(state, place, group, change), classes);
      return [
        ...(down < size ? [{ rate: (size - down) * failure, to: to(1) }] : []),
        ...(down > 0 && repair > 0 ? [{ rate: down * repair, to: to(-1) }] : []),
      ];
    }),
  );
}

const changed = (state: State, place: number, group: number, change: number): State =>
  state.map((counts, at) =>
    at === place ? counts.map((down, index) => (index === group ? down + change : down)) : counts,
  );

function sortedState(state: State, classes: readonly (readonly Unit[])[]): State {
  let from = 0;
  return classes.flatMap(({ length }) => {
    const part = state.slice(from, from + length);
    from += length;
    return part.sort((a, b) => Number(a.join() > b.join()) - Number(a.join() < b.join()));
  });
}

/** Returns the units that can fail, those together that can change places. */
function classesOf({ units, isSymmetric }: GoalStructure, ratesOf: (event: EntityId) => Rates | undefined): Unit[][] {
  const classes: { readonly key: string; readonly members: Unit[] }[] = [];
  for (const [number, events] of units.entries()) {
    const byRates = new Map<string, Rates[]>();
    for (const event of events) {
      const rates = ratesOf(event);
      if (rates !== undefined) append(byRates, `${String(rates.failure)}/${String(rates.repair)}`, rates);
    }
    const sorted = [...byRates].sort(([a], [b]) => Number(a > b) - Number(a < b));
    const key = sorted.map(([rates, { length }]) => `${rates}*${String(length)}`).join();
    const groups = sorted.flatMap(([, members]) =>
      members.slice(0, 1).map((rates) => ({ ...rates, size: members.length })),
    );
    if (groups.length === 0) continue;
    const same = classes.find((each) => each.key === key && isSymmetric(itemAt(each.members, 0).number, number));
    if (same === undefined) classes.push({ key, members: [{ number, groups }] });
    else same.members.push({ number, groups });
  }
  return classes.map(({ members }) => members);
}
