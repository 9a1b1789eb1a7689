/**
 * Generates JavaScript for a breadth-first search over the rules of a model: states are words in `S`, which is the
 * queue as well; `P` has the number of the predecessor of each state; `T` is a table of numbers of states with open
 * addressing. Nothing is allocated while it runs. Numbers and fixed words only.
 */
import type { Expression } from '../../model/expression.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { namedCells } from './cells.ts';
import { condition, singleCode } from './code.ts';
import { emit, type Emitting } from './emit-expression.ts';
import { emitPacked, emitUnpacked, type Packing } from './packing.ts';
import { emitRule, type PreparedRule, type PreparedRules } from './prepared-rules.ts';

/** A condition on states to search for. */
export interface SearchGoal {
  /** `isNegated` searches for its negation. */
  readonly condition: Expression;
  readonly isNegated: boolean;
  /** True if the search ends once it is met. */
  readonly ends: boolean;
}

/** The input of a search. */
export interface SearchInput {
  readonly prepared: PreparedRules;
  readonly packing: Packing;
  /** For each, the first state in which it is true is recorded. */
  readonly wanted: readonly SearchGoal[];
  /** A state is expanded only where all of these hold. */
  readonly bounds: readonly Expression[];
  /** The number of bits of a table entry that hold the number of a state; the others hold part of its hash. */
  readonly indexBits: number;
}

/** The indices in `N`, the numbers that the search and its host share. */
export const numbers = {
  /** States known, and the number of them that were expanded. */
  ...{ count: 0, current: 1 },
  transitions: 2,
  /** States that were not expanded because of a bound. */
  bounded: 3,
  /** More than 0 once a condition that ends the search is met, or a rule has failed. */
  ended: 4,
  /** The first state without a rule that applies, or -1. */
  stuck: 5,
  /** For each condition from here on the first state in which it is true, or -1. */
  firstOf: 6,
} as const;

/** The functions that the generated text returns. */
export interface SearchCode {
  /** Works on these lists from now on, with a table of that size, a power of two. */
  readonly attach: (states: Int32Array, parents: Int32Array, table: Int32Array) => void;
  /** Adds the state in the first words of the list of states. */
  readonly begin: () => void;
  /** Expands states until state number `until`, or until more than `most` states are known. */
  readonly run: (until: number, most: number) => void;
  /** Enters known states into the table, from number `from` to before `to`. */
  readonly enter: (from: number, to: number) => void;
}

/** Longer functions are compiled late, or not at all. */
const longestGroup = 20_000;

/**
 * Returns the body of a function of `N`, `H` and `X` that returns a `SearchCode`. `X` has a 1 at the place of each
 * transition and rule reached. `H` is called for the first rule that fails, unless the search had ended before, with
 * its place, its kind, its state, and the number of states known. Throws `Unsupported`.
 */
export function emitSearch(searched: SearchInput): string {
  const { packing, indexBits } = searched;
  const { functions, follow } = emitRules(searched, (place) => `X[${place}]=1;`);
  const isEnded = `N[${numbers.ended}]===0`;
  return [
    `let S,P,T,M=0,K=0,C=0,Y=0;`,
    functions,
    `function A(${wordNames(packing, 'n')}){let h=0;${emitHash(packing)}`,
    `let j=h&M,e=0;while((e=T[j])!==0){${emitKnown(searched)}j=(j+1)&M;}`,
    `const k=K;${emitStored(packing)}P[k]=C;K++;T[j]=h&${~indexMask(indexBits)}|K;${emitTests(searched)}}`,
    `function run(until,most){let t=0;while(C<until&&C<K&&K<=most&&${isEnded}){`,
    `${follow}if(d===0&&N[${numbers.stuck}]<0&&${isEnded})N[${numbers.stuck}]=C;C++;}`,
    `N[${numbers.count}]=K;N[${numbers.current}]=C;N[${numbers.transitions}]+=t;N[${numbers.bounded}]=Y;}`,
    `function enter(from,to){for(let i=from;i<to;i++){${emitRead(packing, 'n', 'i')}let h=0;${emitHash(packing)}`,
    `let j=h&M;while(T[j]!==0)j=(j+1)&M;T[j]=h&${~indexMask(indexBits)}|i+1;}}`,
    `return{attach(s,p,t){S=s;P=p;T=t;M=t.length-1;},run,enter,`,
    `begin(){${emitRead(packing, 'n', '0')}A(${wordNames(packing, 'n')});N[${numbers.count}]=K;}};`,
  ].join('\n');
}

