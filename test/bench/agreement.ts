/**
 * Compares the answers of contenders: a time is meaningless beside that of a different answer.
 */
import type { Measurement } from './suite.ts';

/** The answers of one contender, run by run. */
export interface Said {
  readonly name: string;
  readonly runs: readonly Pick<Measurement, 'answers'>[];
}

/** Returns a sentence about the first question with different answers, between contenders or between runs. */
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
