/**
 * Moves of random runs as the kernel makes them: from a core, with nothing else under way. What is read of the core is
 * noted, so that the same is known of all cores that agree in it.
 */
import type { Check } from '../../../model/scenario.ts';
import { append } from '../../../model/common/append.ts';
import { required } from '../../../model/common/lookup.ts';
import type { Judge } from '../../explore/judgement/judge.ts';
import { createDropped, deadlockIn } from '../../explore/judgement/watched.ts';
import type { StateCode } from '../../explore/state/state-code.ts';
import { createStrikeKeys, moveKey } from '../../explore/steps/remembered/remembered.ts';
import { createTracer } from '../../explore/steps/traced-state.ts';
import { prepareTraced } from '../../explore/steps/ways.ts';
import { isArmed } from '../../kernel/agenda.ts';
import type { Draw } from '../../kernel/draw.ts';
import { heldBack } from '../../kernel/endings/needs-now.ts';
import type { Entry, Evaluate, Program, Run, State } from '../../kernel/run.ts';
import { noStep } from '../../kernel/step-state.ts';
import { type Environment, makeMove, type Move, movesOf, nothingSpent } from '../../play/environment.ts';
import { watch } from '../../play/limits.ts';
import { RunError } from '../../values/run-error.ts';
import type { CoreKind, KeyedMove, MoveEffect, Question, WalkMove } from './move-effects.ts';

/** A question to chance in a move, its answer, and how many slots had been read before it. */
export interface Asked extends Question {
  readonly answer: number;
  readonly reads: number;
}

/** A move that the kernel has made. */
export interface Made {
  /** Undefined if it ends with an error, or depends on more than the core. */
  readonly effect: MoveEffect | undefined;
  readonly asked: readonly Asked[];
  /** The slots of the core that it has read, in order. */
  readonly reads: readonly number[];
}

/** The kernel, as moves from cores. */
export interface KernelMoves {
  /** Makes a move; its first questions to chance have been answered already. */
  readonly make: (core: number, move: WalkMove, given: readonly number[], draw: Draw) => Made;
  /** Judges a core, and finds what may happen there; the kind is undefined where that depends on more than the core. */
  readonly judge: (core: number) => { readonly kind: CoreKind | undefined; readonly reads: readonly number[] };
}

/** What random runs are made of. */
export interface WalkContext {
  readonly program: Program;
  readonly check: Check;
  readonly environment: Environment;
  readonly judge: Judge;
  /** The condition that a run waits for, if it does. */
  readonly until: Evaluate | undefined;
  readonly code: StateCode;
}

/** Creates the moves of a check. */
export function createKernelMoves(context: WalkContext): KernelMoves {
  const { program, check, environment, code } = context;
  const tracer = createTracer(program, code);
  const dropped = createDropped(program, check);
  const asking = createAsking();
  const free = nothingSpent(environment);
  const run: Run = {
    ...{ program, draw: asking.draw, keepsHistory: false, remarks: [], step: noStep() },
    tell: (effect) => {
      dropped.hear(effect);
      if (effect.kind === 'lost') asking.forget();
    },
    state: tracer.before(),
  };
  const keyOfStrike = createStrikeKeys();
  return {
    make(core, move, given, draw) {
      tracer.begin(core, 'id' in move && !isArmed(code.dues.get(move.id)) ? code.dues.entriesOf([move.id]) : []);
      const before = tracer.before();
      dropped.begin();
      asking.begin(given, draw, { run, reads: () => tracer.reads().length });
      prepareTraced(run, tracer);
      const made = kernelMove(code, move, before);
      const { played } = makeMove(run, environment, free, made);
      const isKnown = played.kind !== 'judged' && played.stepped.error === undefined;
      const effect = isKnown ? effectOf(made, before) : undefined;
      return { effect, asked: asking.asked(), reads: tracer.reads() };
    },
    judge(core) {
      tracer.begin(core, []);
      prepareTraced(run, tracer);
      const kind = kindOf(context, run, keyOfStrike);
      return { kind: run.step.asksUnderWay ? undefined : kind, reads: tracer.reads() };
    },
  };

  function effectOf(move: Move, before: State): MoveEffect | undefined {
    const { state, step } = run;
    const taken = 'entry' in move ? move.entry : undefined;
    const { agenda, steps } = state;
    // Travel times are drawn anew each time, but not what the channel was at the time of each draw.
    const isMoved = asking.delays() > 0 && state.settings !== before.settings;
    const removed = takenBack(code, before, agenda, taken);
    if (step.asksUnderWay || isMoved || removed === 'some') return undefined;
    const known = new Set(before.agenda);
    const added = agenda
      .filter((entry) => !known.has(entry) && !(move.kind === 'duplicate' && entry.due === taken?.due))
      .sort((a, b) => a.order - b.order);
    if (added.some(({ due }) => due.kind === 'lease')) return undefined;
    return {
      ...{
        removed: removed.size === 0 ? undefined : removed,
        steps,
        drops: dropped.fault() !== undefined,
        isEnding: !tracer.isSettled(state),
      },
      added: Int32Array.from(added, ({ due }) => code.dues.idOf(state, due)),
      delays: Float64Array.from(added, ({ at }) => at),
      drawn: Int32Array.from(added, ({ order }) => asking.delayOf(order)),
      writes: tracer.writes(),
    };
  }
}

