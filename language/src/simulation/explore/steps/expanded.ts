/** Transitions as columns of numbers: objects for them would take longer than finding them. */
import { columns, stateWidth } from '../state/stored-state.ts';

/** The place of the faults of a transition without any. */
export const noPlace = -1;

/** The transitions from the states that were expanded last, one state after the other, in the order of `Ways.from`. */
export interface Expanded {
  /** The length of a row. */
  readonly width: number;
  size: number;
  /** The number of transitions met so far from the state that is expanded, those that wait included. */
  ways: number;
  /** The rows of the states that they lead to. */
  rows: Int32Array;
  /** The numbers of their `Turns`. */
  turn: Int32Array;
  /** The index of each among all from its state. */
  way: Int32Array;
  /** 1 for those that are no faults of the environment. */
  leadsOn: Uint8Array;
  /** The index for `RememberedSteps.faults`; `noPlace` for those without faults. */
  place: Int32Array;
  index: Int32Array;
}

/** Creates columns without transitions; a row of a state with a time has one more number. */
export const createExpanded = (width = stateWidth - 1): Expanded => ({
  ...{ width, size: 0, ways: 0 },
  ...columnsOf(width, 1 << 11),
});

/** Adds a transition without faults. */
export function push(all: Expanded, core: number, underWay: number, spent: number, turn: number): void {
  const { size, width } = all;
  if (size === all.turn.length) grow(all);
  all.rows[width * size + columns.core] = core;
  all.rows[width * size + columns.underWay] = underWay;
  all.rows[width * size + columns.spent] = spent;
  all.turn[size] = turn;
  all.way[size] = all.ways++;
  all.leadsOn[size] = 1;
  all.place[size] = noPlace;
  all.size = size + 1;
}

/** Says of the transition added last when its state is. */
export function pushTime(all: Expanded, now: number): void {
  all.rows[all.width * (all.size - 1) + columns.now] = now;
}

/** Says of the transition added last that it is a fault of the environment. */
export function needNotHappen(all: Expanded): void {
  all.leadsOn[all.size - 1] = 0;
}

/** Says of the transition added last where its faults are found. */
export function blame(all: Expanded, place: number, index: number): void {
  all.place[all.size - 1] = place;
  all.index[all.size - 1] = index;
}

function columnsOf(width: number, length: number): Omit<Expanded, 'width' | 'size' | 'ways'> {
  const numbers = (): Int32Array => new Int32Array(length);
  return {
    rows: new Int32Array(width * length),
    ...{ turn: numbers(), way: numbers(), place: numbers(), index: numbers(), leadsOn: new Uint8Array(length) },
  };
}

function grow(all: Expanded): void {
  const larger = columnsOf(all.width, 2 * all.turn.length);
  for (const column of ['rows', 'turn', 'way', 'place', 'index', 'leadsOn'] as const) larger[column].set(all[column]);
  Object.assign(all, larger);
}
