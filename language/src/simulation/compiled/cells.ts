/**
 * The access of generated code to the numbers of a state: in an array, or in variables of its own. The text contains
 * numbers and fixed words only.
 */
import { Unsupported } from './unsupported.ts';

/** One number of a state, or one of `count` numbers by a key that varies. */
export interface CellAddress {
  readonly base: number;
  readonly varying?: { readonly key: string; readonly count: number };
}

/** Generates the expression that reads a place and the statement that writes it. */
export interface Cells {
  readonly read: (place: CellAddress) => string;
  readonly write: (place: CellAddress, value: string) => string;
}

/** The numbers are in an array named `V`. */
export const arrayCells: Cells = {
  read: (place) => `V[${indexOf(place)}]`,
  write: (place, value) => `V[${indexOf(place)}]=${value};`,
};

const indexOf = ({ base, varying }: CellAddress): string =>
  varying === undefined ? String(base) : `${base}+${varying.key}`;

/** For a variable place, longer code is not worth it. */
const longest = 10_000;

/** Each number has a name to read it by and a name to write it by; of several the key selects one. */
export function namedCells(toRead: (place: number) => string, toWrite: (place: number) => string): Cells {
  /** Finds the place between two ends by bisection. */
  const choice = (key: string, base: number, [from, to]: readonly [from: number, to: number]): string => {
    if (to - from <= 1) return toRead(base + from);
    const middle = (from + to) >> 1;
    return `(${key}<${middle}?${choice(key, base, [from, middle])}:${choice(key, base, [middle, to])})`;
  };
  return {
    read: ({ base, varying }) => {
      if (varying === undefined) return toRead(base);
      if (varying.key.length * varying.count > longest) throw new Unsupported('a large map with a variable key');
      return choice(varying.key, base, [0, varying.count]);
    },
    write: ({ base, varying }, value) => {
      if (varying === undefined) return `${toWrite(base)}=${value};`;
      const cases = Array.from({ length: varying.count }, (_, at) => `case ${at}:${toWrite(base + at)}=v;break;`);
      return `{const v=${value};switch(${varying.key}){${cases.join('')}}}`;
    },
  };
}
