/**
 * Generates the parts of a search that store states and look them up. A state that is found waits: its words in `W`, its
 * hash in `J`, its predecessor in `V`, until some are there. Then the table entries of all are fetched at once, so that
 * each of these slow loads is under way while the others are.
 */
import { itemAt } from '../../model/common/lookup.ts';
import type { Packing } from './packing.ts';

/** How states are stored. */
export interface StateStore {
  readonly packing: Packing;
  /** The number of bits of a table entry that hold the number of a state; the others hold part of its hash. */
  readonly indexBits: number;
}

/** So many states wait at least before they are looked up. */
export const together = 32;

/** Generates the list of those that wait, the function `A` that adds one, and `R`, the number of those looked up. */
export function emitWaiting(packing: Packing, rules: number): string {
  // A rule leads to one state at most.
  const most = together + rules;
  const stores = wordsOf(packing).map((word) => `W[b+${word}]=n${word};`);
  return [
    `const W=new Int32Array(${most * packing.words}),J=new Int32Array(${most}),V=new Int32Array(${most});let q=0,R=0,O=0;`,
    `function A(${wordNames(packing, 'n')}){let h=0;${emitHash(packing)}`,
    `const b=q*${packing.words};${stores.join('')}V[q]=C;J[q++]=h;}`,
  ].join('\n');
}

/** Fetches the table entries of the first `q` hashes, now `z`; writing `O` keeps the compiler from leaving these loads out. */
export const emitFetched = `const z=q;let o=0;for(let i=0;i<z;i++)o|=T[J[i]&M];O=o;`;

/** Generates constants with the words of the `i`th state that waits, its hash `h`, and the first place `j` to look for it. */
export const emitWaited = (packing: Packing): string => `${emitRead(packing, 'n', 'i', 'W')}const h=J[i];let j=h&M;`;

/** Generates the function that enters known states with the numbers `k`: `enter` at the first place `j` not taken. */
export function emitEnter(packing: Packing, enter: string, isTaken: string): string {
  return [
    `function enter(from,to){for(let f=from;f<to;f+=q){q=Math.min(J.length,to-f);`,
    `for(let i=0;i<q;i++){${emitRead(packing, 'n', '(f+i)')}let h=0;${emitHash(packing)}J[i]=h;}${emitFetched}`,
    `for(let i=0;i<z;i++){const k=f+i,h=J[i];let j=h&M;while(${isTaken})j=(j+1)&M;${enter}}}q=0;}`,
  ].join('\n');
}

/** Generates the test that leaves the block `F` if the table entry `e` is the state looked up. */
export function emitKnown({ packing, indexBits }: StateStore): string {
  const isSame = wordsOf(packing).map((word) => `S[b+${word}]===n${word}`);
  const place = `((e&${indexMask(indexBits)})-1)*${packing.words}`;
  return `if((e^h)>>>${indexBits}===0){const b=${place};if(${isSame.join('&&')})break F;}`;
}

/** Generates code that stores a state as number `k`. */
export function emitStored(packing: Packing): string {
  const stores = wordsOf(packing).map((word) => `S[b+${word}]=n${word};`);
  return `{const b=k*${packing.words};${stores.join('')}}`;
}

/** Generates constants with the words of a state in a list. */
export function emitRead(packing: Packing, name: string, state: string, list = 'S'): string {
  const reads = wordsOf(packing).map((word) => `const ${name}${word}=${list}[${state}*${packing.words}+${word}];`);
  return reads.join('');
}

const wordsOf = ({ words }: Packing): number[] => Array.from({ length: words }, (_, word) => word);

/** Returns the names of the words of a state, separated by commas. */
export const wordNames = (packing: Packing, name: string): string =>
  wordsOf(packing)
    .map((word) => `${name}${word}`)
    .join(',');

/** Returns the mask for the bits of a table entry that hold the number of a state plus one. */
export const indexMask = (bits: number): number => 2 ** bits - 1;

const multipliers = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1] as const;

/** Generates code that computes the hash of the words `n0`, `n1`, … in `h`. */
function emitHash({ words }: Packing): string {
  const rest = Array.from({ length: words - 1 }, (_, index) => {
    return `h=Math.imul(h^h>>>15^n${index + 1},${itemAt(multipliers, index % multipliers.length)});`;
  });
  return `h=Math.imul(n0,0x9e3779b1);${rest.join('')}h^=h>>>16;`;
}
