/**
 * Draws among everything that may happen, in the order of `movesOf` and with the weights of random runs. Nothing is
 * listed: the options are counted, and counted again up to the one that was drawn.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { at, byteAt, itemAt } from '../../../model/common/lookup.ts';
import { moveKey } from '../../explore/steps/remembered/remembered.ts';
import type { Draw } from '../../kernel/draw.ts';
import type { Environment } from '../../play/environment.ts';
import { dueShare } from '../../play/random-run.ts';
import type { WalkAgenda } from './agenda.ts';
import type { CoreKind, EntryFacts, KeyedMove } from './move-effects.ts';

/** A run before its next step. */
export interface Standing {
  core: number;
  /** What is known of the core. */
  kind: CoreKind;
  /** Microseconds. */
  now: number;
  /** By fault, and by action: how often it has happened. */
  readonly used: Int32Array;
  readonly acted: Int32Array;
  /** What a restart is owed to, ascending. */
  down: readonly EntityId[];
  /** The steps of the instant so far. */
  instant: number;
  /** True if the last step, or the start, has dropped an event. */
  drops: boolean;
}

/** Draws among the options. */
export interface WalkOptions {
  /** Returns false if nothing may happen. */
  readonly draw: (draw: Draw) => boolean;
  /**
   * What was drawn: a move, or else what happens to an entry, by its index in the agenda; and the fault that is used up,
   * -1 for none.
   */
  readonly chosen: Readonly<Chosen>;
  /** True if nothing but faults may happen, but these may. */
  readonly isLeftToFaults: () => boolean;
}

/** What is chosen among the options. */
interface Chosen {
  index: number;
  fault: number;
  keyed: KeyedMove | undefined;
}

/** The parts of a walk that options are found in. */
interface Around {
  readonly environment: Environment;
  readonly standing: Standing;
  readonly agenda: WalkAgenda;
  readonly entries: EntryFacts;
}

/** More than there can be. */
const all = 2 ** 30;

/** Creates what draws. */
export function createOptions(around: Around): WalkOptions {
  const { environment, standing, agenda } = around;
  const { actions, clock, horizon = Number.POSITIVE_INFINITY } = environment;
  const { acted } = standing;
  const mostActions = Float64Array.from(actions, ({ upTo }) => upTo ?? Number.POSITIVE_INFINITY);
  const chosen: Chosen = { index: -1, fault: -1, keyed: undefined };
  const restarts = new Map<EntityId, KeyedMove>();
  const restartOf = (entity: EntityId): KeyedMove => {
    const known = restarts.get(entity) ?? { move: { kind: 'restart', entity }, key: moveKey(entity, 'restart') };
    restarts.set(entity, known);
    return known;
  };
  const isTimed = clock === 'exact';
  const passFaults = createFaultOptions(around, chosen);
  const passActions = (left: number): number => {
    const possible = standing.kind.actions;
    if (possible.length === 0) return 0;
    let count = 0;
    for (const each of possible) {
      if (at(acted, each.action) >= itemAt(mostActions, each.action)) continue;
      if (count++ === left) return choose(chosen, -1, -1, each);
    }
    return count;
  };
  const passRestarts = (left: number): number => {
    let count = 0;
    for (const entity of standing.down) {
      if (standing.kind.heldBack.has(entity)) continue;
      if (count++ === left) return choose(chosen, -1, -1, restartOf(entity));
    }
    return count;
  };
  /** The latest time of what is due. */
  const until = (): number => (isTimed ? Math.min(horizon, Math.max(agenda.timeAt(0), standing.now)) : horizon);
  const isFree = !isTimed && horizon === Number.POSITIVE_INFINITY;
  const countDues = (): number => {
    if (agenda.size() === 0) return 0;
    return isFree ? agenda.firsts() : agenda.passFirsts(until(), all);
  };
  return {
    chosen,
    isLeftToFaults: () => countDues() + passActions(all) + passRestarts(all) === 0 && passFaults(all) > 0,
    draw: (draw) => {
      const dues = countDues();
      const acts = passActions(all);
      const fails = passFaults(all);
      const returns = standing.down.length === 0 ? 0 : passRestarts(all);
      const others = acts + fails + returns;
      if (dues + others === 0) return false;
      const isOneKind = dues === 0 || others === 0;
      const dueWeight = isOneKind ? 1 : dueShare * others;
      const otherWeight = isOneKind ? 1 : dues;
      const drawn = draw.pick(dues * dueWeight + others * otherWeight);
      if (drawn < dues * dueWeight) {
        choose(chosen, agenda.passFirsts(until(), Math.floor(drawn / dueWeight)), -1, undefined);
        return true;
      }
      const left = Math.floor((drawn - dues * dueWeight) / otherWeight);
      if (left < acts) passActions(left);
      else if (left < acts + fails) passFaults(left - acts);
      else passRestarts(left - acts - fails);
      return true;
    },
  };
}

function choose(chosen: Chosen, index: number, fault: number, keyed: KeyedMove | undefined): number {
  chosen.index = index;
  chosen.fault = fault;
  chosen.keyed = keyed;
  return 0;
}

/** Returns what passes over `left` faults and chooses the next, or returns how many there are. */
function createFaultOptions(
  { environment: { faults, clock, horizon = Number.POSITIVE_INFINITY }, standing, agenda, entries }: Around,
  chosen: Chosen,
): (left: number) => number {
  const { used } = standing;
  const mostOf = Float64Array.from(faults, ({ upTo }) => upTo);
  const isTimed = clock === 'exact';
  /** Does the same with the entries that a fault may strike. */
  const passStruck = (fault: number, left: number): number => {
    const struck = itemAt(entries.struck, fault);
    const isReorder = faults[fault]?.kind === 'reorder';
    let count = 0;
    for (let place = 0; place < agenda.size() && agenda.timeAt(place) <= horizon; place++) {
      if (byteAt(struck, agenda.idAt(place)) === 0) continue;
      // Only what an earlier message holds back can overtake it.
      if (isReorder && (agenda.isFirst(place) || (isTimed && agenda.timeAt(place) !== agenda.timeAt(0)))) continue;
      if (count++ === left) return choose(chosen, place, fault, undefined);
    }
    return count;
  };
  return (left) => {
    let count = 0;
    for (let fault = 0; fault < faults.length; fault++) {
      if (at(used, fault) >= itemAt(mostOf, fault)) continue;
      const { kind } = itemAt(faults, fault);
      if (kind === 'crash' || kind === 'halt') {
        const strikes = itemAt(standing.kind.strikes, fault);
        if (left < count + strikes.length) return choose(chosen, -1, fault, strikes[left - count]);
        count += strikes.length;
      } else {
        const struck = passStruck(fault, all);
        if (left < count + struck) return passStruck(fault, left - count);
        count += struck;
      }
    }
    return count;
  };
}
