/**
 * Players decide what happens next in a run. A scenario, a random run and a user at the controls are players of one
 * kind; traces record what they left to chance.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Judgement } from './expectation.ts';
import { initial, type RunOptions, type Stepped } from '../kernel/kernel.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Due, Program, Run } from '../kernel/run.ts';

/** The event of one turn. */
export type Played =
  | { readonly kind: 'started'; readonly stepped: Stepped }
  | { readonly kind: 'due'; readonly due: Due; readonly stepped: Stepped }
  /** A step of a scenario, or something that the environment may do. */
  | {
      readonly kind: 'acted';
      readonly place: PlaceId;
      readonly stepped: Stepped;
      /** The receiver of an event from outside that no text mentions. */
      readonly to?: EntityId;
      /** That event. */
      readonly event?: string;
    }
  | {
      readonly kind: 'judged';
      readonly place: PlaceId;
      readonly judgement: Judgement;
      /** For a `within`: how long it waited, in microseconds. */
      readonly waited?: number;
    }
  /** A fault: of a PD or node, or of a message under way. */
  | {
      readonly kind: 'crash' | 'halt' | 'restart' | 'pause' | 'resume' | 'lose' | 'duplicate' | 'reorder';
      readonly entity: EntityId;
      /** The others that it strikes in the same event. */
      readonly others?: readonly EntityId[];
      readonly due?: Due;
      readonly stepped: Stepped;
    };

/** A turn and the position after it; without a position the run is over. */
export interface Turn<Position> {
  readonly played: Played;
  readonly position: Position | undefined;
}

/** A possible next step, and the number to draw for it; `plain` is the next plain step of a check. */
export interface Choice {
  readonly kind:
    | 'due'
    | 'action'
    | 'crash'
    | 'halt'
    | 'restart'
    | 'pause'
    | 'resume'
    | 'lose'
    | 'duplicate'
    | 'reorder'
    | 'plain';
  readonly draw: number;
  /** The place of an action. */
  readonly place?: PlaceId;
  /** For an action that no text mentions: the event that is sent from outside, and its receiver. */
  readonly event?: string;
  readonly to?: EntityId;
  /** The PD that a fault affects. */
  readonly entity?: EntityId;
  /** The others that it affects at once. */
  readonly others?: readonly EntityId[];
  /** The due entry, or the message that a fault affects. */
  readonly due?: Due;
}

/** Decides by its position, and nothing else; what it leaves to chance it draws from the run. */
export interface Player<Position> {
  readonly start: Position;
  /** Takes one turn on the run; returns undefined if there is none to take. */
  readonly turn: (run: Run, position: Position) => Turn<Position> | undefined;
  /** Returns everything that the next turn chooses from by its first draw; absent where it does not choose. */
  readonly choices?: (run: Run, position: Position) => readonly Choice[];
}

/** A turn that was taken: the run after it, which is the same object in all turns, and the choices of the next one. */
export interface TakenTurn {
  readonly run: Run;
  readonly played: Played;
  readonly choices: () => readonly Choice[];
}

/** Plays from the start to the end. */
export function* play<Position>(
  program: Program,
  player: Player<Position>,
  options: RunOptions,
): Generator<TakenTurn, void> {
  const { run, started } = initial(program, options);
  let position: Position | undefined = started.error === undefined ? player.start : undefined;
  const choices = (): readonly Choice[] => (position === undefined ? [] : (player.choices?.(run, position) ?? []));
  yield { run, played: { kind: 'started', stepped: started }, choices };
  while (position !== undefined) {
    const turn = player.turn(run, position);
    if (turn === undefined) return;
    position = turn.position;
    yield { run, played: turn.played, choices };
  }
}
