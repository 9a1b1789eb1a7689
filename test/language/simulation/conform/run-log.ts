/** The log that a run writes: what each of its steps shows, with the time of the step. */
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { stepTextAt } from '../../../../language/src/simulation/play/recording/step-texts.ts';
import type { StepRecord } from '../../../../language/src/simulation/play/recording/timeline.ts';
import { type LogFact, factsOf } from '../../../../language/src/simulation/conform/fact.ts';

/** A fact at a time, in microseconds from the start of the run. */
export interface Logged {
  readonly fact: LogFact;
  readonly at: number;
  /** The step that shows it. */
  readonly step: number;
}

/** Returns what the steps of a run show, in order. */
export function loggedBy(program: Program, records: readonly StepRecord[]): Logged[] {
  return records.flatMap(({ played, effects, at, step }) => {
    const text =
      played.kind === 'acted' && played.to === undefined ? stepTextAt(program.model, played.place) : undefined;
    // What is sent from outside shows as an event when it arrives.
    const action = text === undefined || text.startsWith('send ') ? undefined : text;
    return factsOf(program, { played, effects, action }).map((fact) => ({ fact, at, step }));
  });
}
