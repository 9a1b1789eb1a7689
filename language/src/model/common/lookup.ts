/**
 * Lookups that cannot miss: the caller knows that what it asks for is there. A miss is a mistake of the program and
 * throws, so that it never becomes a wrong answer.
 */

/** Returns the number at an index inside the array. Takes one kind of array only, which keeps it fast in inner loops. */
export function at(numbers: Int32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) missed(index, numbers.length);
  return number;
}

/** Returns the number at an index inside the array; fast for the same reason. */
export function floatAt(numbers: Float64Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) missed(index, numbers.length);
  return number;
}

/** Returns the byte at an index inside the array; fast for the same reason. */
export function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) missed(index, bytes.length);
  return byte;
}

/** Returns the item at an index inside the list. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index];
  if (item === undefined) missed(index, items.length);
  return item;
}

/** Returns a value that is known to be there, such as that of a key that was put into a map before. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Something was looked up that was never stored.');
  return value;
}

function missed(index: number, length: number): never {
  throw new Error(`The index ${String(index)} is outside a list of ${String(length)}.`);
}
