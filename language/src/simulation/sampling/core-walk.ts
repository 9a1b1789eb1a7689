/**
 * A random run as a walk through cores: an agenda with times, what is used up, and the effects of moves.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt, required } from '../../model/lookup.ts';
import { mostInAnInstant } from '../kernel/agenda.ts';
import type { Draw } from '../kernel/draw.ts';
import type { Environment } from '../play/environment.ts';
import { dueShare } from '../play/random-run.ts';
import {
  type CoreFacts,
  type AgendaItem,
  type KeyedMove,
  keyOfMove,
  type MoveEffect,
  type RememberedMoves,
} from './move-effects.ts';

/** One run at work. It is used for one run after the other, because what is made anew for each is slower. */
export interface CoreWalk {
  readonly begin: (draw: Draw) => void;
  readonly facts: () => CoreFacts;
  /** Returns true if nothing is under way. */
  readonly isIdle: () => boolean;
  /** Takes a step; `unknown` where the kernel has to take it. */
  readonly step: () => 'taken' | 'over' | 'unknown';
}

/** With more under way, a run is left to the kernel, which says when it is too much. */
const mostUnderWay = 1000;

/** Creates what walks. */
export function createWalk(environment: Environment, moves: RememberedMoves): CoreWalk {
  let { facts, steps: instant } = moves.start;
  let [now, draw]: [number, Draw] = [0, { pick: () => 0 }];
  const agenda = createAgenda();
  const used = new Int32Array(environment.faults.length);
  const acted = new Int32Array(environment.actions.length);
  let down: readonly EntityId[] = [];
  /** Returns true if the kernel has to go on from here. */
  const apply = ({ to, removed, added, steps }: MoveEffect, taken: number, isDue: boolean): boolean => {
    const due = isDue ? agenda.timeOf(taken) : now;
    if (due > now) [now, instant] = [due, 0];
    instant = isDue ? instant + steps : steps;
    if (taken >= 0) agenda.remove(taken);
    if (removed.size > 0) agenda.removeEach(removed);
    for (const item of added) agenda.insert(now, item);
    facts = to;
    if (down.length > 0) down = down.filter((entity) => !to.isAlive(entity));
    return instant > mostInAnInstant / 2 || now > Number.MAX_SAFE_INTEGER / 2 || agenda.items.length > mostUnderWay;
  };
  const options = createOptions(environment);
  return {
    begin: (source) => {
      ({ facts, steps: instant } = moves.start);
      [now, draw, down] = [0, source, []];
      used.fill(0);
      acted.fill(0);
      agenda.begin(moves.start.agenda);
    },
    facts: () => facts,
    isIdle: () => agenda.items.length === 0,
    step: () => {
      const { items } = agenda;
      if (!options.draw({ facts, items, used, acted, down }, draw)) return 'over';
      const { index, keyed, fault } = options;
      const isDue = keyed() === undefined && fault() < 0;
      const key = keyed()?.key ?? keyOfMove(itemIn(items, index()).id, isDue ? 'due' : 'lose');
      const known = facts.effects.get(key);
      let effect = known !== undefined && !('count' in known) ? known : undefined;
      if (effect === undefined) {
        const move = keyed()?.move ?? { kind: isDue ? 'due' : 'lose', index: index() };
        effect = moves.effect(facts, { move, key }, items, draw);
      }
      if (effect === undefined) return 'unknown';
      if (fault() >= 0) used[fault()] = required(used[fault()]) + 1;
      const move = keyed()?.move;
      if (move?.kind === 'action') acted[move.action] = required(acted[move.action]) + 1;
      if (move?.kind === 'strike' && move.strike.kind === 'crash') {
        const { entity, others = [] } = move.strike;
        down = [...down, entity, ...others].sort((a, b) => a - b);
      }
      return apply(effect, move === undefined ? index() : -1, isDue) ? 'unknown' : 'taken';
    },
  };
}

/** Returns an entry of an agenda. A lookup that serves all kinds of lists is slower, and this one is in every loop. */
function itemIn(items: readonly AgendaItem[], index: number): AgendaItem {
  const item = items[index];
  if (item === undefined) throw new Error('There is no entry with this number.');
  return item;
}

