/**
 * Random numbers that are the same in each process.
 */

/** Returns a function that draws whole numbers from 0 to its argument, exclusive. */
export function createDraws(seed = 0x2545f491): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}
