/**
 * Messages that do nothing wherever they arrive: their receiver ignores them in each of its states. The arrival of one
 * depends on nothing and nothing depends on it, so it may come before all else: an ample set of one move. It always
 * leaves fewer messages, so that no cycle of states is made of such arrivals alone.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Check } from '../../../model/scenario.ts';
import { answersTo } from '../../kernel/machines/answers.ts';
import type { Program } from '../../kernel/run.ts';
import type { Dues } from '../state/dues.ts';
import { keepsAlive } from '../relevance/own-variables.ts';
import type { SharedTable } from '../tables/shared-table.ts';
import { createNumbers } from '../tables/numbers.ts';
import { type MovesUnderWay, passingColumns } from './remembered/moves-under-way.ts';

/** The messages that are inert, as far as that is known. */
export interface InertMessages {
  /** By the number of an entry: which such message it was found to be, from 0, or `Infinity` if it is none (yet). */
  readonly rankOf: (id: number) => number;
  /** Returns a number that changes with what is known of them. */
  readonly revision: () => number;
}

/** No message is inert. */
export const nothingInert: InertMessages = { rankOf: () => Infinity, revision: () => 0 };

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
): InertMessages {
  // What overtakes others may do so only while they wait.
  if (keepsAlive(program.model, check) || check.faults.some(({ kind }) => kind === 'reorder')) return nothingInert;
  const isWatched = check.watched.some(({ name }) => name === 'unhandled');
  const known: (readonly PlaceId[] | 'heard')[] = [];
  const rankOf = (id: number): number => {
    const rank = ranks.get(id);
    if (rank !== undefined) return rank;
    const due = dues.get(id);
    const places = (known[id] ??=
      due.kind === 'message' ? ignoring(program, due.message.to, due.message.event, isWatched) : 'heard');
    if (places === 'heard' || !places.every((place) => covered.has(place))) return Infinity;
    ranks.set(id, ranks.size);
    return ranks.size - 1;
  };
  return { rankOf, revision: () => covered.size };
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

/** The choice among the entries under way; see `MovesUnderWay.of`. */
export interface InertChoice {
  /** Returns the index, among the entries of a list, of the one that all other moves wait for; `nobody` if there is none. */
  readonly of: (list: number, entries: number) => number;
  readonly tables: readonly SharedTable[];
}

/** No entry has this index. */
export const nobody = -1;

/** Creates a choice that is made once for each list, and made again when the revision changes. */
export function createInertChoice(choose: (entries: number) => number, revision: () => number): InertChoice {
  // By list the choice, plus two. What is chosen stays for as long as no more messages are found to be inert.
  let [choices, latest] = [createNumbers(), revision()];
  const renew = (): void => {
    if (revision() !== latest) [choices, latest] = [createNumbers(), revision()];
  };
  return {
    of(list, entries) {
      renew();
      const known = list < choices.size() ? choices.at(list) : 0;
      if (known !== 0) return known - 2;
      const chosen = choose(entries);
      while (choices.size() <= list) choices.push(0);
      choices.set(list, chosen + 2);
      return chosen;
    },
    tables: [
      {
        share() {
          renew();
          return choices.share();
        },
        attach(lists) {
          choices.attach(lists);
        },
      },
    ],
  };
}

/** Chooses the entry that was found to be inert first. */
export const chooseInert =
  ({ rankOf }: InertMessages, passing: MovesUnderWay) =>
  (entries: number): number => {
    let [inert, least] = [nobody, Infinity];
    for (let index = 0; index < passing.count(entries); index++) {
      if (passing.at(entries, index, passingColumns.isFirst) !== 1) continue;
      const rank = rankOf(passing.at(entries, index, passingColumns.id));
      if (rank < least) [inert, least] = [index, rank];
    }
    return inert;
  };
