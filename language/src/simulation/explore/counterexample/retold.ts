/**
 * Judges a violation once more in the run that shows it. Such a run knows everything that has happened, and so why a
 * box was freed; an explored state knows only what matters for its successors.
 */
import type { Check } from '../../../model/scenario.ts';
import type { OfVariant } from './broken-runs.ts';
import { openCounterexample } from './replay.ts';
import type { Broken } from '../judgement/verdict.ts';

/** Returns the violation as its run words it. Cost: that of playing the run. */
export function retold({ program, judge }: OfVariant, check: Check, broken: Broken): Broken {
  if (broken.kind !== 'built-in') return broken;
  const opened = openCounterexample(program, check, broken.counterexample);
  if ('refusal' in opened) return broken;
  const fault = judge.faultIn(opened.timeline.goTo(broken.counterexample.steps).run);
  return fault?.kind === broken.kind && fault.place === broken.place ? { ...broken, message: fault.message } : broken;
}
