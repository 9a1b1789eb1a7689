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
  return openRun(program, originOf(check), { seed: variant, draws, continuesByChance: false });
}

/** Records a counterexample as a trace, if it fits the model. Cost: that of playing it. */
export function traceOfCounterexample(program: Program, check: Check, example: Counterexample): Trace | undefined {
  const opened = openCounterexample(program, check, example);
  if ('refusal' in opened) return undefined;
  const { timeline } = opened;
  return recordTrace(program, originOf(check), { seed: example.variant, timeline, steps: example.steps });
}
