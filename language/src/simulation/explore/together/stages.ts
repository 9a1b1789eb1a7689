/**
 * Work that several threads do at once, in stages: a stage is a number of pieces, which the threads take one after the
 * other. One thread leads: it begins each stage, takes pieces as well, and goes on when all are done. So nobody writes
 * what others read, but for the pieces' own output and a few words that tell whose turn it is.
 */
import { at } from '../../../model/common/lookup.ts';

/** The indices of the words that tell whose turn it is. */
const words = {
  /** The number of the stage, and the next piece of it in the last bits. */
  turn: 0,
  /** The pieces of the stage that are done. */
  done: 1,
  /** The threads that have begun, besides the one that leads. */
  begun: 2,
  /** What to do. */
  task: 3,
  first: 4,
} as const;

/** The number of bytes of the words. */
const bytes = 4 * 5;

/** A stage has fewer pieces than 2 to the power of this. */
const pieceBits = 10;
const pieceMask = (1 << pieceBits) - 1;

/** What a stage is about: a task, and the first of what it is done with. */
export interface Stage {
  readonly task: number;
  readonly first: number;
}

/** The pieces of each stage: how many, and what does one. */
export interface Work {
  readonly pieces: number;
  readonly run: (piece: number, stage: Stage) => void;
}

/** Creates the words, with nothing to do, where each stage has so many pieces. */
export function createTurns(pieces: number): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes);
  new Int32Array(shared)[words.turn] = pieces;
  return shared;
}

/** Takes pieces of a stage as long as there are some. */
function takePieces(control: Int32Array, turn: number, { pieces, run }: Work): void {
  const stage = { task: at(control, words.task), first: at(control, words.first) };
  for (;;) {
    const now = Atomics.load(control, words.turn);
    if (now >>> pieceBits !== turn >>> pieceBits || (now & pieceMask) === pieces) return;
    if (Atomics.compareExchange(control, words.turn, now, now + 1) !== now) continue;
    run(now & pieceMask, stage);
    Atomics.add(control, words.done, 1);
    Atomics.notify(control, words.done);
  }
}

/** Helps for as long as the thread lives: `prepare` is called before each stage. Blocks its thread. */
export function helpAlong(shared: SharedArrayBuffer, prepare: () => void, work: Work): never {
  const control = new Int32Array(shared);
  Atomics.add(control, words.begun, 1);
  for (;;) {
    const turn = Atomics.load(control, words.turn);
    prepare();
    takePieces(control, turn, work);
    const now = Atomics.load(control, words.turn);
    if ((now & pieceMask) === work.pieces) Atomics.wait(control, words.turn, now);
  }
}

/** The thread that leads. */
export interface Lead {
  /** The number of other threads that have begun. */
  readonly helpers: () => number;
  /** Begins a stage; the one before is over. */
  readonly begin: (stage: Stage) => void;
  /** Takes pieces, and waits until all are done; returns false if the others did not end theirs in time. */
  readonly finish: () => boolean;
  /** Waits until the others have done all pieces. */
  readonly wait: () => boolean;
}

/** Milliseconds after which a thread that does not end its piece is given up: pieces take a few. */
const patience = 10_000;

/** Creates what leads. */
export function createLead(shared: SharedArrayBuffer, work: Work): Lead {
  const control = new Int32Array(shared);
  let turn = 0;
  const wait = (): boolean => {
    for (;;) {
      const done = Atomics.load(control, words.done);
      if (done === work.pieces) return true;
      if (Atomics.wait(control, words.done, done, patience) === 'timed-out') return false;
    }
  };
  return {
    helpers: () => Atomics.load(control, words.begun),
    begin({ task, first }) {
      Atomics.store(control, words.done, 0);
      [control[words.task], control[words.first]] = [task, first];
      turn = ((turn >>> pieceBits) + 1) << pieceBits;
      Atomics.store(control, words.turn, turn);
      Atomics.notify(control, words.turn);
    },
    finish() {
      takePieces(control, turn, work);
      return wait();
    },
    wait,
  };
}
