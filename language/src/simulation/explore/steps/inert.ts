/**
 * Messages that do nothing wherever they arrive: their receiver ignores them in each of its states. The arrival of one
 * depends on nothing and nothing depends on it, so it may come before all else: an ample set of one move. It always
 * leaves fewer messages, so that no cycle of states is made of such arrivals alone.
 */
import type { PlaceId } from '../../../model/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import { answersTo } from '../../kernel/answers.ts';
import type { Program } from '../../kernel/run.ts';
import type { Dues } from '../state/dues.ts';
import { keepsAlive } from '../state/own-variables.ts';
import { type Expanded, keepOnly } from './expanded.ts';
import { type MovesUnderWay, passingColumns } from './moves-under-way.ts';
import type { createPass } from './pass.ts';

/** By the number of an entry: which such message it was found to be, from 0, or `Infinity` if it is none (yet). */
export type InertRank = (id: number) => number;

/** No message is inert. */
export const nothingInert: InertRank = () => Infinity;

/**
 * Returns which entries are such messages. One that some state ignores by a transition counts once runs have covered
 * all of these: if it came first before that, it might be in one of the states alone. A rank stays, and later ones are
 * higher, so that a state followed once more lets the same message come first. They are noted in `ranks`.
 */
export function inertMessages(
  program: Program,
  check: Check,
  {
    dues,
    covered,
    ranks,
  }: { readonly dues: Dues; readonly covered: ReadonlySet<PlaceId>; readonly ranks: Map<number, number> },
): InertRank {
  // What overtakes others may do so only while they wait.
  if (keepsAlive(program.model, check) || check.faults.some(({ kind }) => kind === 'reorder')) return nothingInert;
  const isWatched = check.watched.some(({ name }) => name === 'unhandled');
  const known: (readonly PlaceId[] | 'heard')[] = [];
  return (id) => {
    const rank = ranks.get(id);
    if (rank !== undefined) return rank;
    const due = dues.get(id);
    const places = (known[id] ??=
      due.kind === 'message' ? ignoring(program, due.message.to, due.message.event, isWatched) : 'heard');
    if (places === 'heard' || !places.every((place) => covered.has(place))) return Infinity;
    ranks.set(id, ranks.size);
    return ranks.size - 1;
  };
}

/**
 * Returns the transitions by which a machine ignores an event, if it does nothing with it in any state; one that it
 * drops may be reported.
 */
function ignoring(
  { machineOf }: Program,
  to: EntityId,
  event: string,
  isWatched: boolean,
): readonly PlaceId[] | 'heard' {
  const places = new Set<PlaceId>();
  for (const state of machineOf[to]?.states ?? []) {
    const [first] = answersTo(state, event);
    if (first === undefined && !isWatched) continue;
    if (first === undefined || first === 'defer') return 'heard';
    if ([first.guard, first.actions, first.target].some((each) => each !== undefined)) return 'heard';
    places.add(first.place);
  }
  return [...places];
}

type Pass = ReturnType<typeof createPass>;

/** Lets all moves of a state wait but those of one inert message, if one may arrive. */
export interface InertWait {
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
export function createWaiting(rankOf: InertRank, passing: MovesUnderWay, expanded: Expanded): InertWait {
  let [inert, isPartial] = [-1, false];
  const kept: [from: number, end: number][] = [];
  return {
    begin(entries) {
      [inert, kept.length] = [-1, 0];
      let least = Infinity;
      for (let index = 0; index < passing.count(entries); index++) {
        if (passing.at(entries, index, passingColumns.isFirst) !== 1) continue;
        const rank = rankOf(passing.at(entries, index, passingColumns.id));
        if (rank < least) [inert, least] = [index, rank];
      }
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
