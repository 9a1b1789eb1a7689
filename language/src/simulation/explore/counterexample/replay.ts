/** Counterexamples as runs like any other: opened at any step, and recorded as traces. */
import type { Check } from '../../../model/scenario.ts';
import { type Opened, openRun, recordTrace } from '../../play/recording/recording.ts';
import type { Program } from '../../kernel/run.ts';
import type { Trace, TraceOrigin } from '../../play/recording/trace.ts';
import type { Counterexample } from '../judgement/verdict.ts';

/** Returns the origin of a run of a check; the seed of its trace is the index of the combination. */
const originOf = ({ title }: Pick<Check, 'title'>): TraceOrigin => ({
  kind: 'random',
  check: title,
  faults: [],
  sends: false,
});

/** Opens the run of a counterexample. */
export function openCounterexample(program: Program, check: Check, { variant, draws }: Counterexample): Opened {
  return openRun(foundByTitle(program, check), originOf(check), { seed: variant, draws, continuesByChance: false });
}

/** Returns a program in which the title of a check means this one, of several with it. */
function foundByTitle(program: Program, check: Check): Program {
  if (isFirst(program, check)) return program;
  return { ...program, model: { ...program.model, checks: [check, ...program.model.checks] } };
}

/** Returns true if no other check before it has its title. */
const isFirst = ({ model }: Program, { title, place }: Check): boolean =>
  model.checks.find((each) => each.title === title)?.place === place;

/**
 * Records a counterexample as a trace, if it fits the model. A trace names its check by the title, so that there is none
 * for the second of the same title. Cost: that of playing it.
 */
export function traceOfCounterexample(program: Program, check: Check, example: Counterexample): Trace | undefined {
  if (!isFirst(program, check)) return undefined;
  const opened = openCounterexample(program, check, example);
  if ('refusal' in opened) return undefined;
  const { timeline } = opened;
  return recordTrace(program, originOf(check), { seed: example.variant, timeline, steps: example.steps });
}
