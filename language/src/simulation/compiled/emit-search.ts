/**
 * Writes a breadth-first search over the rules of a model as JavaScript: states are words in `S`, which is
 * the queue as well; `P` has the number of the state that each was reached from; `T` is a table of numbers of
 * states with open addressing. Nothing is allocated while it runs. Numbers and fixed words only.
 */
import type { Expression } from '../../model/expression.ts';
import { namedCells } from './cells.ts';
import { condition, single } from './code.ts';
import type { Emitting } from './emit-expression.ts';
import { emit } from './emit-expression.ts';
import type { Packing } from './packing.ts';
import { emitPacked, emitUnpacked } from './packing.ts';
import type { PreparedRule, PreparedRules } from './prepared-rules.ts';
import { emitRule } from './prepared-rules.ts';

/** A condition on states that is looked for. */
export interface Wanted {
  /** Or its contrary. */
  readonly condition: Expression;
  readonly isNegated: boolean;
  /** Nothing more is followed once it is met. */
  readonly ends: boolean;
}

/** What is searched, and for what. */
export interface Searched {
  readonly prepared: PreparedRules;
  readonly packing: Packing;
  /** The first state is noted in which one of these is true. */
  readonly wanted: readonly Wanted[];
  /** What follows a state is looked at only where all of these hold. */
  readonly bounds: readonly Expression[];
  /** How many bits of an entry of the table are the number of a state; the others are a part of its hash. */
  readonly indexBits: number;
}

/** The places in `N`, the numbers that the search and its host share. */
export const numbers = {
  /** States known, and of them those from which all was followed. */
  ...{ count: 0, current: 1 },
  transitions: 2,
  /** States from which nothing was followed because of a bound. */
  bounded: 3,
  /** More than 0 once a condition that ends the search is met, or a rule has failed. */
  ended: 4,
  /** The first state without a rule that applies, or -1. */
  stuck: 5,
  /** For each condition from here on the first state that it is true in, or -1. */
  firstOf: 6,
} as const;

/** The functions that the text gives. */
export interface SearchCode {
  /** Works on these lists from now on, with a table of so many entries, a power of two. */
  readonly attach: (states: Int32Array, parents: Int32Array, table: Int32Array) => void;
  /** Adds the state in the first words of the list of states. */
  readonly begin: () => void;
  /** Follows states until one number is reached, or more than another number of states are known. */
  readonly run: (until: number, most: number) => void;
  /** Enters known states into the table, from one number to before another. */
  readonly enter: (from: number, to: number) => void;
}

/** Longer functions are compiled late, or not at all. */
const longestGroup = 20_000;

/** Returns the body of a function of `N` and `H` that gives a `SearchCode`; `H` is told of the first rule that fails,
 * unless the search had ended before: where, how, in which state, and how many states were known. Throws `Unsupported`. */
export function emitSearch(searched: Searched): string {
  const { packing, indexBits } = searched;
  const words = (name: string): string[] => Array.from({ length: packing.words }, (_, word) => `${name}${word}`);
  const groups = groupsOf(searched);
  const calls = groups.map((_, index) => `+G${index}(${words('w').join(',')})`).join('');
  return [
    `let S,P,T,M=0,K=0,C=0,Y=0;const F=(p,k)=>{if(N[${numbers.ended}]++===0)H(p,k,C,K);};`,
    `const B=N.subarray(${numbers.firstOf});`,
    emitAdd(searched),
    ...groups.map((group, index) => emitGroup(group, packing, index)),
    `function run(until,most){let t=0;while(C<until&&C<K&&K<=most&&N[${numbers.ended}]===0){`,
    `const o=C*${packing.words};${words('w')
      .map((name, word) => `const ${name}=S[o+${word}];`)
      .join('')}`,
    `${emitBounds(searched)}const d=0${calls};t+=d;if(d===0&&N[${numbers.stuck}]<0&&N[${numbers.ended}]===0)N[${numbers.stuck}]=C;C++;}`,
    `N[${numbers.count}]=K;N[${numbers.current}]=C;N[${numbers.transitions}]+=t;N[${numbers.bounded}]=Y;}`,
    `function enter(from,to){for(let i=from;i<to;i++){const o=i*${packing.words};`,
    `${words('n')
      .map((name, word) => `const ${name}=S[o+${word}];`)
      .join('')}let h=0;${emitHash(packing.words)}`,
    `let j=h&M;while(T[j]!==0)j=(j+1)&M;T[j]=h&${~indexMask(indexBits)}|i+1;}}`,
    `return{attach(s,p,t){S=s;P=p;T=t;M=t.length-1;},run,enter,`,
    `begin(){A(${words('S')
      .map((_, word) => `S[${word}]`)
      .join(',')});N[${numbers.count}]=K;}};`,
  ].join('\n');
}