/** Creates the agenda of a run, by time and then by the order in which entries were added. */
function createAgenda() {
  const items: AgendaItem[] = [];
  let times = new Float64Array(16);
  const timeAt = (index: number): number => times[index] ?? 0;
  const put = (index: number, item: AgendaItem, time: number): void => {
    if (index === times.length) {
      const larger = new Float64Array(2 * index);
      larger.set(times);
      times = larger;
    }
    items[index] = item;
    times[index] = time;
  };
  return {
    items: items as readonly AgendaItem[],
    begin: (start: readonly AgendaItem[]): void => {
      items.length = 0;
      for (const item of start) put(items.length, item, item.at);
    },
    timeOf: timeAt,
    remove: (index: number): void => {
      for (let next = index + 1; next < items.length; next++) put(next - 1, itemIn(items, next), timeAt(next));
      items.pop();
    },
    removeEach: (ids: ReadonlySet<number>): void => {
      let kept = 0;
      for (let index = 0; index < items.length; index++) {
        const item = itemIn(items, index);
        if (!ids.has(item.id)) put(kept++, item, timeAt(index));
      }
      while (items.length > kept) items.pop();
    },
    /** Inserts an entry after all of the same time, and a message not before an earlier one between the same two. */
    insert: (now: number, item: AgendaItem): void => {
      let time = now + item.at;
      if (item.pair >= 0 && item.isSent) {
        for (let index = 0; index < items.length; index++)
          if (itemIn(items, index).pair === item.pair) time = Math.max(time, timeAt(index));
      }
      let place = items.length;
      for (; place > 0 && timeAt(place - 1) > time; place--) put(place, itemIn(items, place - 1), timeAt(place - 1));
      put(place, item, time);
    },
  };
}

/** A run before its next step. */
interface Standing {
  readonly facts: CoreFacts;
  readonly items: readonly AgendaItem[];
  readonly used: Int32Array;
  readonly acted: Int32Array;
  readonly down: readonly EntityId[];
}

/**
 * Draws among everything that may happen, in the order of `movesOf` and with the weights of random runs. Nothing is
 * listed: the options are counted, and counted again up to the one that was drawn.
 */
function createOptions({ faults, actions }: Environment) {
  const isLimited = actions.some(({ upTo }) => upTo !== undefined);
  let [index, fault, keyed]: [number, number, KeyedMove | undefined] = [-1, -1, undefined];
  const restarts = new Map<EntityId, KeyedMove>();
  const restartOf = (entity: EntityId): KeyedMove => {
    const known = restarts.get(entity) ?? { move: { kind: 'restart', entity }, key: keyOfMove(entity, 'restart') };
    restarts.set(entity, known);
    return known;
  };
  /** Passes over `left` moves of the environment and chooses the next; returns how many there are up to there. */
  const pass = ({ facts, items, used, acted, down }: Standing, left: number): number => {
    let count = 0;
    for (const each of facts.actions) {
      if (isLimited && itemAt(acted, each.action) >= (actions[each.action]?.upTo ?? Number.POSITIVE_INFINITY)) continue;
      if (count++ === left) return choose(-1, -1, each);
    }
    for (let each = 0; each < faults.length; each++) {
      const { kind, upTo } = itemAt(faults, each);
      if (itemAt(used, each) >= upTo) continue;
      if (kind === 'lose') {
        for (let place = 0; place < items.length; place++) {
          if (itemIn(items, place).losable[each] !== 1) continue;
          if (count++ === left) return choose(place, each, undefined);
        }
        continue;
      }
      const strikes = itemAt(facts.strikes, each);
      if (left < count + strikes.length) return choose(-1, each, strikes[left - count]);
      count += strikes.length;
    }
    for (const entity of down) {
      if (!facts.canRestart(entity)) continue;
      if (count++ === left) return choose(-1, -1, restartOf(entity));
    }
    return count;
  };
  const choose = (place: number, ofFault: number, move: KeyedMove | undefined): number => {
    [index, fault, keyed] = [place, ofFault, move];
    return 0;
  };
  const countDues = (items: readonly AgendaItem[], left: number): number => {
    let count = 0;
    for (let place = 0; place < items.length; place++) {
      if (!isFirst(items, place)) continue;
      if (count++ === left) return choose(place, -1, undefined);
    }
    return count;
  };
  return {
    /** The entry that was drawn, in the agenda; the fault that is used up, or -1; the move, if it takes no entry. */
    ...{ index: () => index, fault: () => fault, keyed: () => keyed },
    /** Returns false if nothing may happen. */
    draw: (standing: Standing, draw: Draw): boolean => {
      const [dues, others] = [countDues(standing.items, Infinity), pass(standing, Infinity)];
      if (dues + others === 0) return false;
      const isOneKind = dues === 0 || others === 0;
      const dueWeight = isOneKind ? 1 : dueShare * others;
      const otherWeight = isOneKind ? 1 : dues;
      const drawn = draw.pick(dues * dueWeight + others * otherWeight);
      if (drawn < dues * dueWeight) countDues(standing.items, Math.floor(drawn / dueWeight));
      else pass(standing, Math.floor((drawn - dues * dueWeight) / otherWeight));
      return true;
    },
  };
}

/** Returns true unless an earlier entry between the same two comes first. */
function isFirst(items: readonly AgendaItem[], index: number): boolean {
  const { pair } = itemIn(items, index);
  if (pair < 0) return true;
  for (let earlier = 0; earlier < index; earlier++) if (itemIn(items, earlier).pair === pair) return false;
  return true;
}
