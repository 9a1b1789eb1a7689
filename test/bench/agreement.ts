/**
 * Whether contenders computed the same: a time means nothing beside that of another answer.
 */
import type { Measurement } from './suite.ts';

/** What one contender said, run after run. */
export interface Said {
  readonly name: string;
  readonly runs: readonly Pick<Measurement, 'answers'>[];
}

/** Returns a sentence about the first question whose answers differ, between contenders or between runs. */
export function disagreement(all: readonly Said[]): string | undefined {
  const answers = new Map<string, Map<number, string>>();
  for (const { name, runs } of all) {
    for (const [question, value] of runs.flatMap((run) => Object.entries(run.answers))) {
      const values = answers.get(question) ?? new Map<number, string>();
      answers.set(question, values.set(value, values.get(value) ?? name));
    }
  }
  for (const [question, values] of answers) {
    if (values.size < 2) continue;
    return `"${question}" differs: ${[...values].map(([value, name]) => `${name} says ${value}`).join(', ')}.`;
  }
  return undefined;
}