/** Writes the function that adds a state, unless it is known, and looks whether it is wanted. */
function emitAdd({ prepared, packing, wanted, indexBits }: Searched): string {
  const names = Array.from({ length: packing.words }, (_, word) => `n${word}`);
  const around = prepared.around(packedCells(packing, 'n'));
  const tests = wanted.map(({ condition: expression, isNegated, ends }, index) => {
    const test = condition(single(emit(expression, around)));
    const ending = ends ? `N[${numbers.ended}]++;` : '';
    return `if(B[${index}]<0&&${isNegated ? '!' : ''}(${test})){B[${index}]=K-1;${ending}}`;
  });
  const isSame = names.map((name, word) => `S[b+${word}]===${name}`).join('&&');
  return [
    `function A(${names.join(',')}){let h=0;${emitHash(packing.words)}`,
    `let j=h&M,e=0;while((e=T[j])!==0){if((e^h)>>>${indexBits}===0){`,
    `const b=((e&${indexMask(indexBits)})-1)*${packing.words};if(${isSame})return;}j=(j+1)&M;}`,
    `const b=K*${packing.words};${names.map((name, word) => `S[b+${word}]=${name};`).join('')}P[K]=C;K++;`,
    `T[j]=h&${~indexMask(indexBits)}|K;${tests.join('')}}`,
  ].join('\n');
}

const indexMask = (bits: number): number => 2 ** bits - 1;

/** Reads numbers out of packed words; they are not written. */
const packedCells = ({ cells }: Packing, words: string) =>
  namedCells(
    (place) => {
      const cell = cells[place];
      return cell === undefined ? '0' : emitUnpacked(cell, words);
    },
    () => {
      throw new Error('A condition writes nothing.');
    },
  );

const multipliers = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1] as const;

/** Writes the hash of the words `n0`, `n1`, … into `h`. */
function emitHash(words: number): string {
  const rest = Array.from({ length: words - 1 }, (_, index) => {
    return `h=Math.imul(h^h>>>15^n${index + 1},${multipliers[index % multipliers.length] ?? 1});`;
  });
  return `h=Math.imul(n0,0x9e3779b1);${rest.join('')}h^=h>>>16;`;
}

function emitBounds({ prepared, packing, bounds }: Searched): string {
  const around = prepared.around(packedCells(packing, 'w'));
  const tests = bounds.map((bound) => `!(${condition(single(emit(bound, around)))})`);
  return tests.length === 0 ? '' : `if(${tests.join('||')}){Y++;C++;continue;}`;
}

/** A rule as a block, and the numbers of a state that it looks at or changes. */
interface Block {
  readonly text: string;
  readonly touched: ReadonlySet<number>;
}

/** Rules that are one function together. */
function groupsOf({ prepared, packing }: Searched): Block[][] {
  const groups: Block[][] = [];
  let length = Infinity;
  for (const [index, rule] of prepared.rules.entries()) {
    const block = emitBlock(prepared, packing, { rule, index });
    if (length + block.text.length > longestGroup) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(block);
    length += block.text.length;
  }
  return groups;
}

/** Numbers are in variables of the block while its rule works on them. */
function emitBlock(
  prepared: PreparedRules,
  packing: Packing,
  { rule, index }: { readonly rule: PreparedRule; readonly index: number },
): Block {
  const touched = new Set<number>();
  const written = new Map<number, string>();
  const name = (place: number): string => {
    touched.add(place);
    return `s${place}`;
  };
  const cells = namedCells(name, (place) => {
    written.set(place, `s${place}`);
    return name(place);
  });
  const leave = `break R${index};`;
  const around: Emitting = { ...prepared.around(cells), failed: leave };
  const text = emitRule(around, rule, { taken: '', dropped: leave });
  const local = [...touched].map((place) => `s${place}=c${place}`);
  const packed = Array.from({ length: packing.words }, (_, word) => emitPacked(packing, word, written));
  const head = local.length === 0 ? '' : `let ${local.join(',')};`;
  return { text: `R${index}:{${head}${text}d++;A(${packed.join(',')});}`, touched };
}

function emitGroup(blocks: readonly Block[], packing: Packing, index: number): string {
  const touched = new Set(blocks.flatMap((block) => [...block.touched]));
  const unpacked = [...touched].map((place) => {
    const cell = packing.cells[place];
    return `c${place}=${cell === undefined ? '0' : emitUnpacked(cell, 'w')}`;
  });
  const words = Array.from({ length: packing.words }, (_, word) => `w${word}`).join(',');
  const head = unpacked.length === 0 ? '' : `const ${unpacked.join(',')};`;
  return `function G${index}(${words}){let d=0;${head}\n${blocks.map(({ text }) => text).join('\n')}\nreturn d;}`;
}
