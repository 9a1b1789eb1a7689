/**
 * A state that notes which slots of its core are read and written while the kernel steps in it. What a step did in one
 * core it does in every core that is the same in all slots that it read.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Entry, Program, State } from '../../kernel/run.ts';
import { copyOf, emptyState } from '../../kernel/state.ts';
import { none } from '../state/core-slots.ts';
import type { StateCode } from '../state/state-code.ts';
import { partsColumns } from '../state/state-parts.ts';
import { quietSlots } from './quiet.ts';
import { createSlotNotes } from './slot-notes.ts';
import { tracedLists } from './traced-lists.ts';

/** Notes the reads and writes of one step at a time. */
export interface Tracer {
  /** Begins a step in a core, with these entries under way besides its timers. */
  readonly begin: (core: number, underWay: readonly Entry[]) => void;
  /** Returns the state of the core, in which the step may be taken; once for each round of its answers of chance. */
  readonly round: () => State;
  /** The state before the step, which is never written. */
  readonly before: () => State;
  /** Returns true for the state of a round, if nothing was written in it that deletion depends on. */
  readonly isSettled: (state: State) => boolean;
  /** Notes that the timers of an entity, or what it has yet to send, were looked at. */
  readonly takesBack: (entity: EntityId) => void;
  /** Returns true if no `always` of an entity's machine can be enabled by what the round has written so far. */
  readonly isQuiet: (entity: EntityId) => boolean;
  /** Returns what the round has written: pairs of a slot and a number, by slot. */
  readonly writes: () => number[];
  /** Returns the slots read in all rounds of the step, in the order in which they were read first. */
  readonly reads: () => readonly number[];
}

/** Fields of a state that belong to no slot: no step depends on them where states have no times. */
const untraced = ['now', 'order', 'messages', 'agenda', 'history', 'steps'] as const;
// Those that change seldom are the columns of parts.
const seldom = Object.keys(partsColumns) as (keyof typeof partsColumns)[];

/** Creates a tracer of a program's states. */
export function createTracer(program: Program, code: StateCode): Tracer {
  const { slots } = code;
  const notes = createSlotNotes(program, slots);
  const quiet = quietSlots(program, slots);
  const empty = emptyState(program);
  let [start, raw] = [empty, empty];
  const field = (name: keyof State, noteRead: () => void, noteWrite: () => void): PropertyDescriptor => ({
    enumerable: true,
    get: () => {
      noteRead();
      return raw[name];
    },
    set: (value: never) => {
      noteWrite();
      Reflect.set(raw, name, value);
    },
  });
  const nothing = (): void => undefined;
  const state = Object.defineProperties({ ...tracedLists(() => raw, slots, notes) } as State, {
    ...Object.fromEntries(untraced.map((name) => [name, field(name, nothing, nothing)])),
    ...Object.fromEntries(
      seldom.map((name) => {
        const read = (): void => {
          // Written parts were read as a whole.
          if (!notes.isWritten(slots.parts)) notes.read(slots.field(name));
        };
        return [name, field(name, read, notes.writeParts)];
      }),
    ),
  });
  /** What is armed for an entity is written as a whole. */
  const noteTimers = (): void => {
    if (raw.agenda === start.agenda) return;
    const [before, after] = [new Set(start.agenda), new Set(raw.agenda)];
    for (const entry of [...start.agenda, ...raw.agenda]) {
      if (before.has(entry) && after.has(entry)) continue;
      const { due } = entry;
      const slot = due.kind === 'timer' || due.kind === 'delayed' ? slots.timers(due.entity) : none;
      notes.read(slot);
      notes.write(slot);
    }
  };
  return {
    begin(core, underWay) {
      notes.beginStep();
      start = code.stateWith(core, underWay);
    },
    round() {
      notes.beginRound();
      raw = copyOf(start);
      return state;
    },
    before: () => start,
    isSettled: () =>
      raw.turns === start.turns &&
      raw.links === start.links &&
      raw.settings === start.settings &&
      raw.deletions === start.deletions,
    takesBack: (entity) => {
      notes.read(slots.timers(entity));
    },
    isQuiet(entity) {
      const reads = quiet(entity);
      const own = slots.active(entity);
      return reads !== undefined && !notes.writes().some((slot) => slot === own || reads.has(slot));
    },
    writes() {
      noteTimers();
      return [...notes.writes()].sort((a, b) => a - b).flatMap((slot) => [slot, slots.valueIn(raw, slot)]);
    },
    reads: notes.reads,
  };
}
