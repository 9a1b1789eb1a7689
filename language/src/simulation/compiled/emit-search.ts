/**
 * Generates JavaScript for a breadth-first search over the rules of a model: states are words in `S`, which is the
 * queue as well; `P` has the number of the predecessor of each state; `T` is a table of numbers of states with open
 * addressing. Nothing is allocated while it runs. Numbers and fixed words only.
 *
 * Memory is slow: so the states found wait in a list until some are there, and are looked up together. Where one of them
 * ends the search, those that wait after the successors of the same state were never found.
 */
import type { Expression } from '../../model/machines/expression.ts';
import { namedCells } from './cells.ts';
import { condition, singleCode } from './code.ts';
import { emit, type Emitting } from './emit-expression.ts';
import {
  emitEnter,
  emitFetched,
  emitKnown,
  emitRead,
  emitStored,
  emitWaited,
  emitWaiting,
  indexMask,
  type StateStore,
  together,
  wordNames,
} from './emit-states.ts';
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
export interface SearchInput extends StateStore {
  readonly prepared: PreparedRules;
  /** For each, the first state in which it is true is recorded. */
  readonly wanted: readonly SearchGoal[];
  /** A state is expanded only where all of these hold. */
  readonly bounds: readonly Expression[];
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
  const goesOn = `N[${numbers.ended}]===0`;
  return [
    `let S,P,T,M=0,K=0,C=0,Y=0,L=-1;`,
    functions,
    emitWaiting(packing, searched.prepared.rules.length),
    // `L` is the state at which the search ends.
    `function D(){${emitFetched}let i=0;for(;i<z&&(L<0||V[i]===L);i++)F:{${emitWaited(packing)}let e=0;`,
    `while((e=T[j])!==0){${emitKnown(searched)}j=(j+1)&M;}`,
    `const k=K;${emitStored(packing)}P[k]=V[i];K++;T[j]=h&${~indexMask(indexBits)}|K;${emitTests(searched)}`,
    `if(L<0&&!(${goesOn}))L=V[i];}R+=i;q=0;}`,
    `function run(until,most){while(C<until&&(C<K||(D(),C<K))&&K+q<=most&&${goesOn}){`,
    follow(`D();if(${goesOn}){Y++;C++;}continue;`),
    `if(d===0){D();if(N[${numbers.stuck}]<0&&${goesOn})N[${numbers.stuck}]=C;}C++;}`,
    `D();if(L>=0)C=L+1;`,
    `N[${numbers.count}]=K;N[${numbers.current}]=C;N[${numbers.transitions}]+=R;N[${numbers.bounded}]=Y;R=0;}`,
    emitEnter(packing, `T[j]=h&${~indexMask(indexBits)}|k+1;`, 'T[j]!==0'),
    `return{attach(s,p,t){S=s;P=p;T=t;M=t.length-1;},run,enter,`,
    `begin(){${emitRead(packing, 'n', '0')}A(${wordNames(packing, 'n')});D();N[${numbers.count}]=K;R=0;L=-1;}};`,
  ].join('\n');
}

/** The rules, in the form shared by all kinds of searches. */
export interface WrittenRules {
  /** Functions of a state that add its successors. */
  readonly functions: string;
  /**
   * Returns what expands the state `C` by all rules: `d` have applied. A state outside the bounds is not expanded; then
   * `outside` is done.
   */
  readonly follow: (outside: string) => string;
}

/** Generates the rules; `mark` generates the code that records the places reached. */
export function emitRules(searched: SearchInput, mark: (place: number) => string): WrittenRules {
  const { packing } = searched;
  const groups = groupsOf(searched, mark).map((group, index) => emitGroup(group, packing, index));
  const calls = groups.map((_, index) => `+G${index}(${wordNames(packing, 'w')})`);
  return {
    functions: [
      `const B=N.subarray(${numbers.firstOf});`,
      `const F=(p,k)=>{D();if(N[${numbers.ended}]++===0)H(p,k,C,K);};`,
      ...groups,
    ].join('\n'),
    follow: (outside) =>
      `${emitRead(packing, 'w', 'C')}${emitBounds(searched, outside)}const d=0${calls.join('')};if(q>=${together})D();`,
  };
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

function emitBounds({ prepared, packing, bounds }: SearchInput, outside: string): string {
  const around = prepared.around(packedCells(packing, 'w'));
  const tests = bounds.map((bound) => `!(${condition(singleCode(emit(bound, around)))})`);
  return tests.length === 0 ? '' : `if(${tests.join('||')}){${outside}}`;
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
