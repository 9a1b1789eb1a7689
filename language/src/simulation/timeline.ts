/**
 * A timeline: a run that can be looked at in any of its steps. It keeps what was drawn, and a copy of
 * the state now and then; every other state is rebuilt by playing on from the copy before it.
 */
import type { Played, Player } from './player.ts';
import { copyOf, initial } from './kernel.ts';
import { markOf } from './marks.ts';
import type { Draw, Effect, Program, Run, State } from './run.ts';

/** What a timeline is made of. */
export interface TimelineSource<Position> {
  readonly program: Program;
  readonly player: Player<Position>;
  /** What was drawn when the run was recorded; empty for a new one. */
  readonly draws: readonly number[];
  /** Answers what goes beyond the recorded draws, from the number of those drawn so far; nothing is drawn beyond them without it. */
  readonly chance: ((drawn: number) => Draw) | undefined;
}

/** A state of a timeline, after step `step`; step 0 is the start. */
export interface Moment {
  readonly step: number;
  readonly run: Run;
  /** Whether the run goes on after this step, as far as is known. */
  readonly isLast: boolean;
}

/** One step with everything that happened in it. */
export interface StepRecord {
  readonly step: number;
  /** Microseconds from the start, after the step. */
  readonly at: number;
  readonly played: Played;
  readonly effects: readonly Effect[];
  /** See `markOf`. */
  readonly mark: number;
}

export interface Timeline {
  /** Plays on to a step, or to the end if that is earlier. Cost: the steps from the last copy before. */
  readonly goTo: (step: number) => Moment;
  /** Returns the records of steps `from` to `to`, both included, as far as there are any. */
  readonly records: (from: number, to: number) => StepRecord[];
  /** Goes from the start through the steps, without keeping what happened in them. */
  readonly walk: (to: number) => Generator<{ readonly mark: number }, void>;
  /** All that was drawn so far, in order. */
  readonly draws: () => readonly number[];
  /** How many numbers were drawn up to where the timeline stands. */
  readonly drawnAt: () => number;
  /** How many steps have been played at most. */
  readonly known: () => number;
}

/** What was drawn does not fit: the model is another one, or the trace is damaged. */
export class DrawMismatch extends Error {
  constructor() {
    super('What was recorded does not fit this model.');
    this.name = 'DrawMismatch';
  }
}

/** Copies are this many steps apart at first; the distance doubles whenever there are too many. */
const firstDistance = 64;
const mostCopies = 512;

interface Copy<Position> {
  readonly step: number;
  readonly state: State;
  readonly position: Position | undefined;
  readonly drawn: number;
}

/** Makes a timeline; nothing is played before it is asked for. Throws `DrawMismatch` while playing what does not fit. */
export function createTimeline<Position>({ program, player, draws, chance }: TimelineSource<Position>): Timeline {
  const tape = createTape(draws, chance);
  const ear = createEar();
  const { run, started } = ear.during(() => initial(program, { draw: tape.draw, tell: ear.tell, keepsHistory: true }));
  const startEffects = ear.heard();
  let step = 0;
  let known = 0;
  let position: Position | undefined = started.error === undefined ? player.start : undefined;
  const copies = createCopies<Position>({ step, state: copyOf(run.state), position, drawn: tape.count() });

  const forward = (): Played | undefined => {
    const turn = position === undefined ? undefined : player.turn(run, position);
    position = turn?.position;
    if (turn === undefined) return undefined;
    step += 1;
    known = Math.max(known, step);
    copies.keep(step, () => ({ step, state: copyOf(run.state), position, drawn: tape.count() }));
    return turn.played;
  };
  const goTo = (wanted: number): Moment => {
    const copy = copies.before(wanted);
    if (copy.step > step || wanted < step) {
      run.state = copyOf(copy.state);
      run.step.settled = undefined;
      ({ step, position } = copy);
      tape.rewind(copy.drawn);
    }
    while (step < wanted && forward() !== undefined);
    return { step, run, isLast: position === undefined };
  };
  const records = (from: number, to: number): StepRecord[] => {
    const found: StepRecord[] = [];
    if (from <= 0) {
      found.push({ step: 0, at: 0, played: { kind: 'started', stepped: started }, effects: startEffects, mark: 0 });
    }
    goTo(Math.max(0, from - 1));
    while (step < to) {
      const played = ear.during(forward);
      if (played === undefined) break;
      found.push({ step, at: run.state.now, played, effects: ear.heard(), mark: markOf(run, played) });
    }
    return found;
  };
  function* walk(to: number): Generator<{ readonly mark: number }, void> {
    goTo(0);
    for (let at = 1; at <= to; at++) {
      // Whoever walks may look elsewhere in between.
      goTo(at - 1);
      const played = forward();
      if (played === undefined) return;
      yield { mark: markOf(run, played) };
    }
  }
  return { goTo, records, walk, draws: tape.all, drawnAt: tape.count, known: () => known };
}

/** Draws what was recorded, then from chance, which is recorded too. */
function createTape(recorded: readonly number[], chance: TimelineSource<unknown>['chance']) {
  const drawn = [...recorded];
  let count = 0;
  let beyond: Draw | undefined;
  const pick = (size: number): number => {
    const known = drawn[count];
    count += 1;
    if (known !== undefined) {
      if (!Number.isInteger(known) || known < 0 || known >= size) throw new DrawMismatch();
      return known;
    }
    beyond ??= chance?.(drawn.length);
    if (beyond === undefined) throw new DrawMismatch();
    const answer = beyond.pick(size);
    drawn.push(answer);
    return answer;
  };
  return {
    draw: { pick },
    all: (): readonly number[] => drawn,
    count: () => count,
    rewind: (to: number) => {
      count = to;
    },
  };
}

/** Hears of effects while it is asked to. */
function createEar() {
  let effects: Effect[] = [];
  let isListening = false;
  return {
    tell: (effect: Effect) => {
      if (isListening) effects.push(effect);
    },
    during: <T>(work: () => T): T => {
      effects = [];
      isListening = true;
      try {
        return work();
      } finally {
        isListening = false;
      }
    },
    heard: (): readonly Effect[] => effects,
  };
}

/** Copies at equal distances, never more than so many. */
function createCopies<Position>(first: Copy<Position>) {
  let copies = [first];
  let distance = firstDistance;
  return {
    /** Returns the last copy that is not after a step. */
    before: (step: number): Copy<Position> =>
      copies[Math.min(copies.length - 1, Math.floor(Math.max(0, step) / distance))] ?? first,
    keep: (step: number, make: () => Copy<Position>): void => {
      if (step !== copies.length * distance) return;
      copies.push(make());
      if (copies.length <= mostCopies) return;
      copies = copies.filter((_, index) => index % 2 === 0);
      distance *= 2;
    },
  };
}
