/**
 * A timeline: a run that can be examined at any of its steps. It keeps the draws, and a copy of the state at intervals;
 * every other state is rebuilt by playing on from the copy before it.
 */
import type { Choice, Played, Player } from '../player.ts';
import { initial } from '../../kernel/kernel.ts';
import { markOf } from './marks.ts';
import type { Draw } from '../../kernel/draw.ts';
import type { Effect, Program, Run, State } from '../../kernel/run.ts';
import { copyOf } from '../../kernel/state.ts';
import { t } from '../../../model/common/translation.ts';

/** The parts of a timeline. */
export interface TimelineSource<Position> {
  readonly program: Program;
  readonly player: Player<Position>;
  /** The draws of the recorded run; empty for a new one. */
  readonly draws: readonly number[];
  /**
   * Answers draws beyond the recorded ones, given the number of draws so far; without it there are none beyond them.
   */
  readonly chance: ((drawn: number) => Draw) | undefined;
  /** True if what was received, notified and logged is kept; see `asksForPast`. */
  readonly keepsHistory: boolean;
}

/** A state of a timeline, after step `step`; step 0 is the start. */
export interface TimelineMoment {
  readonly step: number;
  readonly run: Run;
  /** True if the run ends with this step, as far as is known. */
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

/** A run that can be moved to any of its steps. */
export interface Timeline {
  /**
   * Plays on to a step, or to the end if that is earlier. All moments share one run: it is in this state until the next
   * call on the timeline. Cost: the steps from the last copy before.
   */
  readonly goTo: (step: number) => TimelineMoment;
  /** Returns the records of steps `from` to `to`, both included, as far as there are any. */
  readonly records: (from: number, to: number) => StepRecord[];
  /** Walks through the steps from the start, without keeping their records. */
  readonly walk: (to: number) => Generator<{ readonly mark: number }, void>;
  /** Returns the choices of the step after this one, where the player leaves that to chance. */
  readonly choices: (step: number) => readonly Choice[];
  /** Returns all draws so far, in order. */
  readonly draws: () => readonly number[];
  /** Returns the number of draws up to the current step of the timeline. */
  readonly drawnAt: () => number;
  /** Returns the greatest number of steps played so far. */
  readonly known: () => number;
}

/** The draws do not fit: the model is another one, or the trace is damaged. */
export class DrawMismatch extends Error {
  constructor() {
    super(t`The recording does not match this model.`);
    this.name = 'DrawMismatch';
  }
}

/** Copies are this many steps apart at first; the distance doubles whenever there are too many. */
const firstDistance = 64;
const mostCopies = 512;

interface Copy<Position> extends Standing<Position> {
  readonly state: State;
  readonly drawn: number;
}

/**
 * Creates a timeline; only the start is played at once. Throws `DrawMismatch` while playing a step that does not fit;
 * the steps before remain accessible.
 */
export function createTimeline<Position>(source: TimelineSource<Position>): Timeline {
  const course = createCourse(source);
  const { run, standing, goTo, forward } = course;
  const records = (from: number, to: number): StepRecord[] => {
    const found: StepRecord[] = from <= 0 && to >= 0 ? [course.start] : [];
    goTo(Math.max(0, from - 1));
    while (standing().step < to) {
      const played = forward(course.effectLog.during);
      if (played === undefined) break;
      const { step } = standing();
      found.push({ step, at: run.state.now, played, effects: course.effectLog.recorded(), mark: markOf(run, played) });
    }
    return found;
  };
  function* walk(to: number): Generator<{ readonly mark: number }, void> {
    for (let next = 1; next <= to; next++) {
      // The caller may move the timeline in between.
      goTo(next - 1);
      const played = forward(unheard);
      if (played === undefined) return;
      yield { mark: markOf(run, played) };
    }
  }
  const choices = (wanted: number): readonly Choice[] => {
    goTo(wanted);
    const { step, position } = standing();
    return position === undefined || step !== wanted ? [] : (source.player.choices?.(run, position) ?? []);
  };
  const { tape, known } = course;
  return { goTo, records, walk, choices, draws: tape.all, drawnAt: tape.count, known };
}

/** Creates the run of a timeline with its copies, and the functions that move it. */
function createCourse<Position>({ program, player, draws, chance, keepsHistory }: TimelineSource<Position>) {
  const tape = createTape(draws, chance);
  const effectLog = createEffectLog();
  const { run, started } = effectLog.during(() =>
    initial(program, { draw: tape.draw, tell: effectLog.tell, keepsHistory }),
  );
  const start: StepRecord = {
    step: 0,
    at: 0,
    played: { kind: 'started', stepped: started },
    effects: effectLog.recorded(),
    mark: 0,
  };
  let at: Standing<Position> = { step: 0, position: started.error === undefined ? player.start : undefined };
  let known = 0;
  // The step in which the run turned out to end, and whether a step was left half way.
  let end: number | undefined;
  let isSpoiled = false;
  const copies = createCopies<Position>({ ...at, state: copyOf(run.state), drawn: tape.count() });

  const goTo = (wanted: number): TimelineMoment => {
    const copy = copies.before(wanted);
    if (isSpoiled || copy.step > at.step || wanted < at.step) {
      run.state = copyOf(copy.state);
      run.step.settled = undefined;
      at = { step: copy.step, position: copy.position };
      tape.rewind(copy.drawn);
      isSpoiled = false;
    }
    while (at.step < wanted && forward(unheard) !== undefined);
    return { step: at.step, run, isLast: at.position === undefined || at.step === end };
  };
  const forward = (hear: Hear): Played | undefined => {
    const { step, position } = at;
    if (position === undefined || step === end) return undefined;
    isSpoiled = true;
    const turn = hear(() => player.turn(run, position));
    if (turn === undefined) {
      // Looking for the next turn may have moved the clock.
      end = step;
      goTo(step);
      return undefined;
    }
    isSpoiled = false;
    at = { step: step + 1, position: turn.position };
    known = Math.max(known, at.step);
    copies.keep(at.step, () => ({ ...at, state: copyOf(run.state), drawn: tape.count() }));
    return turn.played;
  };
  return { run, start, effectLog, tape, goTo, forward, standing: () => at, known: () => known };
}

/** The position of a run; without a position it is over. */
interface Standing<Position> {
  readonly step: number;
  readonly position: Position | undefined;
}

type Hear = <T>(work: () => T) => T;

const unheard: Hear = (work) => work();

/** Draws the recorded numbers, then from chance, which is recorded too. */
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

/** Creates a listener for effects that can be switched on and off. */
function createEffectLog() {
  let effects: Effect[] = [];
  let isRecording = false;
  return {
    tell: (effect: Effect) => {
      if (isRecording) effects.push(effect);
    },
    during: <T>(work: () => T): T => {
      effects = [];
      isRecording = true;
      try {
        return work();
      } finally {
        isRecording = false;
      }
    },
    recorded: (): readonly Effect[] => effects,
  };
}

/** Creates copies at equal distances, at most a fixed number. */
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
