/**
 * The ways to all states in about two bytes for each. States are numbered breadth first, so their predecessors never
 * decrease: the log has for each state in turn the indexes of the transitions that led to new ones, and then an end.
 */
import { byteAt, itemAt } from '../../../model/common/lookup.ts';

/** How states were found. */
export interface Origins {
  /** Notes the predecessor of the next state, -1 for a start, and the index of the transition there. */
  readonly push: (from: number, way: number) => void;
  readonly at: (state: number) => number;
  readonly size: () => number;
  readonly bytes: () => number;
}

/** How states were found, told for one at a time. */
export interface Trail extends Omit<Origins, 'at'> {
  /** Returns the indexes of the transitions that lead to a state, from the start on. Cost: that of reading the log. */
  readonly waysTo: (state: number) => number[];
}

const chunkBits = 16;
const chunkBytes = 1 << chunkBits;
/** An index is written in digits of this many bits, the highest first; each but the first is marked. */
const digitBits = 7;
const [digitMask, marked] = [0x7f, 0x80];
/** Ends the states that were found from one; an index is written plus one. */
const end = 0;

/** Creates an empty log. */
export function createTrail(): Trail {
  const chunks: Uint8Array[] = [];
  // Starts are found from no state, number -1.
  let [size, length, from] = [0, 0, -1];
  let chunk = new Uint8Array(0);
  const write = (byte: number): void => {
    if ((length & (chunkBytes - 1)) === 0) chunks.push((chunk = new Uint8Array(chunkBytes)));
    chunk[length & (chunkBytes - 1)] = byte;
    length += 1;
  };
  const read = (place: number): number => byteAt(itemAt(chunks, place >> chunkBits), place & (chunkBytes - 1));
  const writeNumber = (number: number): void => {
    const rest = Math.floor(number / 2 ** digitBits);
    if (rest > 0) writeNumber(rest);
    write(rest > 0 ? (number & digitMask) | marked : number);
  };
  return {
    push(next, way) {
      if (next < from) throw new Error('States are not found in the order of their predecessors.');
      for (; from < next; from++) write(end);
      writeNumber(way + 1);
      size += 1;
    },
    size: () => size,
    waysTo(state) {
      const ways: number[] = [];
      let [wanted, child, parent] = [state, size, from];
      for (let place = length - 1; place >= 0 && wanted >= 0; place--) {
        let byte = read(place);
        if (byte === end) {
          parent -= 1;
          continue;
        }
        let [number, scale] = [byte & digitMask, 1];
        while ((byte & marked) !== 0) {
          place -= 1;
          byte = read(place);
          scale *= 2 ** digitBits;
          number += (byte & digitMask) * scale;
        }
        child -= 1;
        if (child !== wanted) continue;
        ways.push(number - 1);
        wanted = parent;
      }
      return ways.reverse();
    },
    bytes: () => chunkBytes * chunks.length,
  };
}
