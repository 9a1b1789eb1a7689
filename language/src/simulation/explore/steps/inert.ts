/**
 * Messages that do nothing wherever they arrive: their receiver ignores them in each of its states. The arrival of one
 * depends on nothing and nothing depends on it, so it may come before all else: an ample set of one move. It always
 * leaves fewer messages, so that no cycle of states is made of such arrivals alone.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import { answersTo } from '../../kernel/answers.ts';
import type { Program } from '../../kernel/run.ts';
import type { Dues } from '../state/dues.ts';
import { keepsAlive } from '../state/own-variables.ts';
import { type Expanded, keepOnly } from './expanded.ts';
import { type MovesUnderWay, passingColumns } from './moves-under-way.ts';
import type { createPass } from './pass.ts';

/** Returns what is true of the number of an entry that is such a message. */
export function inertMessages(program: Program, check: Check, dues: Dues): (id: number) => boolean {
  // What overtakes others may do so only while they wait.
  if (keepsAlive(program.model, check) || check.faults.some(({ kind }) => kind === 'reorder')) return () => false;
  const isWatched = check.watched.some(({ name }) => name === 'unhandled');
  const known: boolean[] = [];
  return (id) => {
    const due = dues.get(id);
    return (known[id] ??= due.kind === 'message' && isIgnored(program, due.message.to, due.message.event, isWatched));
  };
}

/** Returns true if a machine does nothing with an event in any state; of one that it drops that may be reported. */
function isIgnored({ machineOf }: Program, to: EntityId, event: string, isWatched: boolean): boolean {
  return (machineOf[to]?.states ?? []).every((state) => {
    const [first] = answersTo(state, event);
    if (first === undefined) return !isWatched;
    return first !== 'defer' && [first.guard, first.actions, first.target].every((each) => each === undefined);
  });
}

type Pass = ReturnType<typeof createPass>;

/** Lets all moves of a state wait but those of one inert message, if one may arrive. */
export interface Waiting {
  /** Looks for such a message among the entries under way; see `MovesUnderWay.of`. */
  readonly begin: (entries: number) => void;
  /** Returns what adds the transitions of an entry, as `createPass` does, and notes those of that message. */
  readonly noting: (pass: Pass) => Pass;
  /** Numbers the transitions of the state, from an index on, and keeps those that need not wait. */
  readonly end: (first: number) => void;
  /** Returns true if some wait. */
  readonly isPartial: () => boolean;
}

/** Creates the choice among the transitions that are expanded. */
export function createWaiting(isInert: (id: number) => boolean, passing: MovesUnderWay, expanded: Expanded): Waiting {
  let [inert, isPartial] = [-1, false];
  const kept: [from: number, end: number][] = [];
  return {
    begin(entries) {
      const mayArrive = (index: number): boolean =>
        passing.at(entries, index, passingColumns.isFirst) === 1 &&
        isInert(passing.at(entries, index, passingColumns.id));
      [inert, kept.length] = [-1, 0];
      for (let index = passing.count(entries) - 1; index >= 0; index--) if (mayArrive(index)) inert = index;
    },
    noting: (pass) => (entry, how) => {
      const { size } = expanded;
      const isKnown = pass(entry, how);
      if (entry === inert) kept.push([size, expanded.size]);
      return isKnown;
    },
    end(first) {
      for (let each = first; each < expanded.size; each++) expanded.way[each] = each - first;
      isPartial = kept.length > 0 && expanded.size > first;
      if (isPartial) keepOnly(expanded, first, kept);
    },
    isPartial: () => isPartial,
  };
}
