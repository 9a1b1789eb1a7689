/**
 * Chance that is told what to answer, for runs that are steered step by step.
 */

/** Creates chance that answers what it is told to, and the least number where it is told nothing that fits. */
export function createTape(given: readonly number[]) {
  const all: number[] = [];
  let answers = [...given];
  let first: ((count: number) => number) | undefined;
  let [from, size] = [0, 0];
  return {
    pick: (count: number): number => {
      const wanted = first === undefined ? (answers.shift() ?? 0) : first(count);
      first = undefined;
      if (all.length === from) size = count;
      const answer = wanted < count ? wanted : 0;
      all.push(answer);
      return answer;
    },
    answer: (values: readonly number[], next: ((count: number) => number) | undefined): void => {
      [answers, first] = [[...values], next];
    },
    /** Ends a step: returns what was answered in it, and how many answers its first question had. */
    cut: (): { readonly values: readonly number[]; readonly size: number } => {
      const values = all.slice(from);
      from = all.length;
      return { values, size };
    },
    all: (): readonly number[] => all,
  };
}
