/**
 * What moves do in random runs, remembered: from cores that are the same in what a move reads it does the same, whatever
 * else is under way and however late it is. So a run is a walk through cores with an agenda of its own.
 */
import { itemAt, required } from '../../../model/common/lookup.ts';
import { createDecisions } from '../../explore/steps/remembered/decisions.ts';
import { createPairTable } from '../../explore/tables/pair-table.ts';
import { createNumbers } from '../../explore/tables/numbers.ts';
import type { Draw } from '../../kernel/draw.ts';
import { createEntryFacts } from './entry-facts.ts';
import { createKernelMoves, type KernelMoves, type Made, type WalkContext } from './kernel-moves.ts';
import {
  branchOf,
  type CoreKind,
  type MoveEffect,
  type Question,
  type RememberedMoves,
  type Start,
  type WalkMove,
} from './move-effects.ts';

/** What a move does next, as far as it depends on what it has read since it asked chance the last time. */
interface Part {
  /** The number of its effect; -1 if it asks chance, -2 where the kernel has to make the move. */
  readonly effect: number;
  readonly question: Question | undefined;
  /** By branch: the number of the part that follows. */
  readonly next: number[];
}

/** What a move asks chance for in a core. */
interface Asking {
  readonly question: Question;
  readonly part: Part;
  /** By branch: the place of what follows, if that is known. */
  readonly next: (number | undefined)[];
}

const [asks, isUnsure, unknown] = [-1, -2, -1];

/** Creates an empty memory; undefined if the start depends on more than its core. */
export function rememberMoves(context: WalkContext, start: Start): RememberedMoves | undefined {
  const { code } = context;
  const kernel = createKernelMoves(context);
  const entries = createEntryFacts(context);
  const kinds = createKinds(context, kernel);
  const effects: MoveEffect[] = [];
  const parts = createParts(context, effects);
  const [places, effectOf, coreOf] = [createPairTable(), createNumbers(), createNumbers()];
  const asked: Asking[] = [];
  const delays: number[] = [];
  let made = 0;

  const add = (effect: number, core: number): number => {
    effectOf.push(effect);
    coreOf.push(core);
    return effectOf.size() - 1;
  };
  /** Adds what a part does in a core. */
  const addPart = (part: Part, core: number): number => {
    const { effect, question } = part;
    if (effect === isUnsure) return unknown;
    if (question !== undefined) return add(-asked.push({ question, part, next: [] }), core);
    const { writes, added } = itemAt(effects, effect);
    const to = code.slots.changed(core, writes);
    if (!kinds.isKnown(to)) return unknown;
    for (const id of added) entries.meet(id);
    return add(effect, to);
  };
  const find = (core: number, key: number, move: WalkMove, draw: Draw): number => {
    const answers: number[] = [];
    let ahead: readonly number[] = [];
    let [place, step] = [places.get(core, key), key];
    let keep = (found: number): void => {
      places.set(core, key, found);
    };
    delays.length = 0;
    for (;;) {
      if (place < 0) {
        let part = parts.find(step, core);
        if (part === undefined) {
          made += 1;
          const moved = kernel.make(core, move, answers, draw);
          ahead = moved.asked.map(({ answer }) => answer);
          parts.note(key, core, moved);
          part = required(parts.find(step, core));
        }
        place = addPart(part, core);
        if (place < 0) return unknown;
        keep(place);
      }
      const effect = effectOf.at(place);
      if (effect >= 0) return place;
      const { question, part, next } = itemAt(asked, -1 - effect);
      const answer = ahead[answers.length] ?? draw.pick(question.count, question.what);
      answers.push(answer);
      if (question.what === 'delay') delays.push(question.of * answer);
      const branch = branchOf(question, answer);
      [place, step] = [next[branch] ?? unknown, parts.after(part, branch)];
      keep = (found) => {
        next[branch] = found;
      };
    }
  };
  if (!kinds.isKnown(start.core)) return undefined;
  for (const id of start.entries) entries.meet(id);
  return {
    ...{ start, entries: entries.facts, find, delays },
    kindOf: kinds.of,
    known: places.get,
    effectAt: (place) => effects[effectOf.at(place)],
    coreAt: coreOf.at,
    ...{ made: () => made, size: effectOf.size },
  };
}

/** Creates the kinds of cores, each found once for all that are the same in what it reads. */
function createKinds({ code }: WalkContext, kernel: KernelMoves) {
  const all: (CoreKind | undefined)[] = [];
  const decisions = createDecisions<number>(code.slots);
  // By core: the number of its kind plus one.
  const kindOf = createNumbers();
  const make = (core: number): number => {
    const { kind, reads } = kernel.judge(core);
    const number = all.push(kind) - 1;
    decisions.add(0, core, reads, number);
    return number;
  };
  return {
    /** Returns false if what is asked of the core depends on more than it; must be called before `of`. */
    isKnown: (core: number): boolean => {
      while (kindOf.size() <= core) kindOf.push(0);
      if (kindOf.at(core) === 0) kindOf.set(core, (decisions.find(0, core) ?? make(core)) + 1);
      return all[kindOf.at(core) - 1] !== undefined;
    },
    of: (core: number): CoreKind => {
      const kind = all[kindOf.at(core) - 1];
      if (kind === undefined) throw new Error('Nothing is known of this core.');
      return kind;
    },
  };
}

/** Creates the parts of moves: the first by key of the move, those that follow by negative numbers. */
function createParts({ code }: WalkContext, effects: MoveEffect[]) {
  const decisions = createDecisions<Part>(code.slots);
  let last = 0;
  const after = ({ next }: Part, branch: number): number => (next[branch] ??= --last);
  return {
    find: decisions.find,
    after,
    /** Notes what a move has done, part by part. */
    note: (key: number, core: number, { asked, reads, effect }: Made): void => {
      let [step, from] = [key, 0];
      for (const { count, what, of, answer, reads: to } of asked) {
        const question = { count, what, of };
        let part = decisions.find(step, core);
        if (part === undefined)
          decisions.add(step, core, reads.slice(from, to), (part = { effect: asks, question, next: [] }));
        [step, from] = [after(part, branchOf(question, answer)), to];
      }
      if (decisions.find(step, core) !== undefined) return;
      const number = effect === undefined ? isUnsure : effects.push(effect) - 1;
      decisions.add(step, core, reads.slice(from), { effect: number, question: undefined, next: [] });
    },
  };
}
