/** Chance that goes through all its possible answers, instead of drawing one. */
import { itemAt } from '../../../model/common/lookup.ts';

/** Gives answers round by round, each round different ones. */
export interface Odometer {
  readonly pick: (count: number, what?: 'loss' | 'delay') => number;
  /** Begins a round. */
  readonly begin: () => void;
  readonly answers: () => readonly number[];
  /** Turns to the next answers; returns false after the last, when it is back at the first. */
  readonly turn: () => boolean;
  /** Goes back to the first answers. */
  readonly reset: () => void;
}

/**
 * Creates chance that gives every answer there is; `isTimeless` if the travel time of a message makes no difference.
 */
export function createOdometer(isTimeless: boolean): Odometer {
  const answers: number[] = [];
  const choices: Choices[] = [];
  const places: number[] = [];
  let asked = 0;
  return {
    pick(count, what) {
      const choice = choicesOf(count, isTimeless && what === 'delay' ? 'one' : what === 'loss' ? 'ends' : 'all');
      const place = asked < places.length ? itemAt(places, asked) : 0;
      places[asked] = place;
      choices[asked] = choice;
      const answer = place * choice.step;
      answers[asked] = answer;
      asked += 1;
      return answer;
    },
    begin() {
      asked = 0;
    },
    answers: () => answers.slice(0, asked),
    turn() {
      for (let last = asked - 1; last >= 0; last--) {
        const place = itemAt(places, last) + 1;
        if (place < itemAt(choices, last).count) {
          places[last] = place;
          places.length = last + 1;
          return true;
        }
      }
      places.length = 0;
      return false;
    },
    reset() {
      places.length = 0;
    },
  };
}

/** What may be drawn: so many numbers from 0, at equal distances. A range of delays may have millions. */
interface Choices {
  readonly count: number;
  readonly step: number;
}

/** A loss has two outcomes, however finely it is drawn: the least number is lost, the greatest is not. */
function choicesOf(count: number, which: 'one' | 'ends' | 'all'): Choices {
  if (which === 'one' || count <= 1) return { count: 1, step: 1 };
  return which === 'ends' ? { count: 2, step: count - 1 } : { count, step: 1 };
}
