/**
 * Generates the search for several threads that share its lists and its table: new states are entered by
 * compare-and-exchange, so that each state is known once. Numbers of states go by pages: each thread fills pages of its
 * own in turn, so that no two write next to each other.
 */
import { emitRules, emitTests, numbers, type SearchInput } from './emit-search.ts';
import { emitEnter, emitFetched, emitKnown, emitStored, emitWaited, emitWaiting, indexMask } from './emit-states.ts';

/** The number of states of a page, as a power of two. */
export const pageBits = 12;
/** The number of states that a thread takes at a time to expand. */
export const statesAtOnce = 256;

/** The functions that the generated text returns. */
export interface SharedSearchCode {
  /** The number of the state that this thread finds next. */
  readonly next: () => number;
  readonly attach: (table: Int32Array) => void;
  /**
   * Expands states of the queues, while its own next number is at most `most`; returns true if it stopped for that. `Q`
   * has two numbers for each queue: the next state in it, and its end, counted within the pages of one thread; the
   * pages of all begin with `first`.
   */
  readonly work: (queues: number, first: number, most: number) => boolean;
  /** Enters known states into the table, from number `from` to before `to`. */
  readonly enter: (from: number, to: number) => void;
}

/**
 * Returns the body of a function of `N`, `H`, `X`, `S`, `P`, `Q`, and of `Z`: the index of this thread, the number of
 * threads, and the number of the first state that it finds.
 */
export function emitSharedSearch(searched: SearchInput): string {
  const { packing, indexBits } = searched;
  // Writes of others next to it make writing slow: once is enough.
  const { functions, follow } = emitRules(searched, (place) => `if(X[${place}]===0)X[${place}]=1;`);
  const page = 2 ** pageBits;
  const entry = `h&${~indexMask(indexBits)}|k+1`;
  return [
    `let T,M=0,C=0,Y=0,K=Z[2];const me=Z[0],skip=(Z[1]-1)*${page};`,
    functions,
    emitWaiting(packing, searched.prepared.rules.length),
    `function D(){${emitFetched}for(let i=0;i<z;i++)F:{${emitWaited(packing)}let e=0;const k=K;`,
    `for(;;){e=Atomics.load(T,j);if(e===0){${emitStored(packing)}P[k]=V[i];`,
    `e=Atomics.compareExchange(T,j,0,${entry});`,
    `if(e===0){K++;if((K&${page - 1})===0)K+=skip;${emitTests(searched)}break F;}}`,
    `${emitKnown(searched)}j=(j+1)&M;}}R+=z;q=0;}`,
    `function work(queues,first,most){for(let i=0;i<queues;i++){const u=(me+i)%queues;for(;;){if(K>most)return true;`,
    `const a=Atomics.add(Q,2*u,${statesAtOnce}),z=Math.min(a+${statesAtOnce},Q[2*u+1]);if(a>=z)break;`,
    `for(let l=a;l<z;l++){C=((l>>>${pageBits})*queues+u+first)*${page}+(l&${page - 1});${follow('Y++;continue;')}}`,
    `D();N[${numbers.count}]=K;N[${numbers.transitions}]+=R;N[${numbers.bounded}]=Y;R=0;}}return false;}`,
    emitEnter(packing, '', `T[j]!==0||Atomics.compareExchange(T,j,0,${entry})!==0`),
    `return{next(){return K;},attach(t){T=t;M=t.length-1;},work,enter};`,
  ].join('\n');
}
