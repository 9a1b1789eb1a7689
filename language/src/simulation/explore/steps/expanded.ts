/** Transitions as columns of numbers: objects for them would take longer than finding them. */
import { columns } from '../state/stored-state.ts';

/** The length of a row of a state without a time. */
export const expandedWidth = 3;

/** The place of the faults of a transition without any. */
export const noPlace = -1;

/** The transitions from the states that were expanded last, one state after the other, in the order of `Ways.from`. */
export interface Expanded {
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

/** Creates columns without transitions. */
export const createExpanded = (): Expanded => ({ size: 0, ways: 0, ...columnsOf(1 << 11) });

/** Adds a transition without faults. */
export function push(all: Expanded, core: number, underWay: number, spent: number, turn: number): void {
  const { size } = all;
  if (size === all.turn.length) grow(all);
  all.rows[expandedWidth * size + columns.core] = core;
  all.rows[expandedWidth * size + columns.underWay] = underWay;
  all.rows[expandedWidth * size + columns.spent] = spent;
  all.turn[size] = turn;
  all.way[size] = all.ways++;
  all.leadsOn[size] = 1;
  all.place[size] = noPlace;
  all.size = size + 1;
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

function columnsOf(length: number): Omit<Expanded, 'size' | 'ways'> {
  const numbers = (): Int32Array => new Int32Array(length);
  return {
    rows: new Int32Array(expandedWidth * length),
    ...{ turn: numbers(), way: numbers(), place: numbers(), index: numbers(), leadsOn: new Uint8Array(length) },
  };
}

function grow(all: Expanded): void {
  const larger = columnsOf(2 * all.turn.length);
  for (const column of ['rows', 'turn', 'way', 'place', 'index', 'leadsOn'] as const) larger[column].set(all[column]);
  Object.assign(all, larger);
}
