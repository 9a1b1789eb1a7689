/**
 * Continues ids and EXTRA texts from one resource of a dump to the next: `BLOCK_1_9`, `BLOCK_1_10` (decimal) or
 * `BLOCK_1_9`, `BLOCK_1_a` (hexadecimal), and memory that begins where the previous one ends.
 */

/** The base of the numbers in ids. */
export type Base = 10 | 16;

/** An id up to the number at its end, and that number. */
export interface NumberedId {
  readonly stem: string;
  readonly number: number;
}

const numberAtEnd: Readonly<Record<Base, RegExp>> = { 10: /(?:0|[1-9]\d{0,14})$/, 16: /(?:0|[1-9a-f][\da-f]{0,11})$/ };

/** Splits an id. Undefined unless a number of that base, without leading zeros, follows its last `_`. */
export function splitId(id: string, base: Base): NumberedId | undefined {
  const start = id.lastIndexOf('_') + 1;
  const digits = id.slice(start);
  const match = numberAtEnd[base].exec(digits);
  if (start === 0 || match?.index !== 0) return undefined;
  return { stem: id.slice(0, start), number: Number.parseInt(digits, base) };
}

/** Returns the id that is `steps` after the given one; undefined if that has no number of this base. */
export function laterId(id: string, base: Base, steps: number): string | undefined {
  const split = splitId(id, base);
  return split && `${split.stem}${(split.number + steps).toString(base)}`;
}

/**
 * Returns the EXTRA of memory that begins `bytes` after that of the given EXTRA, with as many digits or blanks;
 * undefined if the text does not begin with an address.
 */
export function laterExtra(extra: string, bytes: bigint): string | undefined {
  const [, blanks = '', prefix = '', digits, rest = ''] = /^( *)(0x|)([\da-f]+)(_.*)$/.exec(extra) ?? [];
  if (digits === undefined || digits.length > 16) return undefined;
  const address = (BigInt(`0x${digits}`) + bytes).toString(16);
  const padded = digits.startsWith('0') ? address.padStart(digits.length, '0') : address;
  const width = blanks.length + prefix.length + digits.length;
  return `${blanks === '' ? '' : ' '.repeat(Math.max(0, width - prefix.length - padded.length))}${prefix}${padded}${rest}`;
}