/** The rules, in the form shared by all kinds of searches. */
export interface WrittenRules {
  /** Functions of a state that add its successors. */
  readonly functions: string;
  /** Expands the state `C` by all rules: `d` have applied, and are counted in `t`. */
  readonly follow: string;
}

/** Generates the rules; `mark` generates the code that records the places reached. */
export function emitRules(searched: SearchInput, mark: (place: number) => string): WrittenRules {
  const { packing } = searched;
  const groups = groupsOf(searched, mark).map((group, index) => emitGroup(group, packing, index));
  const calls = groups.map((_, index) => `+G${index}(${wordNames(packing, 'w')})`);
  return {
    functions: [
      `const B=N.subarray(${numbers.firstOf});`,
      `const F=(p,k)=>{if(N[${numbers.ended}]++===0)H(p,k,C,K);};`,
      ...groups,
    ].join('\n'),
    follow: `${emitRead(packing, 'w', 'C')}${emitBounds(searched)}const d=0${calls.join('')};t+=d;`,
  };
}

/** Generates the test that ends the function if the table entry `e` is the state to be added. */
export function emitKnown({ packing, indexBits }: SearchInput): string {
  const isSame = wordsOf(packing).map((word) => `S[b+${word}]===n${word}`);
  const place = `((e&${indexMask(indexBits)})-1)*${packing.words}`;
  return `if((e^h)>>>${indexBits}===0){const b=${place};if(${isSame.join('&&')})return;}`;
}

/** Generates code that stores a state as number `k`. */
export function emitStored(packing: Packing): string {
  const stores = wordsOf(packing).map((word) => `S[b+${word}]=n${word};`);
  return `{const b=k*${packing.words};${stores.join('')}}`;
}

/** Generates code that tests the new state `k`. */
export function emitTests({ prepared, packing, wanted }: SearchInput): string {
  const around = prepared.around(packedCells(packing, 'n'));
  const tests = wanted.map(({ condition: expression, isNegated, ends }, index) => {
    const test = condition(singleCode(emit(expression, around)));
    const ending = ends ? `N[${numbers.ended}]++;` : '';
    return `if(B[${index}]<0&&${isNegated ? '!' : ''}(${test})){B[${index}]=k;${ending}}`;
  });
  return tests.join('');
}

/** Generates constants with the words of a state. */
export function emitRead(packing: Packing, name: string, state: string): string {
  const reads = wordsOf(packing).map((word) => `const ${name}${word}=S[${state}*${packing.words}+${word}];`);
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

/** Reads numbers from packed words; they are not written. */
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

/** Generates code that computes the hash of the words `n0`, `n1`, … in `h`. */
export function emitHash({ words }: Packing): string {
  const rest = Array.from({ length: words - 1 }, (_, index) => {
    return `h=Math.imul(h^h>>>15^n${index + 1},${itemAt(multipliers, index % multipliers.length)});`;
  });
  return `h=Math.imul(n0,0x9e3779b1);${rest.join('')}h^=h>>>16;`;
}

function emitBounds({ prepared, packing, bounds }: SearchInput): string {
  const around = prepared.around(packedCells(packing, 'w'));
  const tests = bounds.map((bound) => `!(${condition(singleCode(emit(bound, around)))})`);
  return tests.length === 0 ? '' : `if(${tests.join('||')}){Y++;C++;continue;}`;
}

/** A rule as a block, and the numbers of a state that it reads or changes. */
interface Block {
  readonly text: string;
  readonly touched: ReadonlySet<number>;
}

/** Groups the rules that form one function together. */
function groupsOf({ prepared, packing }: SearchInput, mark: (place: number) => string): Block[][] {
  const groups: Block[][] = [];
  let length = Infinity;
  for (const [index, rule] of prepared.rules.entries()) {
    const block = emitBlock(prepared, packing, { rule, index, mark });
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
  {
    rule,
    index,
    mark,
  }: { readonly rule: PreparedRule; readonly index: number; readonly mark: (place: number) => string },
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
  const around: Emitting = { ...prepared.around(cells), failed: leave, mark };
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
