/**
 * Marks: one small number for each step of a trace, by names only. A model that has changed is found
 * out at the first step whose mark is another one.
 */
import type { Played } from './player.ts';
import type { Due, Program, Run } from './run.ts';

/** Returns the mark of a step that a run has just played: what it was, and the state it led its entity to. */
export function markOf(run: Run, played: Played): number {
  switch (played.kind) {
    case 'started':
      return 0;
    case 'due':
      return mix(mix(1, dueMark(run.program, played.due)), stateMark(run, played.due));
    case 'acted':
      return mix(2, played.stepped.error === undefined ? 0 : 1);
    case 'judged':
      return mix(3, played.judgement.holds ? 1 : 0);
    default:
      return mix(mix(4, textMark(played.kind)), nameMark(run.program, played.entity));
  }
}

function dueMark(program: Program, due: Due): number {
  switch (due.kind) {
    case 'message':
      return mix(textMark(due.message.event), nameMark(program, due.message.to));
    case 'timer':
      return mix(5, nameMark(program, due.entity));
    default:
      return mix(textMark(due.kind), nameMark(program, due.entity));
  }
}

function stateMark({ program, state }: Run, due: Due): number {
  const entity = due.kind === 'message' ? due.message.to : due.entity;
  const name = program.machineOf[entity]?.states[state.active[entity] ?? -1]?.name;
  return name === undefined ? 0 : textMark(name);
}

const nameMark = ({ model }: Program, entity: number): number => textMark(model.entities[entity]?.name ?? '');

const known = new Map<string, number>();
/** More texts than this belong to many models; they are hashed anew. */
const mostKnown = 100_000;

/** Returns the mark of a text. */
export function textMark(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  const mark = hashText(text, 0x811c9dc5);
  if (known.size < mostKnown) known.set(text, mark);
  return mark;
}

/** FNV-1a over UTF-16 units, in 32 bits. */
export function hashText(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) >>> 0;
