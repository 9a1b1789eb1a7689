/**
 * The plain steps of a check: one scenario before everything that may happen. They are gone through turn
 * by turn; only what is left to chance makes more than one run of them.
 */
import { asksForPast } from '../history-needs.ts';
import { initial } from '../kernel.ts';
import type { Stepped } from '../kernel.ts';
import type { Check } from '../../model/scenario.ts';
import type { Played, Turn } from '../player.ts';
import type { Effect, Program, Run, State } from '../run.ts';
import type { ScenarioPosition, Variant } from '../scenario.ts';
import { scenarioPlayer } from '../scenario.ts';
import { copyOf } from '../state.ts';
import { createOdometer } from './odometer.ts';

/** A moment in the plain steps. Without a position they are over, and the environment begins. */
export interface PlainMoment {
  readonly state: State;
  readonly position: ScenarioPosition | undefined;
}

/** What a turn of the plain steps comes to. */
export interface PlainTurn {
  readonly run: Run;
  readonly played: Played;
  readonly draws: readonly number[];
  /** Nothing where the run is over. */
  readonly moment: PlainMoment | undefined;
}

export interface PlainSteps {
  /** Starts, in every way that chance allows. */
  readonly start: (visit: (turn: PlainTurn & { readonly started: Stepped }) => void) => void;
  /** Takes the next turn of a moment that has a position. */
  readonly turn: (moment: PlainMoment, visit: (turn: PlainTurn) => void) => void;
}

/** Makes what goes through the plain steps of one variant of a check. */
export function createPlainSteps(
  program: Program,
  check: Check,
  variant: Variant,
  tell: ((effect: Effect) => void) | undefined,
): PlainSteps {
  const player = scenarioPlayer(program, variant);
  const odometer = createOdometer(false);
  const keepsHistory = asksForPast(program.model, [check.steps]);
  const options = { draw: { pick: odometer.pick }, tell, keepsHistory };

  /** Looks one turn ahead: where there is none, the plain steps are over, and the clock stands where they leave it. */
  const momentAt = (run: Run, position: ScenarioPosition | undefined): PlainMoment | undefined => {
    if (position === undefined) return undefined;
    const ahead: Run = { ...run, draw: { pick: () => 0 }, tell: undefined, state: copyOf(run.state), remarks: [] };
    const isOver = player.turn(ahead, position) === undefined;
    return { state: isOver ? ahead.state : copyOf(run.state), position: isOver ? undefined : position };
  };
  return {
    start(visit) {
      do {
        odometer.begin();
        const { run, started } = initial(program, options);
        const draws = odometer.answers();
        const position = started.error === undefined ? player.start : undefined;
        visit({ run, played: { kind: 'started', stepped: started }, started, draws, moment: momentAt(run, position) });
      } while (odometer.turn());
    },
    turn({ state, position }, visit) {
      if (position === undefined) return;
      const { run } = initial(program, { ...options, draw: { pick: () => 0 }, tell: undefined });
      const on: Run = { ...run, draw: options.draw, tell };
      do {
        odometer.begin();
        on.state = copyOf(state);
        on.step.settled = undefined;
        on.step.unoffered.clear();
        const turn: Turn<ScenarioPosition> | undefined = player.turn(on, position);
        if (turn === undefined) return;
        visit({ run: on, played: turn.played, draws: odometer.answers(), moment: momentAt(on, turn.position) });
      } while (odometer.turn());
    },
  };
}
