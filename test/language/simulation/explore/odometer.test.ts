/** Enumerated choices: each path through a tree of questions once, and then the first again. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createOdometer, type Odometer } from '../../../../language/src/simulation/explore/steps/odometer.ts';

/** How many answers the next question has after some answers; nothing where no more is asked. */
type Questions = (answers: readonly number[]) => number | undefined;

/** Asks until no more is asked; what is asked depends on what was answered. */
function walk(odometer: Odometer, questions: Questions): number[] {
  const answers: number[] = [];
  for (let count = questions(answers); count !== undefined; count = questions(answers)) {
    answers.push(odometer.pick(count));
  }
  return answers;
}

/** All ways through the questions, in order, one call in the other. */
function allWays(questions: Questions, answers: readonly number[] = []): number[][] {
  const count = questions(answers);
  if (count === undefined) return [[...answers]];
  return Array.from({ length: count }, (_, answer) => allWays(questions, [...answers, answer])).flat();
}

const randomQuestions = fc.func(fc.integer({ min: 1, max: 3 })).map((howMany): Questions => {
  return (answers) => (answers.length >= 4 || howMany(answers, 'ends') === 3 ? undefined : howMany(answers));
});

describe('an odometer', () => {
  it('goes through all answers once, whatever else is asked after them, and returns to the first', () => {
    fc.assert(
      fc.property(randomQuestions, (questions) => {
        const odometer = createOdometer(false);
        for (const round of [1, 2]) {
          const found: number[][] = [];
          do {
            odometer.begin();
            found.push(walk(odometer, questions));
            assert.deepEqual(odometer.answers(), found.at(-1));
          } while (odometer.turn());
          assert.deepEqual(found, allWays(questions), `round ${String(round)}`);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('goes back to the first answers on request', () => {
    const odometer = createOdometer(false);
    const questions: Questions = (answers) => (answers.length < 2 ? 2 : undefined);
    odometer.begin();
    walk(odometer, questions);
    assert.ok(odometer.turn());
    odometer.begin();
    assert.deepEqual(walk(odometer, questions), [0, 1]);
    odometer.reset();
    odometer.begin();
    assert.deepEqual(walk(odometer, questions), [0, 0]);
  });

  it('asks of a loss only whether there is one, and of delays nothing where time does not matter', () => {
    const answersTo = (what: 'loss' | 'delay', isTimeless: boolean): number[] => {
      const odometer = createOdometer(isTimeless);
      const found: number[] = [];
      do {
        odometer.begin();
        found.push(odometer.pick(4, what));
      } while (odometer.turn());
      return found;
    };
    assert.deepEqual(
      [answersTo('loss', true), answersTo('loss', false)],
      [
        [0, 3],
        [0, 3],
      ],
    );
    assert.deepEqual([answersTo('delay', true), answersTo('delay', false)], [[0], [0, 1, 2, 3]]);
  });
});
