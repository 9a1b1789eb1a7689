/**
 * How written code reaches the numbers of a state: in an array, or in variables of its own. Texts hold
 * numbers and fixed words only.
 */
import { Unsupported } from './unsupported.ts';

/** One number of a state, or one of `count` numbers by a key that varies. */
export interface Place {
  readonly base: number;
  readonly varying?: { readonly key: string; readonly count: number };
}

/** Reads as an expression and writes as a statement. */
export interface Cells {
  readonly read: (place: Place) => string;
  readonly write: (place: Place, value: string) => string;
}

/** The numbers are in an array named `V`. */
export const arrayCells: Cells = {
  read: (place) => `V[${indexOf(place)}]`,
  write: (place, value) => `V[${indexOf(place)}]=${value};`,
};

const indexOf = ({ base, varying }: Place): string => (varying === undefined ? String(base) : `${base}+${varying.key}`);

/** Longer code for one variable place is not worth while. */
const longest = 10_000;

/** Each number has a name to read and a name to write it by; of several the key tells which one is meant. */
export function namedCells(toRead: (place: number) => string, toWrite: (place: number) => string): Cells {
  /** The place between two ends is found by halves. */
  const choice = (key: string, base: number, [from, to]: readonly [from: number, to: number]): string => {
    if (to - from <= 1) return toRead(base + from);
    const middle = (from + to) >> 1;
    return `(${key}<${middle}?${choice(key, base, [from, middle])}:${choice(key, base, [middle, to])})`;
  };
  return {
    read: ({ base, varying }) => {
      if (varying === undefined) return toRead(base);
      if (varying.key.length * varying.count > longest) throw new Unsupported('a large map with a key that varies');
      return choice(varying.key, base, [0, varying.count]);
    },
    write: ({ base, varying }, value) => {
      if (varying === undefined) return `${toWrite(base)}=${value};`;
      const cases = Array.from({ length: varying.count }, (_, at) => `case ${at}:${toWrite(base + at)}=v;break;`);
      return `{const v=${value};switch(${varying.key}){${cases.join('')}}}`;
    },
  };
}
