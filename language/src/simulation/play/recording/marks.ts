/**
 * Marks: one small number for each step of a trace, made of names and texts only. A changed model is detected at the
 * first step with a different mark; text that moves within the file changes none.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { textOf } from '../../program/expressions.ts';
import type { Played } from '../player.ts';
import { type NodeOrOutside, outside } from '../../kernel/lease/leases.ts';
import type { Due, Program, Run } from '../../kernel/run.ts';
import { configurationOf } from '../../kernel/machines/configuration.ts';
import { stepTextAt } from './step-texts.ts';
import { at, byteAt } from '../../../model/common/lookup.ts';
import { entityName } from '../../../model/model.ts';

/**
 * Returns the mark of a step that a run has just played: its time, its kind, and the condition of its entity after it.
 */
export function markOf(run: Run, played: Played): number {
  return mix(playedMark(run, played), timeMark(run.state.now));
}

function playedMark(run: Run, played: Played): number {
  switch (played.kind) {
    case 'started':
      return 0;
    case 'due':
      return mix(mix(1, dueMark(run.program, played.due)), entityMark(run, receiverOf(played.due)));
    case 'acted':
    case 'judged': {
      const isWell = played.kind === 'judged' ? played.judgement.holds : played.stepped.error === undefined;
      const to = played.kind === 'acted' && played.to !== undefined ? entityMark(run, played.to) : 0;
      return mix(mix(mix(2, textMark(stepTextAt(run.program.model, played.place) ?? '')), isWell ? 0 : 1), to);
    }
    default: {
      const due = played.due === undefined ? 0 : dueMark(run.program, played.due);
      return mix(mix(mix(4, textMark(played.kind)), due), entityMark(run, played.entity));
    }
  }
}

/** Times reach beyond 32 bits. */
const timeMark = (now: number): number => mix(now >>> 0, Math.floor(now / 2 ** 32));

const receiverOf = (due: Due): EntityId => (due.kind === 'message' ? due.message.to : due.entity);

function dueMark(program: Program, due: Due): number {
  switch (due.kind) {
    case 'message':
    case 'delayed':
      return due.message.arguments.reduce<number>(
        (mark, value) => mix(mark, textMark(textOf(program, value))),
        mix(textMark(due.message.event), nameMark(program, due.message.to)),
      );
    case 'timer':
      return mix(5, nameMark(program, due.entity));
    default:
      return mix(textMark(due.kind), nameMark(program, due.entity));
  }
}

/** The mark of an entity with its life, state, variables, and the number of events it has deferred. */
function entityMark({ program, state }: Run, entity: NodeOrOutside): number {
  if (entity === outside) return 0;
  let mark = mix(nameMark(program, entity), byteAt(state.life, entity));
  const machine = program.machineOf[entity];
  if (machine === undefined) return mark;
  mark = mix(mark, state.deferred.get(entity)?.length ?? 0);
  const innermost = configurationOf({ program, state }, entity)?.innermost ?? [];
  for (const name of innermost.length === 0 ? [''] : innermost.map((each) => each.name))
    mark = mix(mark, textMark(name));
  const from = at(program.slotsFrom, entity);
  for (let slot = 0; slot < machine.variables.length; slot++) {
    const value = state.values[from + slot] ?? null;
    mark = mix(mark, typeof value === 'number' ? value | 0 : textMark(textOf(program, value)));
  }
  return mark;
}

/** What is on no node ticks, too. */
const nameMark = ({ model }: Program, entity: NodeOrOutside): number =>
  entity === outside ? 0 : textMark(entityName(model, entity));

const known = new Map<string, number>();
/** More texts than this belong to many models; they are hashed again. */
const mostKnown = 100_000;

/** Returns the mark of a text. */
function textMark(text: string): number {
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
