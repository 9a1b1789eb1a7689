/**
 * The packing of a state into 32-bit words: each number takes as many bits as its range needs, and none spans two
 * words.
 */
import type { Program } from '../kernel/run.ts';
import { type Domain, isAnyInt } from './layout.ts';
import type { PreparedRules } from './prepared-rules.ts';
import { at, itemAt } from '../../model/common/lookup.ts';

/** The place of a number: its bits hold its difference from `low`. No bits: it is always `low`. */
export interface PackedCell {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly low: number;
}

/** The number of words, and the place of each number of a layout. */
export interface Packing {
  readonly words: number;
  readonly cells: readonly PackedCell[];
}

/** Packs the numbers of a layout, each into the first word that has room for it. */
export function packingOf({ program, layout, start, rules, isRead }: PreparedRules): Packing {
  const ranges: Range[] = [];
  const put = (place: number, range: Range): void => {
    ranges[place] = range;
  };
  for (const [entity, leaf] of layout.leafOf) {
    const states = program.machineOf[entity]?.states.length ?? 1;
    put(leaf, { low: Math.min(0, at(start, leaf)), high: states - 2 });
  }
  for (const fields of layout.fieldsOf.values()) {
    for (const [name, { base, domain, keys }] of fields) {
      // A variable that makes no difference takes no space.
      const range = isRead(name) ? rangeOf(program, domain) : { low: 0, high: 0 };
      for (let place = 0; place < (keys?.length ?? 1); place++) put(base + place, range);
    }
  }
  for (const { limit } of rules) if (limit !== undefined) put(limit.counter, { low: 0, high: limit.upTo });
  return placed(ranges);
}

/** Generates the expression that reads a number from words with the given names. */
export function emitUnpacked({ word, shift, bits, low }: PackedCell, words: string): string {
  if (bits === 0) return String(low);
  if (bits === 32) return `${words}${word}`;
  const raw = `(${words}${word}>>>${shift}&${maskOf(bits)})`;
  return low === 0 ? raw : low > 0 ? `(${raw}+${low})` : `(${raw}- ${-low})`;
}

/**
 * Generates the expression of a word in which the changed numbers have the given names, and the others their old
 * values.
 */
export function emitPacked({ cells }: Packing, word: number, changed: ReadonlyMap<number, string>): string {
  let kept = -1;
  const parts: string[] = [];
  for (const [place, name] of changed) {
    const cell = cells[place];
    if (cell === undefined || cell.bits === 0 || cell.word !== word) continue;
    const { shift, bits, low } = cell;
    if (bits === 32) return name;
    kept &= ~(maskOf(bits) << shift);
    const above = low === 0 ? name : low > 0 ? `(${name}- ${low})` : `(${name}+${-low})`;
    parts.push(shift === 0 ? above : `${above}<<${shift}`);
  }
  return parts.length === 0 ? `w${word}` : [`w${word}&${kept}`, ...parts].join('|');
}

/** Packs a state into words, from an index in a list on. */
export function pack({ words, cells }: Packing, state: Int32Array, into: Int32Array, from: number): void {
  into.fill(0, from, from + words);
  for (const [place, { word, shift, bits, low }] of cells.entries()) {
    const number = at(state, place);
    if (bits > 0) into[from + word] = at(into, from + word) | (bits === 32 ? number : (number - low) << shift);
  }
}

/** Returns the state in the words of a list, from an index on. */
export function unpack({ cells }: Packing, words: Int32Array, from: number): Int32Array {
  return Int32Array.from(cells, ({ word, shift, bits, low }) => {
    const packed = at(words, from + word);
    return bits === 32 ? packed : ((packed >>> shift) & maskOf(bits)) + low;
  });
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function rangeOf({ model }: Program, domain: Domain): Range {
  switch (domain.kind) {
    case 'bool':
      return { low: 0, high: 1 };
    case 'int':
      return isAnyInt(domain) ? anyInt : { low: domain.low, high: domain.high };
    case 'enum':
      return { low: 0, high: domain.values.length - 1 };
    case 'entity':
      return { low: -1, high: model.entities.length - 1 };
    case 'set':
      return { low: 0, high: 2 ** domain.items.length - 1 };
  }
}

/** The full range of a word. */
const anyInt: Range = { low: 0, high: 2 ** 32 - 1 };

function placed(ranges: readonly Range[]): Packing {
  const free: number[] = [];
  const cells = ranges.map(({ low, high }): PackedCell => {
    const bits = 32 - Math.clz32(high - low);
    if (bits === 0) return { word: 0, shift: 0, bits, low };
    let word = free.findIndex((room) => room >= bits);
    if (word < 0) word = free.push(32) - 1;
    const room = itemAt(free, word);
    free[word] = room - bits;
    return { word, shift: 32 - room, bits, low };
  });
  return { words: Math.max(1, free.length), cells };
}

const maskOf = (bits: number): number => (bits === 32 ? -1 : 2 ** bits - 1);
