/** Interrupts searches, saves them, and goes on with what was saved, for a comparison with searches that are not. */
import assert from 'node:assert/strict';
import { exploreCheck } from '../../../../language/src/simulation/explore/explore-check.ts';
import type { ExploreLimits } from '../../../../language/src/simulation/explore/explore-limits.ts';
import { type Exploration, isOfCheck } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { openSaved, type Piece, type Savable } from '../../../../language/src/simulation/explore/saved-search.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { toTheEnd } from './explored.ts';

/** A search that was interrupted, and how often it was saved and resumed. */
export interface Interrupted {
  readonly exploration: Exploration;
  readonly saved: number;
  /** Why it could not be saved, each time that it could not. */
  readonly refusals: readonly string[];
}

/**
 * Explores a check and interrupts it after each of the given numbers of pauses, counted from where it was saved last. Each
 * time it is saved, and resumed in another program from what was saved alone.
 */
export function exploreInterrupted(
  model: Model,
  check: Check,
  limits: ExploreLimits,
  pauses: readonly number[],
): Interrupted {
  let [resume, saved]: [readonly Piece[] | undefined, number] = [undefined, 0];
  const refusals: string[] = [];
  for (const pause of [...pauses, Infinity]) {
    let kept: Savable | undefined;
    const opened = resume === undefined ? undefined : openSaved(resume.values());
    const keep = (each: Savable): unknown => (kept = each);
    const exploring = exploreCheck(compileModel(model), check, { ...limits, resume: opened, keep });
    let next = exploring.next();
    for (let passed = 0; next.done !== true; passed++)
      next = exploring.next(passed === pause ? 'cancelled' : undefined);
    if (kept !== undefined && 'refusal' in kept) refusals.push(kept.refusal);
    if (kept === undefined || 'refusal' in kept) {
      const isEnded = next.value.unexplored.some(({ limit }) => limit === 'cancelled');
      if (!isEnded) return { exploration: next.value, saved, refusals };
      continue;
    }
    assert.ok(next.value.unexplored.some(({ limit }) => !isOfCheck(limit)));
    resume = [...kept.pieces()].map((piece) => (typeof piece === 'string' ? piece : piece.slice()));
    saved += 1;
  }
  throw new Error('A search that is not interrupted does not end.');
}

/** Compares a search that is interrupted, saved and resumed with one that is not, in a way that the text chooses. */
export function compareInterrupted(model: Model, check: Check, limits: ExploreLimits, text: string): void {
  const { length } = text;
  const options = { ...limits, pace: 1 + (length % 4), reduces: length % 3 !== 0, remembers: length % 2 === 0 };
  const whole = toTheEnd(compileModel(model), check, options);
  const pauses = [length % 5, 8 + (length % 13), 16 + (length % 29)];
  const { exploration } = exploreInterrupted(model, check, options, pauses);
  assert.deepEqual({ ...exploration, bytes: 0 }, { ...whole, bytes: 0 }, text);
}