/** Returns the numbers of the entries that are gone besides the one taken; `some` if only some of equal ones are. */
function takenBack(
  { dues }: StateCode,
  before: State,
  agenda: readonly Entry[],
  taken: Entry | undefined,
): ReadonlySet<number> | 'some' {
  const left = new Set(agenda);
  const others = before.agenda.filter((entry) => entry !== taken);
  const gone = new Set(others.filter((entry) => !left.has(entry)).map(({ due }) => dues.idOf(before, due)));
  if (gone.size === 0) return gone;
  return others.some((entry) => left.has(entry) && gone.has(dues.idOf(before, entry.due))) ? 'some' : gone;
}

/** An entry under way is the last one of its state; what is armed is found by its number. */
function kernelMove({ dues }: StateCode, move: WalkMove, { agenda }: State): Move {
  if (!('id' in move)) return move.move;
  const due = dues.get(move.id);
  const entry = required(isArmed(due) ? agenda.find((each) => each.due === due) : agenda.at(-1));
  return move.kind === 'due' ? { kind: 'due', entry } : { kind: move.kind, fault: 0, entry };
}

/** Answers what a move asks of chance, and notes it. */
function createAsking() {
  let [given, chance]: [readonly number[], Draw] = [[], { pick: () => 0 }];
  let asked: Asked[] = [];
  let [at, readCount]: [Pick<Run, 'state'> | undefined, () => number] = [undefined, () => 0];
  // By number of an entry in the order of scheduling: the delay that was drawn for it.
  const delays = new Map<number, number>();
  let delayCount = 0;
  const pick = (count: number, what?: 'loss' | 'delay', of = 0): number => {
    if (count <= 1) return 0;
    const answer = given[asked.length] ?? chance.pick(count, what);
    asked.push({ count, what, of, answer, reads: readCount() });
    if (what !== 'delay') return answer;
    delays.set(required(at).state.order, delayCount++);
    return 0;
  };
  return {
    draw: { pick } satisfies Draw,
    begin: (answers: readonly number[], draw: Draw, around: { readonly run: Run; readonly reads: () => number }) => {
      [given, chance, asked, at, readCount, delayCount] = [answers, draw, [], around.run, around.reads, 0];
      delays.clear();
    },
    asked: (): readonly Asked[] => asked,
    delays: (): number => delayCount,
    delayOf: (order: number): number => delays.get(order) ?? -1,
    /** Forgets the delay of a message that is lost. */
    forget: (): void => {
      delays.delete(required(at).state.order);
    },
  };
}

function kindOf(
  { program, check, environment, judge, until }: WalkContext,
  run: Run,
  keyOfStrike: ReturnType<typeof createStrikeKeys>,
): CoreKind | undefined {
  const moves = movesOf(run, environment, nothingSpent(environment));
  const strikes = new Map<number, KeyedMove[]>();
  const actions: (KeyedMove & { readonly action: number })[] = [];
  for (const move of moves) {
    if (move.kind === 'action') actions.push({ move, key: moveKey(move.index, 'action'), action: move.index });
    else if (move.kind === 'crash' || move.kind === 'halt')
      append(strikes, move.fault, { move, key: keyOfStrike(move) });
  }
  try {
    const broken = judge.asked.map(({ faultIn }) => faultIn(run) !== undefined);
    return {
      ...{ broken, isBroken: broken.includes(true), bits: judge.bitsOf(run), isWithin: judge.isWithin(run) },
      isAwaited: until !== undefined && watch(until, run, undefined).holds,
      isStuck: deadlockIn(program, check, run.state) !== undefined,
      ...{ heldBack: heldBack(run), actions },
      strikes: environment.faults.map((_, fault) => strikes.get(fault) ?? []),
    };
  } catch (error) {
    // An error in a judgement is left to the kernel.
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
