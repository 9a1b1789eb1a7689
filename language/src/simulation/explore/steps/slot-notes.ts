/** Notes which slots of a core a step has read, and which each round of it has written. */
import type { Program } from '../../kernel/run.ts';
import { type CoreSlots, none } from '../state/core-slots.ts';

/** The notes of one step at a time. */
export interface SlotNotes {
  readonly beginStep: () => void;
  /** Begins a round: the step with other answers of chance. */
  readonly beginRound: () => void;
  readonly read: (slot: number) => void;
  readonly write: (slot: number) => void;
  /** Parts are written as a whole, which therefore depends on all of them. */
  readonly writeParts: () => void;
  /** Reads every slot, and writes those that a step can write. */
  readonly touchAll: () => void;
  readonly isWritten: (slot: number) => boolean;
  /** The slots read in all rounds, in the order in which they were read first. */
  readonly reads: () => readonly number[];
  /** The slots written in this round. */
  readonly writes: () => readonly number[];
}

/** Creates notes without entries. */
export function createSlotNotes({ active, slotsFrom }: Program, slots: CoreSlots): SlotNotes {
  const [readIn, writtenIn] = [new Int32Array(slots.count), new Int32Array(slots.count)];
  let [step, round] = [0, 0];
  let reads: number[] = [];
  let writes: number[] = [];

  const isWritten = (slot: number): boolean => writtenIn[slot] === round;
  const read = (slot: number): void => {
    // What this round has written itself does not depend on what was there.
    if (slot === none || readIn[slot] === step || isWritten(slot)) return;
    readIn[slot] = step;
    reads.push(slot);
  };
  const write = (slot: number): void => {
    if (slot === none || isWritten(slot)) return;
    writtenIn[slot] = round;
    writes.push(slot);
  };
  const writeParts = (): void => {
    read(slots.parts);
    write(slots.parts);
  };
  return {
    beginStep() {
      step += 1;
      reads = [];
    },
    beginRound() {
      round += 1;
      writes = [];
    },
    ...{ read, write, writeParts, isWritten },
    touchAll() {
      for (let slot = 0; slot < slots.count; slot++) read(slot);
      for (const entity of active) write(slots.active(entity));
      for (let place = 0; place < (slotsFrom.at(-1) ?? 0); place++) write(slots.variable(place));
      write(slots.parts);
    },
    reads: () => reads,
    writes: () => writes,
  };
}
