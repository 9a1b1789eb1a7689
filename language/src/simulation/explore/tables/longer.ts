/** How lists in typed arrays grow. */

/** Returns the next length of a list that is full. Long ones grow by a quarter: of millions of numbers, half would stay unused. */
export const longer = (size: number): number => (size < 1 << 16 ? 2 * size : size + (size >> 2));
