/**
 * A naive judge of logs: it tries every sequence of steps, one by one, and compares what they show with the lines as
 * texts. It takes its steps from the kernel itself and remembers nothing.
 */
import { factsOf, factText } from '../../../../language/src/simulation/conform/fact.ts';
import type { LogLine, LogRules } from '../../../../language/src/simulation/conform/log-line.ts';
import { act, actAtOnce, dueNow, initial, take } from '../../../../language/src/simulation/kernel/kernel.ts';
import { crashNow, restartNow } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { send } from '../../../../language/src/simulation/kernel/messages.ts';
import { isAlive } from '../../../../language/src/simulation/kernel/graph-now.ts';
import type { Effect, Program, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { copyOf } from '../../../../language/src/simulation/kernel/state.ts';
import { canFail } from '../../../../language/src/simulation/play/recording/interventions.ts';
import type { Played } from '../../../../language/src/simulation/play/player.ts';

/**
 * Returns the greatest number of lines that a run explains, where every fact of a complete kind has a line and others
 * have none, with at most `unlogged` steps in a row that show nothing.
 */
export function naivelyExplained(program: Program, lines: readonly LogLine[], rules: LogRules): number {
  const texts = lines.map(({ fact }) => factText(program, fact));
  const kinds = new Set(rules.complete.map(({ kind }) => kind));
  let best = 0;
  let effects: Effect[] = [];
  /** Runs a step with every answer of chance; travel times make no difference where times do not count. */
  const inEveryWay = (step: (pick: (count: number, what?: string) => number) => void): void => {
    const visit = (answers: readonly number[]): void => {
      const counts: number[] = [];
      let asked = 0;
      effects = [];
      step((count, what) => {
        const isSmall = what === 'delay' ? 1 : count;
        const answer = answers[asked] ?? 0;
        if (asked >= answers.length) counts.push(isSmall);
        asked += 1;
        return answer;
      });
      for (const [index, count] of counts.entries()) {
        const zeros = Array.from({ length: index }, () => 0);
        for (let other = 1; other < count; other++) visit([...answers, ...zeros, other]);
      }
    };
    visit([]);
  };
  const go = (run: Run, position: number, quiet: number): void => {
    best = Math.max(best, position);
    if (best === lines.length || quiet > rules.unlogged) return;
    const state = copyOf(run.state);
    const onward = (step: (fresh: Run) => Played): void => {
      inEveryWay((pick) => {
        const fresh: Run = {
          ...run,
          draw: { pick },
          tell: (effect) => effects.push(effect),
          state: copyOf(state),
          remarks: [],
          step: {
            ...run.step,
            waiting: new Set(),
            raised: new Map(),
            unoffered: new Set(),
            settled: undefined,
            watch: undefined,
          },
        };
        const played = step(fresh);
        if (played.kind === 'judged' || played.stepped.error !== undefined) return;
        const shown = factsOf(program, { played, effects })
          .filter(({ kind }) => kinds.has(kind))
          .map((fact) => factText(program, fact));
        const fitting = shown.findIndex(
          (text, index) => position + index < texts.length && text !== texts[position + index],
        );
        // A line in the middle of a step is explained as far as the step goes.
        if (fitting >= 0) {
          best = Math.max(best, position + fitting);
          return;
        }
        const after = Math.min(texts.length, position + shown.length);
        go(fresh, after, after > position ? 0 : quiet + 1);
      });
    };
    for (const index of dueNow(state, 'any').keys()) {
      onward((fresh) => {
        const entry = dueNow(fresh.state, 'any')[index];
        if (entry === undefined) throw new Error('There is no such entry.');
        return { kind: 'due', due: entry.due, stepped: take(fresh, entry) };
      });
    }
    const next = lines[position];
    if (next?.fact.entity === undefined) return;
    const { kind, entity, name, values = [] } = next.fact;
    if (kind === 'event' && isAlive(state, entity)) {
      onward((fresh) => {
        const message = { from: undefined, event: name, arguments: values.map(Number), place: undefined };
        const stepped = actAtOnce(fresh, () => {
          send(fresh, message, { kind: 'entity', id: entity });
        });
        return { kind: 'acted', place: -1, to: entity, stepped };
      });
    }
    if (kind !== 'fault' || (name !== 'crash' && name !== 'halt' && name !== 'restart')) return;
    if (!canFail({ ...run, state }, name, entity)) return;
    onward((fresh) => ({
      ...{ kind: name, entity },
      stepped: act(fresh, () => {
        if (name === 'restart') restartNow(fresh, entity, undefined);
        else crashNow(fresh, [entity], program.defaultPolicy, { place: undefined, isFinal: name === 'halt' });
      }),
    }));
  };
  inEveryWay((pick) => {
    const tell = (effect: Effect): void => void effects.push(effect);
    const { run, started } = initial(program, { draw: { pick }, tell, keepsHistory: false });
    if (started.error !== undefined) return;
    const shown = factsOf(program, { played: { kind: 'started', stepped: started }, effects });
    const atStart = shown.map((fact) => factText(program, fact));
    const { state } = run;
    for (let count = 0; count <= lines.length && isWithin(texts.slice(0, count), atStart); count++)
      go({ ...run, state: copyOf(state) }, count, 0);
  });
  return best;
}

/** Returns true if the one texts are among the other ones, in their order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const text of all) if (text === some[found]) found += 1;
  return found === some.length;
}
