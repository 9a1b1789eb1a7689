/**
 * A random run as a walk through cores: an agenda with times, what is used up, and the effects of moves.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';
import { lifeBits } from '../../kernel/run.ts';
import { mostInAnInstant } from '../../kernel/agenda.ts';
import type { Draw } from '../../kernel/draw.ts';
import type { Environment } from '../../play/environment.ts';
import { drawWait, leeway } from '../../play/free-time.ts';
import { createWalkAgenda, type WalkAgenda } from './agenda.ts';
import type { WalkContext } from './kernel-moves.ts';
import { moveKey } from '../../explore/steps/remembered/remembered.ts';
import type { EntryMove, KeyedMove, MoveEffect, RememberedMoves } from './move-effects.ts';
import { createOptions, type Standing } from './options.ts';

/** The outcome of a step: taken, over as nothing may happen, or unknown where the kernel has to take it. */
export const stepped = { taken: 0, over: 1, unknown: 2 } as const;

/** One run at work. It is used for one run after the other, because what is made anew for each is slower. */
export interface CoreWalk {
  readonly begin: (draw: Draw) => void;
  /** Where the run is. */
  readonly standing: Readonly<Standing>;
  readonly agenda: WalkAgenda;
  /** Takes a step; returns one of `stepped`. */
  readonly step: () => number;
  readonly isLeftToFaults: () => boolean;
}

/** With more under way, a run is left to the kernel, which says when it is too much. */
const mostUnderWay = 1000;

/** Creates what walks. */
export function createWalk(context: WalkContext, moves: RememberedMoves): CoreWalk {
  const { environment } = context;
  const { start, entries } = moves;
  const { faults, actions } = environment;
  const agenda = createWalkAgenda(entries);
  const atStart = {
    ...{ core: start.core, kind: moves.kindOf(start.core), now: 0, down: [] },
    ...{ instant: start.steps, drops: start.drops },
  };
  const [used, acted] = [new Int32Array(faults.length), new Int32Array(actions.length)];
  const standing: Standing = { ...atStart, used, acted };
  const options = createOptions({ environment, standing, agenda, entries });
  const { chosen } = options;
  const wait = createWait(environment, standing, agenda);
  const kinds = faults.map(({ kind }) => kind);
  const apply = createApply(context, moves, standing, agenda);
  let draw: Draw = { pick: () => 0 };

  /** Returns the place of what a move does, if it is known and asks chance nothing; otherwise -1. */
  const knownPlace = (key: number): number => {
    const place = moves.known(standing.core, key);
    return place >= 0 && moves.effectAt(place) !== undefined ? place : -1;
  };
  /** Returns the effect at a place; undefined where it may call off a deletion that is under way. */
  const effectAt = (place: number): MoveEffect | undefined => {
    const effect = place < 0 ? undefined : moves.effectAt(place);
    return effect?.isEnding === true && agenda.deletions() > 0 ? undefined : effect;
  };
  /** Makes what happens to an entry; returns true where the kernel has to. */
  const stepEntry = (index: number, fault: number): boolean => {
    const id = agenda.idAt(index);
    const kind = fault < 0 ? 'due' : itemAt(kinds, fault);
    const isTaken = kind === 'due' || kind === 'reorder';
    const move: EntryMove['kind'] = isTaken ? 'due' : kind === 'duplicate' ? 'duplicate' : 'lose';
    const key = moveKey(id, move);
    let place = knownPlace(key);
    if (place < 0) place = moves.find(standing.core, key, { kind: move, id }, draw);
    const effect = effectAt(place);
    if (effect === undefined) return true;
    if (isTaken) moveClock(standing, agenda.timeAt(index));
    standing.instant = isTaken ? standing.instant + effect.steps : effect.steps;
    if (move === 'duplicate') agenda.double(index);
    else agenda.remove(index);
    return apply(effect, moves.coreAt(place));
  };
  const stepMove = (keyed: KeyedMove): boolean => {
    let place = knownPlace(keyed.key);
    if (place < 0) place = moves.find(standing.core, keyed.key, keyed, draw);
    const effect = effectAt(place);
    if (effect === undefined) return true;
    const { move } = keyed;
    standing.instant = effect.steps;
    if (move.kind === 'action') acted[move.index] = at(acted, move.index) + 1;
    if (move.kind === 'crash')
      standing.down = [...standing.down, move.entity, ...(move.others ?? [])].sort((a, b) => a - b);
    return apply(effect, moves.coreAt(place));
  };
  return {
    begin: (source) => {
      Object.assign(standing, atStart);
      draw = source;
      used.fill(0);
      acted.fill(0);
      agenda.begin(start);
    },
    standing,
    agenda,
    isLeftToFaults: options.isLeftToFaults,
    step: () => {
      if (!standing.kind.isWithin || !options.draw(draw)) return stepped.over;
      const { index, fault, keyed } = chosen;
      if (wait !== undefined && (keyed !== undefined || (fault >= 0 && kinds[fault] !== 'reorder')))
        moveClock(standing, standing.now + wait(draw));
      const isUnknown = keyed === undefined ? stepEntry(index, fault) : stepMove(keyed);
      if (fault >= 0) used[fault] = at(used, fault) + 1;
      return isUnknown ? stepped.unknown : stepped.taken;
    },
  };
}

function moveClock(standing: Standing, to: number): void {
  if (to <= standing.now) return;
  standing.now = to;
  standing.instant = 0;
}

/** Returns what applies an effect that leads to a core; it returns true if the kernel has to go on from here. */
function createApply(
  { code }: WalkContext,
  { kindOf, delays }: RememberedMoves,
  standing: Standing,
  agenda: WalkAgenda,
): (effect: MoveEffect, to: number) => boolean {
  const isAlive = (entity: number): boolean =>
    (code.slots.at(standing.core, code.slots.life(entity)) & lifeBits.alive) !== 0;
  return ({ added, removed, drawn, delays: fixed, drops }, to) => {
    if (removed !== undefined) agenda.removeEach(removed);
    for (let index = 0; index < added.length; index++) {
      const late = at(drawn, index) < 0 ? 0 : itemAt(delays, at(drawn, index));
      agenda.insert(at(added, index), standing.now + itemAt(fixed, index) + late);
    }
    standing.core = to;
    standing.kind = kindOf(to);
    standing.drops = drops;
    if (standing.down.length > 0 && standing.down.some(isAlive))
      standing.down = standing.down.filter((entity) => !isAlive(entity));
    const { instant, now } = standing;
    return instant > mostInAnInstant / 2 || now > Number.MAX_SAFE_INTEGER / 2 || agenda.size() > mostUnderWay;
  };
}

/** Returns what draws how long the environment waits; undefined if it never does. */
function createWait(times: Environment, standing: Standing, agenda: WalkAgenda): ((draw: Draw) => number) | undefined {
  if (times.clock === 'any') return undefined;
  return (draw) => {
    const first = agenda.size() === 0 ? [] : [{ at: agenda.timeAt(0) }];
    return drawWait({ draw }, leeway({ now: standing.now, agenda: first }, times));
  };
}
