/**
 * The lanes of a trace: follows each entity through its effects, and starts a new bar with each step after which it is
 * in another state, or has entered the same one again.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { statesText } from '../../../simulation/program/states-text.ts';
import { configurationOf } from '../../../simulation/kernel/machines/configuration.ts';
import { type Effect, lifeBits, type Program, type State } from '../../../simulation/kernel/run.ts';
import type { StepRecord } from '../../../simulation/play/recording/timeline.ts';
import type { Bar, Instant, Lane, LifeWord } from './trace.ts';
import { byteAt } from '../../../model/common/lookup.ts';

interface Track {
  life: LifeWord;
  /** The active states of its machine. */
  readonly states: Set<number>;
  isTouched: boolean;
  isNew: boolean;
  readonly bars: { readonly text: string; readonly life: LifeWord; readonly from: Instant; to?: Instant }[];
}

/** Starts the lanes of a program in a state, or at the start. */
export function createLanes(program: Program, before: State | undefined, start: Instant) {
  const tracks = program.model.entities.map((entity): Track => ({
    life: before === undefined ? (entity.absent ? 'absent' : 'alive') : lifeIn(before, entity.id),
    states: new Set(before && configurationOf({ program, state: before }, entity.id)?.states),
    isTouched: false,
    isNew: false,
    bars: [],
  }));
  // Effects before the first step belong to the first bar.
  let isOpen = before === undefined;
  const open = (instant: Instant): void => {
    for (const [id, track] of tracks.entries()) track.bars.push(barOf(program, id, track, instant));
    isOpen = false;
  };
  if (!isOpen) open(start);
  return {
    take: (record: StepRecord): void => {
      const changed = new Set<EntityId>();
      const isHalt = record.played.kind === 'halt';
      for (const effect of record.effects) {
        const entity = follow(tracks, effect, isHalt);
        if (entity !== undefined) changed.add(entity);
      }
      if (isOpen) open(start);
      else for (const id of changed) change(program, id, tracks[id], { step: record.step, at: record.at });
      for (const id of changed) touch(tracks[id]);
    },
    all: (): Lane[] =>
      program.model.entities.flatMap(({ id, name, kind }) => {
        const track = tracks[id];
        if (isOpen) open(start);
        const machine = program.machineOf[id]?.name;
        if (track === undefined || (machine === undefined && !track.isTouched)) return [];
        return [{ entity: id, name, kind, ...(machine === undefined ? {} : { machine }), bars: track.bars }];
      }),
  };
}

function lifeIn(state: State, entity: EntityId): LifeWord {
  const bits = byteAt(state.life, entity);
  if ((bits & lifeBits.alive) !== 0) return (bits & lifeBits.doomed) === 0 ? 'alive' : 'doomed';
  if ((bits & lifeBits.existed) === 0) return 'absent';
  if ((bits & lifeBits.halted) !== 0) return 'halted';
  return (bits & lifeBits.crashed) === 0 ? 'destroyed' : 'crashed';
}

/** Applies an effect to an entity; returns that entity if its bar or lane is affected. */
function follow(tracks: readonly Track[], effect: Effect, isHalt: boolean): EntityId | undefined {
  switch (effect.kind) {
    case 'entered':
      tracks[effect.entity]?.states.add(effect.state);
      note(tracks[effect.entity], { isNew: true });
      return effect.entity;
    case 'left':
      tracks[effect.entity]?.states.delete(effect.state);
      return effect.entity;
    case 'created':
    case 'restarted':
      tracks[effect.entity]?.states.clear();
      note(tracks[effect.entity], { life: 'alive', isNew: true });
      return effect.entity;
    case 'doomed':
      note(tracks[effect.entity], { life: 'doomed' });
      return effect.entity;
    case 'crashed':
    case 'destroyed': {
      const life = effect.kind === 'crashed' && isHalt ? 'halted' : effect.kind;
      tracks[effect.entity]?.states.clear();
      note(tracks[effect.entity], { life });
      return effect.entity;
    }
    case 'moved':
    case 'notified':
      return effect.entity;
    case 'sent':
      touch(tracks[effect.message.to]);
      touch(tracks[effect.message.from ?? -1]);
      return undefined;
    default:
      return undefined;
  }
}

function note(track: Track | undefined, what: Partial<Pick<Track, 'life' | 'isNew'>>): void {
  if (track !== undefined) Object.assign(track, what);
}

function touch(track: Track | undefined): void {
  if (track !== undefined) track.isTouched = true;
}

function change(program: Program, id: EntityId, track: Track | undefined, instant: Instant): void {
  const last = track?.bars.at(-1);
  if (track === undefined || last === undefined) return;
  const bar = barOf(program, id, track, instant);
  const isSame = bar.text === last.text && bar.life === last.life && !track.isNew;
  track.isNew = false;
  if (isSame) return;
  last.to = instant;
  track.bars.push(bar);
}

function barOf(program: Program, id: EntityId, track: Track, from: Instant): Bar {
  const isLiving = track.life === 'alive' || track.life === 'doomed';
  const machine = program.machineOf[id];
  const isInState = isLiving && machine !== undefined && track.states.size > 0;
  return { text: isInState ? statesText(machine, [...track.states]) : track.life, life: track.life, from };
}
